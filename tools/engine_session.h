// The protocol of `lielow engine`: UGI, the Universal Game Interface (UCI with `query`).
//
// Strict in what it says, forgiving in what it takes: words may be in any case, white space does
// not matter, what is not understood is answered with "info string error: ..." and changes nothing.
//
// Commands are done in their order. Only `stop` and `quit` act at once, on every `go` before them,
// and `isready` is answered at once while there is a `go` to be done.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "game/position.h"
#include "tools/line_queue.h"
#include "tools/thinker.h"

namespace lielow {

class EngineSession {
 public:
  // Writes one line, from one thread at a time; false if nobody reads it any more, which ends the
  // session.
  using Output = std::function<bool(const std::string& line)>;

  // `player`: empty for the shipped network. Throws InputError if it is none.
  EngineSession(const std::string& player, int size, Output output);

  // Takes a line of input. Thread-safe beside Run. Returns false once no more are wanted.
  bool Take(const std::string& line);

  // Takes a line that was too long to be kept.
  void TakeTooLong();

  // The input has ended: what was begun is finished, but what would go on for ever.
  void End();

  // Does what the lines ask for, until `quit` or End.
  void Run();

 private:
  using Words = std::vector<std::string>;

  std::string Player() const;

  void Do(const std::string& line);
  void Introduce();
  void SetOption(const Words& words);
  void SetPosition(const Words& words);
  void Go(const Words& words);
  void Query(const Words& words);
  void Info(const Thought& thought);
  void Say(const std::string& line);
  void Complain(const std::string& reason);
  std::string PlayerWithOptions(const std::string& player,
                                const std::map<std::string, std::string>& options) const;

  const Output output_;

  // Of the thread that runs.
  std::string player_;
  std::map<std::string, std::string> options_;  // Of the player, that were set.
  std::unique_ptr<Thinker> thinker_;            // nullptr until it is needed.
  int size_;
  Position start_;
  std::vector<Move> moves_;
  Position position_;
  std::uint64_t seed_ = 1;

  LineQueue lines_;
  std::atomic<std::uint64_t> gos_taken_ = 0;
  std::atomic<std::uint64_t> gos_done_ = 0;
  std::atomic<std::uint64_t> stopped_until_ = 0;  // Every go up to this one is to stop.
  std::atomic<bool> ended_ = false;               // No more lines come.
  std::atomic<bool> quit_ = false;
  std::mutex output_mutex_;
};

}  // namespace lielow

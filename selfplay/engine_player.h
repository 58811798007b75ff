// Another program as a player: one that speaks the protocol of `lielow engine` (UGI).

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "mcts/player.h"
#include "selfplay/child_process.h"

namespace lielow {

struct EngineOptions {
  // Within which it must answer each line of the handshake, and choose a move after `go`.
  std::chrono::milliseconds start{10'000};
  std::chrono::milliseconds move{60'000};

  // What follows "go": "nodes 400", "movetime 1000", or nothing, which leaves it to the program.
  std::string budget = {};
};

// A program that does not start, ends, does not answer in time, says what is no move, or a move
// that is not legal, has lost the game by it (MoveChoice::failure); it is ended, and started anew
// for its next move. What else it says is not looked at. No program is left behind.
class EnginePlayer final : public Player {
 public:
  // `command` is run by the shell, when the first move is asked for.
  EnginePlayer(std::string command, EngineOptions options);

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;

 private:
  MoveChoice Choose(const MoveRequest& request);
  void Start();
  void Prepare(const MoveRequest& request);
  void Send(const std::string& line);
  std::string WaitFor(const std::string& word, std::chrono::milliseconds time);

  const std::string command_;
  const EngineOptions options_;
  std::unique_ptr<ChildProcess> program_;  // nullptr while it does not run.
  std::set<std::string> takes_;            // Names of its options, in lower case.
  std::optional<std::uint64_t> seed_;      // Of the game that it has been told of last.
  int size_ = 0;                           // Of the board that it has been told of last.
};

}  // namespace lielow

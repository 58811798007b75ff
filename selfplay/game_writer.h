// Writes finished games into a run database, in a thread of its own.
//
// Games are committed together, within a second of the first of them: a commit waits for the disk,
// and workers should not. Where the disk cannot keep up, they do wait, so memory stays bounded.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

#include "selfplay/run_database.h"

namespace lielow {

class GameWriter {
 public:
  // Games that wait to be written, at most.
  static constexpr std::size_t kMostWaiting = 2000;

  GameWriter(const std::filesystem::path& database, GameSource source);

  // Writes what is left; what fails then is lost silently, so call Flush before.
  ~GameWriter();

  // Takes a game to be written soon; waits while too many are. Thread-safe. Throws what a write
  // before has thrown: then neither that group of games nor a later one has been added.
  void Add(RecordedGame game);

  // Games so far that were in the database already.
  std::int64_t known() const { return known_; }

  // Returns once everything added before is in the database. Throws as Add.
  void Flush();

 private:
  void Run();
  bool Idle() const { return waiting_.empty() && !writing_; }

  RunDatabase database_;  // Of the thread alone.
  const GameSource source_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::vector<RecordedGame> waiting_;
  bool writing_ = false;
  bool hurry_ = false;
  bool ending_ = false;
  std::exception_ptr error_;

  std::atomic<std::int64_t> known_ = 0;

  std::thread thread_;  // Last: it uses all of the above.
};

}  // namespace lielow

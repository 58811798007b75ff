// All games of a run: written to its database, counted, and the newest of them in the window to be
// learned from.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "game/random.h"
#include "selfplay/game_writer.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "train/batch.h"
#include "train/config.h"
#include "train/window.h"

namespace lielow {

// What games came to.
struct GameStatistics {
  int games = 0;
  int plies = 0;
  int blue_wins = 0;
  int kings_moved_off = 0;
  int resigned = 0;
  int resignations_tested = 0;
  int resignations_wrong = 0;
  int positions = 0;    // Trained.
  double surprise = 0;  // Their sum.
};

class Experience {
 public:
  // With the first `games` of the database, which has at least as many, and the positions they
  // have.
  Experience(const Config& config, const RunDirectory& directory, RunDatabase& database,
             std::int64_t games);

  // Takes a finished game. Waits where the disk cannot keep up. Thread-safe.
  void Add(const RecordedGame& game);

  // Takes the games that other programs have added to the database since.
  void AddGamesOfOthers();

  // Returns once all games are in the database; throws what a write has thrown.
  void Flush() { writer_.Flush(); }

  // Of the whole run. Thread-safe.
  std::int64_t games() const { return games_; }
  std::int64_t positions() const { return positions_; }

  // Of the games since the last call. Thread-safe.
  GameStatistics TakeStatistics();

  // The trained positions in the window. Thread-safe, as all below.
  std::int64_t window_size() const;

  // Draws `count` positions uniformly from the window, or from its `newest` ones.
  void Draw(int count, Random& random, Batch& batch) const;
  void DrawNewest(int count, std::int64_t newest, Random& random, Batch& batch) const;

 private:
  void Count(const RecordedGame& game);

  const TrainingOptions options_;
  RunDatabase& database_;
  std::int64_t others_seen_;  // Id of the last of their games.
  std::atomic<std::int64_t> games_ = 0;
  std::atomic<std::int64_t> positions_ = 0;

  mutable std::mutex mutex_;
  Window window_;              // Guarded by mutex_,
  GameStatistics statistics_;  // as this.

  GameWriter writer_;
};

}  // namespace lielow

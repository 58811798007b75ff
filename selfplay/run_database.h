// The database of one training run: games, evaluations and metrics. SQLite in WAL mode.
//
// A finished game is in it whole or not at all; neither a killed process nor a power cut loses a
// game that was added. Any number of programs may read it while a run writes, and several may
// write: each waits for the others, up to half a minute. One RunDatabase belongs to one thread.
//
// All calls throw InputError if the file turns out to be damaged, std::runtime_error if the machine
// fails (a full disk, say).

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "selfplay/recorded_game.h"

namespace lielow {

namespace sqlite {
class Database;
}

// A match of the run's network against a fixed opponent.
struct EvaluationRow {
  std::int64_t step = 0;  // Training steps of the network.
  std::string opponent;   // A player, as in commands.
  int games = 0;
  double score = 0;  // Share of games that the network won.
  double elo = 0;
  double elo_low = 0;  // 95 % interval.
  double elo_high = 0;
  double minutes = 0;  // Run time when it was made.

  bool operator==(const EvaluationRow&) const = default;
};

// One iteration of the training loop.
struct MetricsRow {
  std::int64_t step = 0;
  double minutes = 0;  // Run time so far.
  std::int64_t games = 0;
  std::int64_t positions = 0;
  double policy_loss = 0;
  double value_loss = 0;
  double positions_per_second = 0;  // Of self-play.
  double learning_rate = 0;

  bool operator==(const MetricsRow&) const = default;
};

class RunDatabase {
 public:
  enum class Mode { kReadOnly, kReadWrite };

  // Opens `path`; kReadWrite makes the file if there is none. Throws InputError if it cannot be
  // opened, is no run database, or was made by a newer version; says which, and leaves the file as
  // it was.
  RunDatabase(const std::filesystem::path& path, Mode mode);
  ~RunDatabase();
  RunDatabase(RunDatabase&&) noexcept;
  RunDatabase& operator=(RunDatabase&&) noexcept;

  // Adds finished games in one transaction; each call waits for the disk, so many games a call are
  // faster. A game number that is there already is left as it is. If it throws, none of them was
  // added: std::runtime_error, or std::invalid_argument for a game that EncodeMoves refuses or
  // whose start no position string gives.
  void AddGames(std::span<const RecordedGame> games);

  std::int64_t GameCount() const;
  std::int64_t PositionCount() const;  // Trained positions of all games.

  // Games in the order they were added, after the first `skip`, at most `limit`.
  // REQUIRES: skip >= 0, limit >= 0.
  std::vector<RecordedGame> Games(std::int64_t skip, std::int64_t limit) const;

  // How many games to skip so that those left have at least `positions` trained positions, with no
  // game more than needed; 0 if all together have fewer.
  std::int64_t GamesBeforeNewest(std::int64_t positions) const;

  // Numbers of the games with `number >= first`, ascending.
  std::vector<std::int64_t> GameNumbersFrom(std::int64_t first) const;

  // An evaluation of the same step and opponent is replaced, in its place. Throws
  // std::invalid_argument for a NaN; infinite numbers are kept.
  void AddEvaluation(const EvaluationRow& row);
  std::vector<EvaluationRow> Evaluations() const;  // By step, then in the order they were added.

  // Metrics of the same step are replaced. Throws std::invalid_argument for a NaN.
  void AddMetrics(const MetricsRow& row);
  std::vector<MetricsRow> Metrics() const;  // By step.

 private:
  std::unique_ptr<sqlite::Database> database_;
};

}  // namespace lielow

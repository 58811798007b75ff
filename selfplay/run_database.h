// The database of one training run: games, evaluations and figures. SQLite in WAL mode.
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
#include <limits>
#include <map>
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

// What an iteration of the training loop came to, by name: "policy_loss", "minutes", ...
struct FigureRow {
  std::int64_t step = 0;
  std::map<std::string, double> figures;

  // `otherwise` where there is no such figure.
  double Get(const std::string& name, double otherwise = 0) const {
    const auto found = figures.find(name);
    return found == figures.end() ? otherwise : found->second;
  }

  bool operator==(const FigureRow&) const = default;
};

// Two games of a ladder from one opening, colours swapped.
struct LadderRow {
  int size = 8;
  std::string a;  // Players, as in commands.
  std::string b;
  int opening = 0;  // Its number in the ladder's list.
  bool a_won_as_blue = false;
  bool a_won_as_red = false;

  bool operator==(const LadderRow&) const = default;
};

// What was new among games that were to be added.
struct AddedGames {
  std::int64_t games = 0;
  std::int64_t positions = 0;  // Trained.

  bool operator==(const AddedGames&) const = default;
};

// Who played games: 0 is the training itself.
using GameSource = std::int64_t;
inline constexpr GameSource kTrainingSource = 0;

// The finished games in numbers.
struct GameSummary {
  std::int64_t games = 0;
  std::int64_t positions = 0;  // Trained.
  std::int64_t plies = 0;
  std::int64_t blue_wins = 0;
  std::int64_t kings_moved_off = 0;
  std::int64_t resigned = 0;
  std::int64_t dropped = 0;  // Without their moves, see DropOldestMoves.

  // Games that were played on although somebody would have resigned, and those of them that this
  // player won all the same.
  std::int64_t resignations_tested = 0;
  std::int64_t resignations_wrong = 0;
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

  // The source of games by this player, with this seed and options: the same one each time.
  GameSource SourceOf(std::uint64_t seed, const std::string& player, const std::string& options);

  // Adds finished games in one transaction; each call waits for the disk, so many games a call are
  // faster. A game whose source and number are there already is left as it is. If it throws, none
  // was added: std::runtime_error, or std::invalid_argument for a game that is not finished, that
  // EncodeMoves refuses or whose start no position string gives.
  AddedGames AddGames(std::span<const RecordedGame> games, GameSource source = kTrainingSource);

  // The same for games of several sources: sources[i] is that of games[i]. REQUIRES: as many
  // sources as games.
  AddedGames AddGames(std::span<const RecordedGame> games, std::span<const GameSource> sources);

  // Where a number of `games` is given, only the first so many of all are looked at.
  static constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

  std::int64_t GameCount() const;
  std::int64_t PositionCount(std::int64_t games = kAll) const;  // Trained positions.

  // Games in the order they were added, after the first `skip`, at most `limit`; without those
  // whose moves were dropped. REQUIRES: skip >= 0, limit >= 0.
  std::vector<RecordedGame> Games(std::int64_t skip, std::int64_t limit) const;

  // How many games to skip so that those left have at least `positions` trained positions, with no
  // game more than needed; 0 if all together have fewer.
  std::int64_t GamesBeforeNewest(std::int64_t positions, std::int64_t games = kAll) const;

  // Numbers of the games of a source, ascending.
  std::vector<std::int64_t> GameNumbers(GameSource source = kTrainingSource,
                                        std::int64_t games = kAll) const;

  // The id of the last game; 0 if there is none.
  std::int64_t LastId(std::int64_t games = kAll) const;

  // The games after `last_id` that are not of the training itself; moves `last_id` on.
  std::vector<RecordedGame> GamesOfOthers(std::int64_t& last_id) const;

  // Drops the moves of the oldest games until what is left takes at most `bytes`, with the free
  // room in the file not counted: new games fill it. Games keep their row, and are counted. Returns
  // how many were dropped.
  std::int64_t DropOldestMoves(std::int64_t bytes);

  GameSummary Summary() const;

  // Looks at the whole file and reads every game. Throws InputError naming the first fault.
  void CheckAll() const;

  // An evaluation of the same step and opponent is replaced, in its place. Throws
  // std::invalid_argument for a NaN; infinite numbers are kept.
  void AddEvaluation(const EvaluationRow& row);
  std::vector<EvaluationRow> Evaluations() const;  // By step, then in the order they were added.

  // Figures of the same step are replaced. Throws std::invalid_argument for a NaN.
  void AddFigures(const FigureRow& row);
  std::vector<FigureRow> Figures() const;  // By step.

  // Adds results in one transaction; those of the same players and opening are replaced.
  void AddLadderRows(std::span<const LadderRow> rows);
  std::vector<LadderRow> LadderRows(int size) const;  // In the order they were added.

  // What the run chose for a configuration field whose value is `auto`.
  void StoreChoice(const std::string& field, const std::string& value);
  std::optional<std::string> Choice(const std::string& field) const;

 private:
  std::unique_ptr<sqlite::Database> database_;
};

}  // namespace lielow

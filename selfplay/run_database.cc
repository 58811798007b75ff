#include "selfplay/run_database.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>
#include <string_view>

#include "game/input_error.h"
#include "selfplay/run_database_schema.h"

namespace lielow {
namespace {

using sqlite::Bytes;
using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

std::optional<std::string> LetterOrNull(const std::optional<Color>& color) {
  if (!color) return std::nullopt;
  return std::string(Letter(*color));
}

// The position string of an unusual start; nullopt for the standard one. Throws
// std::invalid_argument where no position string gives the start: the game could not be read again.
std::optional<std::string> StartText(const RecordedGame& game) {
  if (game.start == Position(game.start.size())) return std::nullopt;
  std::string text = game.start.ToString();
  try {
    if (Position::Parse(text) == game.start) return text;
  } catch (const InputError&) {
    // Refused below.
  }
  throw std::invalid_argument("game " + std::to_string(game.number) + ": no position string for " +
                              text);
}

// The games for which `condition` holds, for ReadGames.
std::string GameQuery(const char* condition) {
  return std::string(
             "SELECT number, seed, model_step, size, start, plies, positions, winner, ending,"
             " would_resign, moves FROM games LEFT JOIN game_moves USING (id)"
             " WHERE moves_bytes > 0 AND ") +
         condition;
}

// REQUIRES: a row of a GameQuery.
RecordedGame ReadGame(const Statement& row) {
  RecordedGame game;
  game.number = row.Integer(0);
  game.seed = std::bit_cast<std::uint64_t>(row.Integer(1));
  game.start =
      row.IsNull(4) ? Position(static_cast<int>(row.Integer(3))) : Position::Parse(row.Text(4));
  if (!row.IsNull(9)) game.would_resign = row.Text(9) == "b" ? Color::kBlue : Color::kRed;
  DecodeMoves(row.Blob(10), row.Integer(2), game);
  if (game.start.size() != row.Integer(3) || std::ssize(game.moves) != row.Integer(5) ||
      game.model_step() != row.Integer(2) || game.TrainedPositions() != row.Integer(6) ||
      Letter(game.winner) != row.Text(7) || TerminationText(game.termination) != row.Text(8) ||
      (game.would_resign && Letter(*game.would_resign) != row.Text(9))) {
    throw InputError("recorded game: its columns contradict its moves");
  }
  return game;
}

std::vector<RecordedGame> ReadGames(Statement& query, const std::string& file) {
  std::vector<RecordedGame> games;
  while (query.Step()) {
    try {
      games.push_back(ReadGame(query));
    } catch (const InputError& error) {
      throw InputError(file + ": game " + std::to_string(query.Integer(0)) + ": " + error.what());
    }
  }
  return games;
}

}  // namespace

RunDatabase::RunDatabase(const std::filesystem::path& path, Mode mode)
    : database_(OpenRunDatabase(path, mode == Mode::kReadOnly ? Database::Mode::kReadOnly
                                                              : Database::Mode::kReadWrite)) {}

RunDatabase::~RunDatabase() = default;
RunDatabase::RunDatabase(RunDatabase&&) noexcept = default;
RunDatabase& RunDatabase::operator=(RunDatabase&&) noexcept = default;

GameSource RunDatabase::SourceOf(std::uint64_t seed, const std::string& player,
                                 const std::string& options) {
  Statement insert(*database_,
                   "INSERT INTO sources (seed, player, options) VALUES (?, ?, ?)"
                   " ON CONFLICT (seed, player, options) DO NOTHING");
  insert.Bind(std::bit_cast<std::int64_t>(seed), player, options);
  insert.Run();
  Statement select(*database_,
                   "SELECT id FROM sources WHERE seed = ? AND player = ? AND options = ?");
  select.Bind(std::bit_cast<std::int64_t>(seed), player, options);
  select.Step();
  return select.Integer(0);
}

AddedGames RunDatabase::AddGames(std::span<const RecordedGame> games, GameSource source) {
  return AddGames(games, std::vector<GameSource>(games.size(), source));
}

AddedGames RunDatabase::AddGames(std::span<const RecordedGame> games,
                                 std::span<const GameSource> sources) {
  assert(games.size() == sources.size());
  if (games.empty()) return {};
  AddedGames added;
  Transaction transaction(*database_);
  Statement insert(*database_,
                   "INSERT INTO games (source, number, seed, model_step, size, start, plies,"
                   " positions, winner, ending, would_resign, moves_bytes)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                   " ON CONFLICT (source, number) DO NOTHING");
  Statement insert_moves(*database_,
                         "INSERT INTO game_moves (id, moves) VALUES (last_insert_rowid(), ?)");
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RecordedGame& game = games[i];
    if (game.termination == Termination::kUnfinished) {
      throw std::invalid_argument("game " + std::to_string(game.number) + ": is not finished");
    }
    const std::string moves = EncodeMoves(game);
    const int positions = game.TrainedPositions();
    insert.Bind(sources[i], game.number, std::bit_cast<std::int64_t>(game.seed), game.model_step(),
                game.start.size(), StartText(game), static_cast<std::int64_t>(game.moves.size()),
                positions, Letter(game.winner), TerminationText(game.termination),
                LetterOrNull(game.would_resign), static_cast<std::int64_t>(moves.size()));
    insert.Run();
    if (database_->QueryInteger("SELECT changes()") == 0) continue;
    insert_moves.Bind(Bytes{moves});
    insert_moves.Run();
    ++added.games;
    added.positions += positions;
  }
  transaction.Commit();
  return added;
}

std::int64_t RunDatabase::GameCount() const {
  return database_->QueryInteger("SELECT count(*) FROM games");
}

std::int64_t RunDatabase::PositionCount(std::int64_t games) const {
  Statement sum(*database_,
                "SELECT coalesce(sum(positions), 0) FROM (SELECT positions FROM games"
                " INDEXED BY games_positions ORDER BY id LIMIT ?)");
  sum.Bind(games);
  sum.Step();
  return sum.Integer(0);
}

std::vector<RecordedGame> RunDatabase::Games(std::int64_t skip, std::int64_t limit) const {
  assert(skip >= 0 && limit >= 0);
  // The inner query walks over the skipped games in the small index.
  Statement select(*database_, GameQuery("id >= (SELECT id FROM games INDEXED BY games_positions"
                                         " ORDER BY id LIMIT 1 OFFSET ?) ORDER BY id LIMIT ?")
                                   .c_str());
  select.Bind(skip, limit);
  return ReadGames(select, database_->name());
}

std::int64_t RunDatabase::GamesBeforeNewest(std::int64_t positions, std::int64_t games) const {
  Statement newest_first(*database_,
                         "SELECT positions FROM games INDEXED BY games_positions WHERE id <= ?"
                         " ORDER BY id DESC");
  newest_first.Bind(LastId(games));
  games = std::min(games, GameCount());
  while (positions > 0 && newest_first.Step()) {
    positions -= newest_first.Integer(0);
    --games;
  }
  return games;
}

std::vector<std::int64_t> RunDatabase::GameNumbers(GameSource source, std::int64_t games) const {
  Statement select(*database_,
                   "SELECT number FROM games WHERE source = ? AND id <= ? ORDER BY number");
  select.Bind(source, LastId(games));
  std::vector<std::int64_t> numbers;
  while (select.Step()) numbers.push_back(select.Integer(0));
  return numbers;
}

std::int64_t RunDatabase::LastId(std::int64_t games) const {
  Statement select(*database_,
                   "SELECT coalesce(max(id), 0) FROM (SELECT id FROM games"
                   " INDEXED BY games_positions ORDER BY id LIMIT ?)");
  select.Bind(games);
  select.Step();
  return select.Integer(0);
}

std::vector<RecordedGame> RunDatabase::GamesOfOthers(std::int64_t& last_id) const {
  const std::int64_t newest = LastId();
  Statement select(*database_, GameQuery("id > ? AND id <= ? AND source <> ? ORDER BY id").c_str());
  select.Bind(last_id, newest, kTrainingSource);
  last_id = newest;
  return ReadGames(select, database_->name());
}

std::int64_t RunDatabase::DropOldestMoves(std::int64_t bytes) {
  const auto used = [&] {
    return (database_->QueryInteger("PRAGMA page_count") -
            database_->QueryInteger("PRAGMA freelist_count")) *
           database_->QueryInteger("PRAGMA page_size");
  };
  constexpr std::int64_t kAtATime = 50;
  std::int64_t dropped = 0;
  while (used() > bytes) {
    Transaction transaction(*database_);
    Statement oldest(*database_,
                     "SELECT max(id) FROM (SELECT id FROM game_moves ORDER BY id LIMIT ?)");
    oldest.Bind(kAtATime);
    oldest.Step();
    if (oldest.IsNull(0)) break;
    Statement mark(*database_,
                   "UPDATE games SET moves_bytes = 0 WHERE id <= ? AND moves_bytes > 0");
    mark.Bind(oldest.Integer(0));
    mark.Run();
    dropped += database_->QueryInteger("SELECT changes()");
    Statement drop(*database_, "DELETE FROM game_moves WHERE id <= ?");
    drop.Bind(oldest.Integer(0));
    drop.Run();
    transaction.Commit();
  }
  return dropped;
}

GameSummary RunDatabase::Summary() const {
  Statement select(*database_,
                   "SELECT count(*), coalesce(sum(positions), 0), coalesce(sum(plies), 0),"
                   " count(*) FILTER (WHERE winner = 'b'),"
                   " count(*) FILTER (WHERE ending = 'king moved off'),"
                   " count(*) FILTER (WHERE ending = 'resigned'),"
                   " count(*) FILTER (WHERE moves_bytes = 0),"
                   " count(would_resign), count(*) FILTER (WHERE would_resign = winner)"
                   " FROM games");
  select.Step();
  return {.games = select.Integer(0),
          .positions = select.Integer(1),
          .plies = select.Integer(2),
          .blue_wins = select.Integer(3),
          .kings_moved_off = select.Integer(4),
          .resigned = select.Integer(5),
          .dropped = select.Integer(6),
          .resignations_tested = select.Integer(7),
          .resignations_wrong = select.Integer(8)};
}

void RunDatabase::CheckAll() const {
  Statement check(*database_, "PRAGMA integrity_check(1)");
  check.Step();
  if (check.Text(0) != "ok") {
    throw InputError(database_->name() + ": " + std::string(check.Text(0)));
  }
  constexpr std::int64_t kAtATime = 1000;
  const std::int64_t games = GameCount();
  for (std::int64_t skip = 0; skip < games; skip += kAtATime) Games(skip, kAtATime);
}

void RunDatabase::AddEvaluation(const EvaluationRow& row) {
  // Updated in its place, not deleted and added again: it keeps its order.
  Statement insert(*database_,
                   "INSERT INTO evaluations (step, opponent, games, score, elo, elo_low, elo_high,"
                   " minutes) VALUES (?, ?, ?, :score, :elo, :elo_low, :elo_high, :minutes)"
                   " ON CONFLICT (step, opponent) DO UPDATE SET games = excluded.games,"
                   " score = excluded.score, elo = excluded.elo, elo_low = excluded.elo_low,"
                   " elo_high = excluded.elo_high, minutes = excluded.minutes");
  insert.Bind(row.step, row.opponent, row.games, row.score, row.elo, row.elo_low, row.elo_high,
              row.minutes);
  insert.Run();
}

std::vector<EvaluationRow> RunDatabase::Evaluations() const {
  Statement select(*database_,
                   "SELECT step, opponent, games, score, elo, elo_low, elo_high, minutes"
                   " FROM evaluations ORDER BY step, id");
  std::vector<EvaluationRow> rows;
  while (select.Step()) {
    rows.push_back({.step = select.Integer(0),
                    .opponent = std::string(select.Text(1)),
                    .games = static_cast<int>(select.Integer(2)),
                    .score = select.Real(3),
                    .elo = select.Real(4),
                    .elo_low = select.Real(5),
                    .elo_high = select.Real(6),
                    .minutes = select.Real(7)});
  }
  return rows;
}

void RunDatabase::AddFigures(const FigureRow& row) {
  Transaction transaction(*database_);
  Statement clear(*database_, "DELETE FROM figures WHERE step = ?");
  clear.Bind(row.step);
  clear.Run();
  Statement insert(*database_, "INSERT INTO figures (step, name, value) VALUES (?, ?, :value)");
  for (const auto& [name, value] : row.figures) {
    insert.Bind(row.step, name, value);
    insert.Run();
  }
  transaction.Commit();
}

std::vector<FigureRow> RunDatabase::Figures() const {
  Statement select(*database_, "SELECT step, name, value FROM figures ORDER BY step");
  std::vector<FigureRow> rows;
  while (select.Step()) {
    const std::int64_t step = select.Integer(0);
    if (rows.empty() || rows.back().step != step) rows.push_back({.step = step, .figures = {}});
    rows.back().figures[std::string(select.Text(1))] = select.Real(2);
  }
  return rows;
}

void RunDatabase::AddLadderRows(std::span<const LadderRow> rows) {
  Transaction transaction(*database_);
  Statement insert(*database_,
                   "INSERT OR REPLACE INTO ladder (size, a, b, opening, a_won_as_blue, "
                   "a_won_as_red) VALUES (?, ?, ?, ?, ?, ?)");
  for (const LadderRow& row : rows) {
    insert.Bind(row.size, row.a, row.b, row.opening, row.a_won_as_blue ? 1 : 0,
                row.a_won_as_red ? 1 : 0);
    insert.Run();
  }
  transaction.Commit();
}

std::vector<LadderRow> RunDatabase::LadderRows(int size) const {
  Statement select(*database_,
                   "SELECT a, b, opening, a_won_as_blue, a_won_as_red FROM ladder "
                   "WHERE size = ? ORDER BY id");
  select.Bind(size);
  std::vector<LadderRow> rows;
  while (select.Step()) {
    rows.push_back({.size = size,
                    .a = std::string(select.Text(0)),
                    .b = std::string(select.Text(1)),
                    .opening = static_cast<int>(select.Integer(2)),
                    .a_won_as_blue = select.Integer(3) != 0,
                    .a_won_as_red = select.Integer(4) != 0});
  }
  return rows;
}

void RunDatabase::StoreChoice(const std::string& field, const std::string& value) {
  Statement insert(*database_, "INSERT OR REPLACE INTO choices (name, value) VALUES (?, ?)");
  insert.Bind(field, value);
  insert.Run();
}

std::optional<std::string> RunDatabase::Choice(const std::string& field) const {
  Statement select(*database_, "SELECT value FROM choices WHERE name = ?");
  select.Bind(field);
  if (!select.Step()) return std::nullopt;
  return std::string(select.Text(0));
}

}  // namespace lielow

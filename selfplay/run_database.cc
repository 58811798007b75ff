#include "selfplay/run_database.h"

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

std::string_view EndingText(Ending ending) {
  return ending == Ending::kKingCaptured ? "king captured" : "king moved off";
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

// REQUIRES: a row of number, seed, model_step, size, start, plies, positions, winner, ending,
// moves.
RecordedGame ReadGame(const Statement& row) {
  RecordedGame game;
  game.number = row.Integer(0);
  game.seed = std::bit_cast<std::uint64_t>(row.Integer(1));
  game.model_step = row.Integer(2);
  game.start =
      row.IsNull(4) ? Position(static_cast<int>(row.Integer(3))) : Position::Parse(row.Text(4));
  DecodeMoves(row.Blob(9), game);
  if (game.start.size() != row.Integer(3) || std::ssize(game.moves) != row.Integer(5) ||
      game.TrainedPositions() != row.Integer(6) || Letter(game.winner) != row.Text(7) ||
      EndingText(game.ending) != row.Text(8)) {
    throw InputError("recorded game: its columns contradict its moves");
  }
  return game;
}

}  // namespace

RunDatabase::RunDatabase(const std::filesystem::path& path, Mode mode)
    : database_(OpenRunDatabase(path, mode == Mode::kReadOnly ? Database::Mode::kReadOnly
                                                              : Database::Mode::kReadWrite)) {}

RunDatabase::~RunDatabase() = default;
RunDatabase::RunDatabase(RunDatabase&&) noexcept = default;
RunDatabase& RunDatabase::operator=(RunDatabase&&) noexcept = default;

void RunDatabase::AddGames(std::span<const RecordedGame> games) {
  if (games.empty()) return;
  Transaction transaction(*database_);
  Statement insert(*database_,
                   "INSERT INTO games (number, seed, model_step, size, start, plies, positions,"
                   " winner, ending, moves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                   " ON CONFLICT (number) DO NOTHING");
  for (const RecordedGame& game : games) {
    const std::string moves = EncodeMoves(game);
    insert.Bind(game.number, std::bit_cast<std::int64_t>(game.seed), game.model_step,
                game.start.size(), StartText(game), static_cast<std::int64_t>(game.moves.size()),
                game.TrainedPositions(), Letter(game.winner), EndingText(game.ending),
                Bytes{moves});
    insert.Run();
  }
  transaction.Commit();
}

std::int64_t RunDatabase::GameCount() const {
  return database_->QueryInteger("SELECT count(*) FROM games");
}

std::int64_t RunDatabase::PositionCount() const {
  return database_->QueryInteger(
      "SELECT coalesce(sum(positions), 0) FROM games INDEXED BY games_positions");
}

std::vector<RecordedGame> RunDatabase::Games(std::int64_t skip, std::int64_t limit) const {
  assert(skip >= 0 && limit >= 0);
  // The inner query walks over the skipped games in the small index.
  Statement select(*database_,
                   "SELECT number, seed, model_step, size, start, plies, positions, winner, ending,"
                   " moves FROM games WHERE id >= (SELECT id FROM games INDEXED BY games_positions"
                   " ORDER BY id LIMIT 1 OFFSET ?) ORDER BY id LIMIT ?");
  select.Bind(skip, limit);
  std::vector<RecordedGame> games;
  while (select.Step()) {
    try {
      games.push_back(ReadGame(select));
    } catch (const InputError& error) {
      throw InputError(database_->name() + ": game " + std::to_string(select.Integer(0)) + ": " +
                       error.what());
    }
  }
  return games;
}

std::int64_t RunDatabase::GamesBeforeNewest(std::int64_t positions) const {
  Statement newest_first(*database_,
                         "SELECT positions FROM games INDEXED BY games_positions ORDER BY id DESC");
  std::int64_t games = GameCount();
  while (positions > 0 && newest_first.Step()) {
    positions -= newest_first.Integer(0);
    --games;
  }
  return games;
}

std::vector<std::int64_t> RunDatabase::GameNumbersFrom(std::int64_t first) const {
  Statement select(*database_, "SELECT number FROM games WHERE number >= ? ORDER BY number");
  select.Bind(first);
  std::vector<std::int64_t> numbers;
  while (select.Step()) numbers.push_back(select.Integer(0));
  return numbers;
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

void RunDatabase::AddMetrics(const MetricsRow& row) {
  Statement insert(*database_,
                   "INSERT OR REPLACE INTO metrics (step, minutes, games, positions, policy_loss,"
                   " value_loss, positions_per_second, learning_rate) VALUES (?, :minutes, ?, ?,"
                   " :policy_loss, :value_loss, :positions_per_second, :learning_rate)");
  insert.Bind(row.step, row.minutes, row.games, row.positions, row.policy_loss, row.value_loss,
              row.positions_per_second, row.learning_rate);
  insert.Run();
}

std::vector<MetricsRow> RunDatabase::Metrics() const {
  Statement select(*database_,
                   "SELECT step, minutes, games, positions, policy_loss, value_loss,"
                   " positions_per_second, learning_rate FROM metrics ORDER BY step");
  std::vector<MetricsRow> rows;
  while (select.Step()) {
    rows.push_back({.step = select.Integer(0),
                    .minutes = select.Real(1),
                    .games = select.Integer(2),
                    .positions = select.Integer(3),
                    .policy_loss = select.Real(4),
                    .value_loss = select.Real(5),
                    .positions_per_second = select.Real(6),
                    .learning_rate = select.Real(7)});
  }
  return rows;
}

}  // namespace lielow

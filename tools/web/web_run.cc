#include "tools/web/web_run.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "game/input_error.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "tools/web/position_view.h"
#include "tools/web/web_error.h"
#include "tools/web/web_record.h"

namespace lielow {
namespace {

constexpr std::int64_t kNewestGames = 20;

// Of a curve; more than a screen can show are left out.
constexpr std::size_t kMostPoints = 400;

RunDatabase Open(const std::filesystem::path& directory) {
  return {RunDirectory(directory).database(), RunDatabase::Mode::kReadOnly};
}

Json FiguresJson(const std::vector<FigureRow>& rows) {
  const std::size_t stride = std::max<std::size_t>(1, rows.size() / kMostPoints);
  Json figures = Json::object();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % stride != 0 && i + 1 != rows.size()) continue;
    for (const auto& [name, value] : rows[i].figures) {
      figures[name].push_back({rows[i].step, value});
    }
  }
  return figures;
}

Json ScoresJson(const std::vector<EvaluationRow>& rows) {
  Json scores = Json::array();
  for (const EvaluationRow& row : rows) {
    scores.push_back({{"step", row.step},
                      {"minutes", row.minutes},
                      {"opponent", row.opponent},
                      {"games", row.games},
                      {"score", row.score}});
  }
  return scores;
}

// What the search thought of the side that moved.
std::string ValueText(Color side, const RecordedMove& move) {
  const std::string name = Name(side);
  if (move.proof == Proof::kWin) return "{ " + name + " wins }";
  if (move.proof == Proof::kLoss) return "{ " + name + " loses }";
  char percent[16];
  std::snprintf(percent, sizeof(percent), "%.0f %%", 100 * static_cast<double>(move.value));
  return "{ " + name + " wins with " + percent + " }";
}

// Games have their place in the database as their id here, from 1.
GameRecord RecordOf(const RecordedGame& game, std::int64_t id) {
  GameRecord record;
  record.SetTag("Event", "self-play, game " + std::to_string(id));
  record.SetTag("Blue", "step " + std::to_string(game.model_step()));
  record.SetTag("Red", "step " + std::to_string(game.model_step()));
  record.start = game.start;
  record.winner = game.winner;
  record.termination = game.termination;
  Color side = game.start.to_move();
  for (const RecordedMove& move : game.moves) {
    record.moves.push_back(move.move);
    if (move.effort != Effort::kNone) {
      record.annotations.push_back(
          {.ply = static_cast<int>(record.moves.size()), .text = ValueText(side, move)});
    }
    side = Other(side);
  }
  return record;
}

// How the machines are that play the games; null where there are none but this.
Json WorkersJson(const RunDirectory& directory) {
  std::ifstream file(directory.workers());
  if (!file) return nullptr;
  Json json = Json::parse(file, nullptr, false);
  return json.is_object() ? json : Json(nullptr);
}

}  // namespace

WebRun::WebRun(const std::filesystem::path& directory) : directory_(directory) {
  std::error_code ignored;
  if (!std::filesystem::exists(RunDirectory(directory).database(), ignored)) {
    throw InputError("--run: " + directory.string() + ": is no run directory (it has no run.db)");
  }
  Open(directory);  // Throws if it is none that we can read.
}

Json WebRun::Overview() const {
  const RunDatabase database = Open(directory_);
  const std::vector<FigureRow> rows = database.Figures();
  const FigureRow last = rows.empty() ? FigureRow{} : rows.back();
  const std::int64_t count = database.GameCount();
  const std::int64_t first = std::max<std::int64_t>(0, count - kNewestGames);
  std::vector<RecordedGame> games = database.Games(first, kNewestGames);
  Json newest = Json::array();
  // Those whose moves were dropped are the oldest.
  std::int64_t id = count;
  for (auto game = games.rbegin(); game != games.rend(); ++game, --id) {
    newest.push_back({{"id", id},
                      {"winner", ColorWord(game->winner)},
                      {"plies", game->moves.size()},
                      {"step", game->model_step()}});
  }
  std::error_code ignored;
  return {{"name", std::filesystem::weakly_canonical(directory_, ignored).filename().string()},
          {"step", last.step},
          {"minutes", last.Get("minutes")},
          {"games", count},
          {"positions", database.PositionCount()},
          {"figures", FiguresJson(rows)},
          {"scores", ScoresJson(database.Evaluations())},
          {"newest", newest},
          {"cluster", WorkersJson(RunDirectory(directory_))}};
}

Json WebRun::Game(std::int64_t id) const {
  const RunDatabase database = Open(directory_);
  if (id < 1 || id > database.GameCount()) throw WebError(kNotFound, "there is no such game");
  const std::vector<RecordedGame> games = database.Games(id - 1, 1);
  if (games.empty()) throw WebError(kNotFound, "the moves of this game were dropped");
  return ReadGamesJson(WriteGameRecord(RecordOf(games.front(), id)))["games"][0];
}

}  // namespace lielow

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "game/input_error.h"
#include "selfplay/run_database.h"
#include "tools/commands.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

struct StatusOptions {
  std::string directory;
  bool json = false;
};

// The newest model of the run that has one in its figures; null before the first.
Json ModelJson(const std::filesystem::path& directory, std::int64_t step) {
  const auto path = directory / "models" / (std::to_string(step) + ".safetensors");
  return std::filesystem::exists(path) ? Json(path.string()) : Json(nullptr);
}

void RunStatus(const StatusOptions& options) {
  const std::filesystem::path directory = options.directory;
  std::error_code ignored;
  if (!std::filesystem::exists(directory / "run.db", ignored)) {
    throw InputError(options.directory + ": is no run directory (it has no run.db)");
  }
  const RunDatabase database(directory / "run.db", RunDatabase::Mode::kReadOnly);
  const std::vector<FigureRow> rows = database.Figures();
  const FigureRow last = rows.empty() ? FigureRow{} : rows.back();
  const std::vector<EvaluationRow> evaluations = database.Evaluations();

  if (options.json) {
    Json ratings = Json::array();
    for (const EvaluationRow& row : evaluations) {
      ratings.push_back({{"step", row.step},
                         {"opponent", row.opponent},
                         {"score", row.score},
                         {"games", row.games},
                         {"elo", row.elo},
                         {"elo_low", row.elo_low},
                         {"elo_high", row.elo_high},
                         {"minutes", row.minutes}});
    }
    PrintJson({{"games", database.GameCount()},
               {"positions", database.PositionCount()},
               {"steps", last.step},
               {"model", ModelJson(directory, last.step)},
               {"minutes", last.Get("minutes")},
               {"policy_loss", last.Get("policy_loss")},
               {"value_loss", last.Get("value_loss")},
               {"ratings", ratings}});
    return;
  }
  std::printf("%s: %s games, %s positions, step %s, %.1f minutes\n", options.directory.c_str(),
              std::to_string(database.GameCount()).c_str(),
              std::to_string(database.PositionCount()).c_str(), std::to_string(last.step).c_str(),
              last.Get("minutes"));
  for (const EvaluationRow& row : evaluations) {
    std::printf("step %s against %s: %.1f %% of %d games, Elo %+.0f [%+.0f, %+.0f]\n",
                std::to_string(row.step).c_str(), row.opponent.c_str(), 100 * row.score, row.games,
                row.elo, row.elo_low, row.elo_high);
  }
}

}  // namespace

void AddStatusCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("status", "What a training run has done so far");
  auto options = std::make_shared<StatusOptions>();
  command->add_option("DIR", options->directory, "Run directory")->required();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow status runs/quickstart");
  command->callback([options] { RunStatus(*options); });
}

}  // namespace lielow

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "game/input_error.h"
#include "selfplay/run_database.h"
#include "tools/cluster/broker.h"
#include "tools/cluster/cluster_state.h"
#include "tools/commands.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

struct StatusOptions {
  std::string directory;
  std::string server;
  std::string run;
  bool json = false;
};

// The newest model of the run that has one in its figures; null before the first.
Json ModelJson(const std::filesystem::path& directory, std::int64_t step) {
  const auto path = directory / "models" / (std::to_string(step) + ".safetensors");
  return std::filesystem::exists(path) ? Json(path.string()) : Json(nullptr);
}

// Of a run that is played on many machines, by its server.
void RunClusterStatus(const StatusOptions& options) {
  const auto broker =
      ConnectBroker(ReadBrokerOptions(options.server, "lielow status"), options.run);
  const ClusterState state = ReadClusterState(*broker);
  if (options.json) {
    PrintJson(ClusterJson(state));
  } else {
    std::fputs(ClusterText(state).c_str(), stdout);
  }
}

void RunStatus(const StatusOptions& options) {
  if (!options.server.empty()) {
    if (options.run.empty()) throw InputError("--server: expected the name of the run with --run");
    return RunClusterStatus(options);
  }
  if (options.directory.empty()) {
    throw InputError("expected a run directory, or --server and --run");
  }
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
  command->add_option("DIR", options->directory, "Run directory");
  command->add_option("--server", options->server,
                      "Ask this NATS server about a run on many machines: nats://HOST:PORT[,...]");
  command->add_option("--run", options->run, "Its name");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(BrokerEnvironmentHelp() +
                  "Example: lielow status runs/quickstart\n"
                  "Example: lielow status --server nats://learner:4222 --run 8x8");
  command->callback([options] { RunStatus(*options); });
}

}  // namespace lielow

#include <memory>

#include "tools/cluster/remote_production.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/number_checks.h"
#include "tools/player_spec.h"
#include "tools/program.h"
#include "tools/shipped_files.h"
#include "train/loop.h"

namespace lielow {
namespace {

struct TrainOptions {
  std::string config;
  std::string run;
  std::vector<std::string> sets;
  std::optional<double> max_minutes;
  std::string server;
  RemoteOptions remote;
};

// Games by workers, through the server.
ProductionMaker RemoteMaker(const TrainOptions& options, const std::string& run) {
  CheckBrokerRun(run);
  const BrokerOptions server = ReadBrokerOptions(options.server, "lielow train " + run);
  return [server, run, remote = options.remote](const Config& config, const RunDirectory& directory,
                                                Experience& experience) {
    return std::make_unique<RemoteProduction>(config, directory, experience,
                                              ConnectBroker(server, run), remote);
  };
}

int RunTrain(const TrainOptions& options) {
  TrainRequest request;
  request.config = LoadConfig(FindConfig(options.config), options.sets);
  request.directory = options.run.empty() ? "runs/" + request.config.name : options.run;
  request.max_minutes = options.max_minutes;
  request.make_opponent = [](const std::string& text, int size) { return ParsePlayer(text, size); };
  if (!options.server.empty()) {
    request.make_production = RemoteMaker(options, request.config.name);
  }
  request.interrupted = &InterruptGracefully("\nfinishing and saving; once more to stop at once\n");
  return Train(request) == TrainEnd::kInterrupted ? kExitInterrupted : kExitDone;
}

}  // namespace

void AddTrainCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("train", "Start a training run, or go on with one");
  auto options = std::make_shared<TrainOptions>();
  command->add_option("CONFIG", options->config, "Configuration (YAML)")->required();
  command->add_option("--run", options->run, "Run directory [runs/NAME of the configuration]");
  command->add_option("--set", options->sets, "Override a field: --set selfplay.simulations=16")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--max-minutes", options->max_minutes, "End this session after so long")
      ->check(NumberCheck(0.001, 1e9));
  command->add_option("--server", options->server,
                      "Learn from the games of workers, through NATS: nats://HOST:PORT[,...]");
  command
      ->add_option("--replicas", options->remote.replicas,
                   "Servers of the cluster that keep each game [1]")
      ->check(CLI::Range(1, 5));
  command->add_flag("--replace", options->remote.replace,
                    "Remove another run of this name from the server");
  command->footer("Ctrl-C finishes the step, saves and ends; the same command goes on.\n" +
                  BrokerEnvironmentHelp() +
                  "Example: lielow train configs/quickstart.yaml --run runs/first");
  command->callback([options, &exit_code] { exit_code = RunTrain(*options); });
}

}  // namespace lielow

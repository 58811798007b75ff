#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "game/input_error.h"
#include "tools/benchmarks.h"
#include "tools/commands.h"
#include "tools/number_checks.h"

namespace lielow {
namespace {

// All of them where no name is given.
void RunBench(const std::vector<std::string>& names, const BenchOptions& options) {
  const auto wanted = [&](const char* name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  CheckBenchConfig(options);
  if (wanted("rules")) BenchRules(options);
  if (wanted("search")) BenchSearch(options);
  if (wanted("network")) BenchNetwork(options);
  if (wanted("selfplay")) BenchSelfPlay(options);
}

void AddTruthBench(CLI::App& bench) {
  CLI::App* command = bench.add_subcommand(
      "truth", "How often players are right about positions of games that can be solved");
  auto options = std::make_shared<TruthBenchOptions>();
  command->add_option("GAMES", options->games, "A run's directory or database")->required();
  command->add_option("--player", options->players, "Who is judged; may be given several times")
      ->required()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--positions", options->positions, "Positions of either kind")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--max-nodes", options->max_nodes, "Limit of the solver for each move")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Which positions are drawn")
      ->check(SeedCheck())
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object a player");
  command->footer(
      "Example: lielow bench truth runs/study5x5 --player net:runs/study5x5,sims=64 "
      "--player net:runs/study5x5@0,sims=64");
  command->callback([options] { BenchTruth(*options); });
}

void AddServeBench(CLI::App& bench) {
  CLI::App* command = bench.add_subcommand(
      "serve", "How soon the web server answers among many visitors, good and bad ones");
  auto options = std::make_shared<ServeBenchOptions>();
  command->add_option("--visitors", options->visitors, "Visitors at the same time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--bad", options->bad, "How many of them misbehave")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->add_option("--moves", options->moves, "Moves that each good one asks for")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command->add_option("--pause", options->pause_seconds, "Seconds that it waits before each")
      ->check(NumberCheck(0, 3600))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow bench serve --visitors 200 --bad 100");
  command->callback([options] {
    if (options->bad > options->visitors) throw InputError("--bad: allowed is at most --visitors");
    BenchServe(*options);
  });
}

#ifdef LIELOW_HAS_TORCH

void AddLearningBench(CLI::App& bench) {
  CLI::App* command =
      bench.add_subcommand("learning", "How well a network learns from games that are there");
  auto options = std::make_shared<LearningBenchOptions>();
  command->add_option("GAMES", options->games, "A run's directory or database")->required();
  command->add_option("--config", options->config, "Configuration (YAML) [the defaults]");
  command->add_option("--set", options->sets, "A field of the configuration, a.b=value");
  command->add_option("--steps", options->steps, "Training steps")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  command->add_flag("--hide-derived-planes", options->hide_derived_planes,
                    "Show the network only where stacks and kings are");
  command->add_flag("--json", options->json, "One JSON object a report");
  command->footer("Example: lielow bench learning runs/8x8 --set network.pooling_every=0");
  command->callback([options] { BenchLearning(*options); });
}

void AddIntakeBench(CLI::App& bench) {
  CLI::App* command = bench.add_subcommand(
      "intake", "How many games a second a learner takes in from workers elsewhere");
  auto options = std::make_shared<IntakeBenchOptions>();
  command
      ->add_option("GAMES", options->games, "A run's directory or database, whose games are sent")
      ->required();
  command->add_option("--server", options->server, "NATS server: nats://HOST:PORT[,...]")
      ->required();
  command->add_option("--games", options->count, "Games that are sent")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  command
      ->add_option("--bad", options->bad,
                   "Messages that are no games, sent beside them: random, cut, tiny, changed")
      ->check(CLI::Range(0, 100'000'000))
      ->capture_default_str();
  command->add_option("--senders", options->senders, "Senders at the same time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow bench intake runs/8x8 --server nats://localhost:4222");
  command->callback([options] { BenchIntake(*options); });
}

#endif

}  // namespace

void AddBenchCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("bench", "Measure speeds on this machine");
  auto options = std::make_shared<BenchOptions>();
  auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("NAME", *names, "What to measure: rules, search, network, selfplay [all]")
      ->check(CLI::IsMember({"rules", "search", "network", "selfplay"}));
  command->add_option("--config", options->config, "Configuration (YAML) [the defaults]");
  command->add_option("--size", options->size, "Board size");
  command->add_option("--blocks", options->blocks, "Residual blocks")->check(CLI::Range(1, 100));
  command->add_option("--channels", options->channels, "Channels")->check(CLI::Range(1, 1024));
  command->add_option("--simulations", options->simulations, "Simulations a move")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--seconds", options->seconds, "Length of each measurement")
      ->check(NumberCheck(0.1, 3600))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object a measurement");
  command->footer("Example: lielow bench selfplay --blocks 6 --channels 64 --simulations 32");
  command->require_subcommand(0, 1);
  command->callback([command, options, names] {
    if (command->get_subcommands().empty()) RunBench(*names, *options);
  });
  AddTruthBench(*command);
  AddServeBench(*command);
#ifdef LIELOW_HAS_TORCH
  AddLearningBench(*command);
  AddIntakeBench(*command);
#endif
}

}  // namespace lielow

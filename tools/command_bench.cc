#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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
  command->callback([options, names] { RunBench(*names, *options); });
}

}  // namespace lielow

#include <iostream>
#include <memory>

#include "tools/commands.h"
#include "tools/config_schema.h"
#include "tools/shipped_files.h"
#include "train/config.h"

namespace lielow {
namespace {

struct ConfigOptions {
  std::string config;
  std::vector<std::string> sets;
  bool reference = false;
  bool schema = false;
};

void RunConfig(const ConfigOptions& options) {
  if (options.reference) {
    std::cout << ConfigReference();
    return;
  }
  if (options.schema) {
    std::cout << ConfigSchema().dump(2) << "\n";
    return;
  }
  std::cout << DumpConfig(options.config.empty()
                              ? DefaultConfig(options.sets)
                              : LoadConfig(FindConfig(options.config), options.sets));
}

}  // namespace

void AddConfigCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("config", "Show a configuration with all its fields");
  auto options = std::make_shared<ConfigOptions>();
  command->add_option("CONFIG", options->config, "Configuration (YAML) [the defaults]");
  command->add_option("--set", options->sets, "Override a field: --set selfplay.simulations=16")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--reference", options->reference,
                    "Every field with its default, range and meaning");
  command->add_flag("--schema", options->schema,
                    "The same as JSON Schema, with which editors check configurations");
  command->footer("Example: lielow config configs/quickstart.yaml --set stop.minutes=10");
  command->callback([options] { RunConfig(*options); });
}

}  // namespace lielow

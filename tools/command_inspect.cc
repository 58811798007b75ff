#include <cstdio>
#include <memory>
#include <string>

#include "nn/encoding.h"
#include "nn/folded_network.h"
#include "tools/commands.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

struct InspectOptions {
  std::string model;
  bool json = false;
};

void RunInspect(const InspectOptions& options) {
  const ModelFile file = ReadModelFile(options.model);
  // As a player would read it: all that is wrong with it is told.
  const ModelInfo info = FoldNetwork(file, options.model).info;
  const std::size_t parameters = ParameterCount(file);
  const std::string checksum = TensorChecksum(file.tensors);
  if (options.json) {
    PrintJson({{"size", info.size},
               {"blocks", info.network.blocks},
               {"channels", info.network.channels},
               {"pooling_every", info.network.pooling_every},
               {"parameters", parameters},
               {"step", info.step},
               {"checksum", checksum},
               {"name", info.name},
               {"games", info.games},
               {"positions", info.positions},
               {"date", info.date},
               {"planes", kNumPlanes},
               {"encoding_version", kEncodingVersion}});
    return;
  }
  std::printf("%s: %d blocks x %d channels, %zu parameters, for %dx%d\n", options.model.c_str(),
              info.network.blocks, info.network.channels, parameters, info.size, info.size);
  std::printf("from run \"%s\" of %s: step %s, %s games, %s positions\n", info.name.c_str(),
              info.date.empty() ? "unknown date" : info.date.c_str(),
              std::to_string(info.step).c_str(), std::to_string(info.games).c_str(),
              std::to_string(info.positions).c_str());
  std::printf("input planes of version %d, checksum of the weights %s\n", kEncodingVersion,
              checksum.c_str());
}

}  // namespace

void AddInspectCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("inspect", "What a model file holds");
  auto options = std::make_shared<InspectOptions>();
  command->add_option("MODEL", options->model, "Model file (.safetensors)")->required();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow inspect runs/quickstart/models/0.safetensors");
  command->callback([options] { RunInspect(*options); });
}

}  // namespace lielow

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "nn/encoding.h"
#include "nn/folded_network.h"
#include "selfplay/run_database.h"
#include "tools/commands.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

struct InspectOptions {
  std::string file;
  bool check = false;
  bool json = false;
};

// SQLite's files begin so.
bool IsDatabase(const std::string& path) {
  constexpr std::string_view kMagic = "SQLite format 3";
  std::string start(kMagic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), std::ssize(start));
  return start == kMagic;
}

double Share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void InspectDatabase(const InspectOptions& options) {
  const RunDatabase database(options.file, RunDatabase::Mode::kReadOnly);
  if (options.check) database.CheckAll();
  const GameSummary games = database.Summary();
  const std::vector<FigureRow> figures = database.Figures();
  const std::int64_t steps = figures.empty() ? 0 : figures.back().step;
  const std::size_t evaluations = database.Evaluations().size();
  if (options.json) {
    PrintJson({{"games", games.games},
               {"positions", games.positions},
               {"plies", games.plies},
               {"blue_wins", games.blue_wins},
               {"kings_moved_off", games.kings_moved_off},
               {"resigned", games.resigned},
               {"resignations_tested", games.resignations_tested},
               {"resignations_wrong", games.resignations_wrong},
               {"games_without_moves", games.dropped},
               {"steps", steps},
               {"evaluations", evaluations}});
    return;
  }
  std::printf("%s: %s games with %s trained positions, %.1f plies on average\n",
              options.file.c_str(), std::to_string(games.games).c_str(),
              std::to_string(games.positions).c_str(), Share(games.plies, games.games));
  std::printf("Blue won %.1f %%; %.1f %% ended with a king moved off, %.1f %% resigned\n",
              100 * Share(games.blue_wins, games.games),
              100 * Share(games.kings_moved_off, games.games),
              100 * Share(games.resigned, games.games));
  if (games.resignations_tested > 0) {
    std::printf("%s games were played on to test resignation: wrong in %.1f %%\n",
                std::to_string(games.resignations_tested).c_str(),
                100 * Share(games.resignations_wrong, games.resignations_tested));
  }
  if (games.dropped > 0) {
    std::printf("the moves of %s games were dropped to keep to the disk limit\n",
                std::to_string(games.dropped).c_str());
  }
  std::printf("%s training steps, %zu evaluations\n", std::to_string(steps).c_str(), evaluations);
}

void RunInspect(const InspectOptions& options) {
  if (IsDatabase(options.file)) {
    InspectDatabase(options);
    return;
  }
  const ModelFile file = ReadModelFile(options.file);
  // As a player would read it: all that is wrong with it is told.
  const ModelInfo info = FoldNetwork(file, options.file).info;
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
  std::printf("%s: %d blocks x %d channels, %zu parameters, for %dx%d\n", options.file.c_str(),
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
  CLI::App* command = program.add_subcommand("inspect", "What a model file or run database holds");
  auto options = std::make_shared<InspectOptions>();
  command->add_option("FILE", options->file, "Model file (.safetensors) or run database (.db)")
      ->required();
  command->add_flag("--check", options->check,
                    "Read all of a run database: exit code 2 if anything in it is damaged");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow inspect runs/quickstart/models/0.safetensors");
  command->callback([options] { RunInspect(*options); });
}

}  // namespace lielow

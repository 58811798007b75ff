#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include "game/move_text.h"
#include "game/perft.h"
#include "tools/commands.h"
#include "tools/json_text.h"
#include "tools/position_options.h"

namespace lielow {
namespace {

struct PerftOptions {
  PositionOptions position;
  int depth = 0;
  bool divide = false;
  bool json = false;
};

void RunPerft(const PerftOptions& options) {
  const Position position = options.position.Get();
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t leaves = 0;
  Json moves = Json::object();
  if (options.divide && options.depth > 0) {
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    for (const PerftMove& count : PerftDivide(position, options.depth)) {
      counts.emplace_back(MoveText(position, count.move), count.leaves);
      leaves += count.leaves;
    }
    std::sort(counts.begin(), counts.end());
    for (const auto& [move, count] : counts) moves[move] = count;
  } else {
    leaves = Perft(position, options.depth);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  if (options.json) {
    Json json = {{"depth", options.depth}, {"leaves", leaves}, {"seconds", seconds}};
    if (options.divide) json["moves"] = moves;
    PrintJson(json);
    return;
  }
  for (const auto& [move, count] : moves.items()) std::cout << move << " " << count << "\n";
  std::cout << leaves << " positions after " << options.depth << " moves, " << seconds << " s\n";
}

}  // namespace

void AddPerftCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("perft", "Count positions after a number of moves");
  auto options = std::make_shared<PerftOptions>();
  options->position.AddTo(*command);
  command->add_option("--depth", options->depth, "Number of moves")
      ->required()
      ->check(CLI::Range(0, 100));
  command->add_flag("--divide", options->divide, "Count for each first move");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow perft --size 9 --depth 3 --divide");
  command->callback([options] { RunPerft(*options); });
}

}  // namespace lielow

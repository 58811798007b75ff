#include <algorithm>
#include <iostream>
#include <memory>

#include "game/move_text.h"
#include "tools/commands.h"
#include "tools/json_text.h"
#include "tools/position_options.h"

namespace lielow {
namespace {

struct MovesOptions {
  PositionOptions position;
  bool json = false;
};

struct MoveLine {
  std::string move;
  Position after;
};

void RunMoves(const MovesOptions& options) {
  const Position position = options.position.Get();
  std::vector<MoveLine> lines;
  for (const Move move : position.LegalMoves()) {
    Position after = position;
    after.Play(move);
    lines.push_back({MoveText(position, move), after});
  }
  std::sort(lines.begin(), lines.end(),
            [](const MoveLine& a, const MoveLine& b) { return a.move < b.move; });

  Json moves = Json::array();
  for (const MoveLine& line : lines) {
    const auto winner = line.after.winner();
    if (options.json) {
      moves.push_back({{"move", line.move},
                       {"position", line.after.ToString()},
                       {"winner", winner ? Json(Letter(*winner)) : Json(nullptr)}});
    } else {
      std::cout << line.move << "  " << line.after.ToString();
      if (winner) std::cout << "  " << Name(*winner) << " wins";
      std::cout << "\n";
    }
  }
  if (options.json) PrintJson({{"position", position.ToString()}, {"moves", moves}});
}

}  // namespace

void AddMovesCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("moves", "List the legal moves of a position");
  auto options = std::make_shared<MovesOptions>();
  options->position.AddTo(*command);
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: lielow moves --position \"r1r12/4/4/B13 b\"");
  command->callback([options] { RunMoves(*options); });
}

}  // namespace lielow

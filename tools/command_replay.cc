#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "game/game_record.h"
#include "game/input_error.h"
#include "tools/commands.h"
#include "tools/json_text.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

struct ReplayOptions {
  std::vector<std::string> files;
  bool json = false;
};

// null where the record does not say how the game was won.
Json TerminationJson(Termination termination) {
  if (termination == Termination::kUnknown) return nullptr;
  return TerminationText(termination);
}

std::string_view TerminationWords(Termination termination) {
  return termination == Termination::kUnknown ? "no reason given" : TerminationText(termination);
}

void RunReplay(const ReplayOptions& options) {
  int number = 0;
  for (const std::string& file : options.files) {
    for (const GameRecord& game : ReadGameRecords(ReadTextFile(file), file)) {
      ++number;
      const std::string position = FinalPosition(game).ToString();
      if (options.json) {
        PrintJson({{"game", number},
                   {"plies", game.moves.size()},
                   {"position", position},
                   {"result", ResultText(game.winner)},
                   {"termination", TerminationJson(game.termination)}});
      } else {
        std::cout << "game " << number << ": " << ResultText(game.winner) << ", "
                  << TerminationWords(game.termination) << ", " << game.moves.size() << " plies, "
                  << position << "\n";
      }
    }
  }
}

}  // namespace

void AddReplayCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command = program.add_subcommand("replay", "Check game records by the rules");
  auto options = std::make_shared<ReplayOptions>();
  command->add_option("FILE", options->files, "Game records (.lgn); - for standard input")
      ->required();
  command->add_flag("--json", options->json, "One JSON object a game");
  command->footer("Example: lielow replay games.lgn");
  command->callback([options] { RunReplay(*options); });
}

}  // namespace lielow

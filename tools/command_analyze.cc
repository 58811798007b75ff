#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "game/input_error.h"
#include "selfplay/terminal_line.h"
#include "tools/analysis.h"
#include "tools/analysis_text.h"
#include "tools/commands.h"
#include "tools/game_review.h"
#include "tools/interrupt.h"
#include "tools/json_text.h"
#include "tools/number_checks.h"
#include "tools/position_options.h"
#include "tools/program.h"
#include "tools/shipped_files.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

constexpr int kLongestLine = 12;

struct AnalyzeOptions {
  PositionOptions position;
  std::string file;
  std::string player;  // Empty: the shipped network.
  int lines = 5;
  std::optional<int> simulations;
  std::optional<int> milliseconds;
  bool infinite = false;
  std::uint64_t seed = 1;
  bool json = false;
};

// The player with the budget that the command line gives it.
SearchSpec SpecOf(const AnalyzeOptions& options, int size) {
  const std::string player =
      options.player.empty() ? DefaultPlayer(size, "sims=2000,backend=eigen", "rollouts:n=100000")
                             : options.player;
  SearchSpec spec = ParseSearchSpec(player, size);
  if (options.infinite) spec.options.simulations = Search::kMostSimulations;
  if (options.simulations) spec.options.simulations = *options.simulations;
  if (options.infinite || options.simulations) spec.options.milliseconds.reset();
  if (options.milliseconds) spec.options.milliseconds = options.milliseconds;
  const bool open_ended = options.infinite || spec.options.milliseconds;
  if (open_ended && spec.options.search.type == SearchType::kGumbel) {
    throw InputError("player \"" + player +
                     "\": search=gumbel shares out a number of simulations: allowed with --sims, "
                     "not with --ms or --infinite");
  }
  return spec;
}

Json LineJson(const Position& position, const MoveLine& line) {
  Json moves = Json::array();
  for (const std::string& move : LineTexts(position, line.moves)) moves.push_back(move);
  const MoveReport& report = line.report;
  return {{"move", moves[0]},
          {"visits", report.visits},
          {"prior", report.prior},
          {"value", report.value},
          {"proven", ProofJson(report.result.proof)},
          {"plies", PliesJson(report.result)},
          {"line", moves}};
}

void PrintPosition(const AnalyzeOptions& options, const Analysis& analysis) {
  const Search& search = analysis.search();
  const Position& position = search.root();
  const std::vector<MoveLine> lines = search.BestLines(options.lines, kLongestLine);
  if (options.json) {
    Json json_lines = Json::array();
    for (const MoveLine& line : lines) json_lines.push_back(LineJson(position, line));
    PrintJson({{"position", position.ToString()},
               {"value", search.value()},
               {"proven", ProofJson(search.result().proof)},
               {"plies", PliesJson(search.result())},
               {"lines", json_lines},
               {"simulations", search.simulations()},
               {"evaluations", search.evaluations()},
               {"seconds", analysis.seconds()}});
    return;
  }
  std::printf("%s\n%s to move: %s\n", position.ToString().c_str(),
              std::string(Name(position.to_move())).c_str(),
              OpinionText(search.value(), search.result()).c_str());
  for (const MoveLine& line : lines) {
    std::printf("%9d visits  %-16s %s\n", line.report.visits,
                OpinionText(line.report.value, line.report.result).c_str(),
                LineText(position, line.moves).c_str());
  }
  std::printf("%d simulations in %.1f s\n", search.simulations(), analysis.seconds());
}

std::string LiveText(const Analysis& analysis) {
  const Search& search = analysis.search();
  return std::to_string(search.simulations()) + " simulations, " +
         OpinionText(search.value(), search.result()) + ", " +
         LineText(search.root(), search.PrincipalLine(6));
}

void AnalyzePosition(const AnalyzeOptions& options, const std::atomic<bool>& interrupted) {
  const Position position = options.position.Get();
  Analysis analysis(SpecOf(options, position.size()), options.seed);
  if (position.over()) throw InputError("--position: the game is over here");
  {
    TerminalLine line;
    analysis.Run(position, [&] {
      if (line.Wants()) line.Show(LiveText(analysis));
      return interrupted.load();
    });
  }
  PrintPosition(options, analysis);
}

std::vector<MoveReview> ReviewWithProgress(const GameRecord& game, Analysis& analysis,
                                           const std::atomic<bool>& interrupted) {
  TerminalLine line;
  return ReviewGame(
      game, analysis, [&] { return interrupted.load(); },
      [&](const MoveReview& review) {
        if (line.Wants()) {
          line.Show("move " + std::to_string(review.ply) + " of " +
                    std::to_string(game.moves.size()) + " ...");
        }
      });
}

void AnalyzeFile(const AnalyzeOptions& options, const std::atomic<bool>& interrupted) {
  const std::vector<GameRecord> games = ReadGameRecords(ReadTextFile(options.file), options.file);
  int number = 0;
  for (const GameRecord& game : games) {
    ++number;
    Analysis analysis(SpecOf(options, game.start.size()), options.seed);
    if (!options.json && games.size() > 1) std::printf("game %d\n", number);
    for (const MoveReview& review : ReviewWithProgress(game, analysis, interrupted)) {
      if (options.json) {
        PrintJson(ReviewJson(number, review));
      } else {
        std::printf("%s\n", ReviewText(review).c_str());
      }
    }
    if (interrupted) return;
  }
}

void RunAnalyze(const AnalyzeOptions& options, int& exit_code) {
  if (!options.file.empty() && (options.position.position || options.position.size)) {
    throw InputError("a file and --position or --size: allowed is one of them");
  }
  const std::atomic<bool>& interrupted = InterruptGracefully("\n");
  if (options.file.empty()) {
    AnalyzePosition(options, interrupted);
  } else {
    if (options.infinite) throw InputError("--infinite: allowed for a position, not for a file");
    AnalyzeFile(options, interrupted);
  }
  if (interrupted) exit_code = kExitInterrupted;
}

}  // namespace

void AddAnalyzeCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "analyze", "Show the best moves of a position, or judge the moves of a game");
  auto options = std::make_shared<AnalyzeOptions>();
  command->add_option("FILE", options->file, "Game record (.lgn) to judge; - for standard input");
  options->position.AddTo(*command);
  command->add_option("--player", options->player,
                      "Who analyses: rollouts, uniform or net:PATH [the shipped network]");
  command->add_option("--lines", options->lines, "Moves to show")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  auto* sims = command
                   ->add_option("--sims", options->simulations,
                                "Simulations for a position [as the player says]")
                   ->check(CLI::Range(1, Search::kMostSimulations));
  auto* milliseconds = command
                           ->add_option("--ms", options->milliseconds,
                                        "Milliseconds for a position, instead of simulations")
                           ->check(CLI::Range(1, 1000000000));
  command->add_flag("--infinite", options->infinite, "Until Ctrl-C, or until all is proven")
      ->excludes(sims)
      ->excludes(milliseconds);
  sims->excludes(milliseconds);
  command->add_option("--seed", options->seed, "Makes what is random repeatable")
      ->check(SeedCheck())
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object; for a file, one a ply");
  command->footer(
      "A value is the probability that the player to move wins; of a line, the player who makes "
      "its first move. Ctrl-C shows what has been found so far.\n"
      "Example: lielow analyze --position \"r1r12/4/4/B13 b\" --lines 3");
  command->callback([options, &exit_code] { RunAnalyze(*options, exit_code); });
}

}  // namespace lielow

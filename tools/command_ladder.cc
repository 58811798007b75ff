#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "nn/model.h"
#include "nn/model_file.h"
#include "selfplay/ladder.h"
#include "selfplay/run_directory.h"
#include "selfplay/selfplay.h"
#include "selfplay/terminal_line.h"
#include "tools/commands.h"
#include "tools/engine_limit_options.h"
#include "tools/interrupt.h"
#include "tools/json_text.h"
#include "tools/number_checks.h"
#include "tools/player_options.h"
#include "tools/player_spec.h"
#include "tools/program.h"

namespace lielow {
namespace {

namespace fs = std::filesystem;

struct LadderCommandOptions {
  std::vector<std::string> players;
  EngineLimitOptions engine;
  int games = 400;
  int size = 8;
  std::string database;
  std::string anchor;
  double anchor_elo = 0;
  int checkpoints = 8;
  int simulations = 64;
  std::vector<std::string> opponents = {"greedy", "rollouts:n=1000", "alphabeta:depth=2",
                                        "alphabeta:depth=4"};
  int openings = 4;
  int threads = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

// Who plays, on which board, and where results are kept.
struct LadderField {
  std::vector<std::string> players;
  int size = 8;
  std::string anchor;
  std::optional<fs::path> database;
};

bool IsDirectory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// A run's newest network changes: results are kept under its step. Other texts are as they were.
std::string WithStep(const std::string& text) {
  const PlayerText parts(text);
  if (parts.kind() != "net" || !IsDirectory(parts.argument())) return text;
  const fs::path model = RunDirectory(parts.argument()).FindModel(std::nullopt);
  std::string with_step = text;
  with_step.insert(text.find(parts.argument()) + parts.argument().size(),
                   "@" + model.stem().string());
  return with_step;
}

// So many of the steps, the first and the last among them, evenly by their place.
std::vector<std::int64_t> SpreadSteps(const std::vector<std::int64_t>& steps, int count) {
  if (static_cast<int>(steps.size()) <= count) return steps;
  std::vector<std::int64_t> spread;
  for (int i = 0; i < count; ++i) {
    const double place = count == 1 ? 1 : static_cast<double>(i) / (count - 1);
    const auto index = std::lround(place * static_cast<double>(steps.size() - 1));
    spread.push_back(steps[static_cast<std::size_t>(index)]);
  }
  return spread;
}

// The checkpoints of a run and fixed opponents.
LadderField RunField(const std::string& directory, const LadderCommandOptions& options) {
  const RunDirectory run(directory);
  const fs::path newest = run.FindModel(std::nullopt);
  LadderField field;
  field.size = ReadModelInfo(ReadModelFile(newest), newest).size;
  field.players = options.opponents;
  for (const std::int64_t step : SpreadSteps(run.ModelSteps(), options.checkpoints)) {
    field.players.push_back("net:" + directory + "@" + std::to_string(step) +
                            ",sims=" + std::to_string(options.simulations));
  }
  field.database = run.database();
  return field;
}

LadderField FieldOf(const LadderCommandOptions& options) {
  LadderField field;
  if (options.players.size() == 1 && IsDirectory(options.players[0])) {
    field = RunField(options.players[0], options);
  } else {
    for (const std::string& player : options.players) field.players.push_back(WithStep(player));
    field.size = options.size;
  }
  if (!options.database.empty()) field.database = options.database;
  const std::set<std::string> distinct(field.players.begin(), field.players.end());
  if (field.players.size() < 2 || distinct.size() < field.players.size()) {
    throw InputError("ladder: found " + std::to_string(field.players.size()) + " players, " +
                     std::to_string(distinct.size()) +
                     " of them different; expected two or more that differ, or a run directory");
  }
  field.anchor = options.anchor.empty() ? field.players.front() : options.anchor;
  if (!distinct.contains(field.anchor)) {
    throw InputError("--anchor: found " + Quoted(field.anchor, 100) +
                     ", expected one of the players: " + field.players.front() + ", ...");
  }
  return field;
}

void PrintStandings(const std::vector<LadderStanding>& standings, const std::string& anchor,
                    double anchor_elo) {
  std::printf("%6s  %-17s %6s %7s  player\n", "Elo", "95 % interval", "games", "score");
  for (const LadderStanding& standing : standings) {
    std::printf("%+6.0f  %+7.0f to %+6.0f %6d %6.1f%%  %s\n", standing.elo, standing.low,
                standing.high, standing.games, 100 * standing.score, standing.player.c_str());
  }
  std::printf("on one scale with %s at %+.0f\n", anchor.c_str(), anchor_elo);
}

void PrintStandingsJson(const std::vector<LadderStanding>& standings) {
  Json players = Json::array();
  for (const LadderStanding& standing : standings) {
    players.push_back({{"player", standing.player},
                       {"elo", standing.elo},
                       {"low", standing.low},
                       {"high", standing.high},
                       {"games", standing.games},
                       {"score", standing.score}});
  }
  PrintJson({{"players", players}});
}

int RunLadder(const LadderCommandOptions& options) {
  const LadderField field = FieldOf(options);
  std::vector<LadderPlayer> players;
  for (const std::string& player : field.players) {
    players.push_back({player, ParsePlayer(player, field.size, options.engine.Get())});
  }
  std::optional<RunDatabase> database;
  if (field.database) database.emplace(*field.database, RunDatabase::Mode::kReadWrite);
  Ladder ladder(std::move(players),
                database ? database->LadderRows(field.size) : std::vector<LadderRow>(),
                {.size = field.size,
                 .anchor = field.anchor,
                 .anchor_elo = options.anchor_elo,
                 .opening_plies = options.openings,
                 .seed = options.seed,
                 .threads = options.threads > 0 ? options.threads : WorkerThreads({})});
  const std::atomic<bool>& interrupted =
      InterruptGracefully("\nfinishing the games on the board; once more to stop at once\n");
  TerminalLine line;
  ladder.Play(
      options.games,
      [&](const std::vector<LadderRow>& rows) {
        if (database) database->AddLadderRows(rows);
      },
      [&] { return interrupted.load(); },
      [&](int done) {
        if (!line.Wants()) return;
        line.Show(std::to_string(done) + " of " + std::to_string(options.games) + " games");
      });
  line.Clear();
  const std::vector<LadderStanding> standings = ladder.Standings();
  if (options.json) {
    PrintStandingsJson(standings);
  } else {
    PrintStandings(standings, field.anchor, options.anchor_elo);
  }
  return interrupted ? kExitInterrupted : kExitDone;
}

}  // namespace

void AddLadderCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("ladder", "Rate many players, or a run's checkpoints, on one scale");
  auto options = std::make_shared<LadderCommandOptions>();
  command
      ->add_option("PLAYER", options->players,
                   "Players; or one run directory: its checkpoints and fixed opponents")
      ->required();
  command
      ->add_option("--games", options->games,
                   "Games to play now, where they tell most; 0: only shows what is known")
      ->check(CLI::Range(0, 10000000))
      ->capture_default_str();
  command->add_option("--size", options->size, "Board size (of players, not of a run)")
      ->check(CLI::Range(4, 9))
      ->capture_default_str();
  command->add_option(
      "--database", options->database,
      "Run database that keeps the results, so that the next call goes on from them "
      "[that of the run; without a run, none]");
  command->add_option("--anchor", options->anchor, "Player whose rating is fixed [the first]");
  command->add_option("--anchor-elo", options->anchor_elo, "Its rating")
      ->check(NumberCheck(-10000, 10000))
      ->capture_default_str();
  command->add_option("--checkpoints", options->checkpoints, "Of a run: how many of its networks")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--sims", options->simulations, "Of a run: its networks' simulations a move")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--opponents", options->opponents, "Of a run: fixed opponents")
      ->capture_default_str();
  command->add_option("--openings", options->openings, "Random plies of each opening")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Threads [all processors]")
      ->check(CLI::Range(1, 1024));
  options->engine.AddTo(*command);
  command->add_option("--seed", options->seed, "Chooses openings and makes players repeatable")
      ->check(SeedCheck())
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Ratings are of maximum likelihood (Bradley-Terry), with 95 % intervals of the difference "
      "to\n"
      "the anchor. Pairs of games from one opening with colours swapped, as in lielow match.\n"
      "Example: lielow ladder runs/quickstart --games 800");
  command->callback([options, &exit_code] { exit_code = RunLadder(*options); });
}

}  // namespace lielow

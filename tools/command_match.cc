#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>

#include "game/game_record.h"
#include "game/input_error.h"
#include "game/quoted_text.h"
#include "selfplay/match.h"
#include "selfplay/selfplay.h"
#include "selfplay/terminal_line.h"
#include "tools/commands.h"
#include "tools/json_text.h"
#include "tools/match_files.h"
#include "tools/number_checks.h"
#include "tools/player_spec.h"

namespace lielow {
namespace {

struct MatchCommandOptions {
  std::string a;
  std::string b;
  int games = 100;
  int size = 8;
  std::string openings = "4";
  int concurrency = 64;
  int threads = 0;
  std::uint64_t seed = 1;
  std::string record;
  std::string sprt;
  bool json = false;
};

Json ScoreJson(const ColorScore& score) { return {{"wins", score.wins}, {"games", score.games}}; }

// "0,20" as the hypotheses of a test.
std::optional<SprtOptions> ParseSprt(const std::string& text) {
  if (text.empty()) return std::nullopt;
  SprtOptions sprt;
  const char* end = text.data() + text.size();
  const auto [comma, first_error] = std::from_chars(text.data(), end, sprt.elo0);
  const bool has_comma = first_error == std::errc() && comma != end && *comma == ',';
  const auto [rest, second_error] = std::from_chars(has_comma ? comma + 1 : end, end, sprt.elo1);
  constexpr double kMostElo = 1000;
  const bool fits = has_comma && second_error == std::errc() && rest == end &&
                    sprt.elo0 >= -kMostElo && sprt.elo1 <= kMostElo && sprt.elo0 < sprt.elo1;
  if (!fits) {
    throw InputError("--sprt: found " + Quoted(text) +
                     ", expected two rating differences, such as 0,20, the first one smaller, from "
                     "-1000 to 1000");
  }
  return sprt;
}

const char* VerdictText(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::kAccept:
      return "accept";
    case SprtVerdict::kReject:
      return "reject";
    case SprtVerdict::kUndecided:
      break;
  }
  return "undecided";
}

Json ResultJson(const MatchResult& result, double seconds) {
  const RatingEstimate rating = result.Rating();
  const auto games = static_cast<int>(result.games.size());
  Json json = {{"games", games},
               {"a_wins", result.AWins()},
               {"b_wins", games - result.AWins()},
               {"a_score", result.AScore()},
               {"a_as_blue", ScoreJson(result.AAs(Color::kBlue))},
               {"a_as_red", ScoreJson(result.AAs(Color::kRed))},
               {"elo", rating.elo},
               {"elo_low", rating.low},
               {"elo_high", rating.high},
               {"distinct_games", result.DistinctGames()},
               {"mean_plies", result.MeanPlies()},
               {"seconds", seconds}};
  if (result.sprt) json["sprt"] = VerdictText(*result.sprt);
  return json;
}

void PrintResult(const MatchCommandOptions& options, const MatchResult& result, double seconds) {
  const RatingEstimate rating = result.Rating();
  const ColorScore blue = result.AAs(Color::kBlue);
  const ColorScore red = result.AAs(Color::kRed);
  std::printf("A: %s\nB: %s\n", options.a.c_str(), options.b.c_str());
  std::printf("A won %d of %zu games (%.1f %%): %d of %d as Blue, %d of %d as Red\n",
              result.AWins(), result.games.size(), 100 * result.AScore(), blue.wins, blue.games,
              red.wins, red.games);
  std::printf("Elo of A over B: %+.0f, 95 %% interval %+.0f to %+.0f\n", rating.elo, rating.low,
              rating.high);
  if (result.sprt) {
    std::printf("test of %s Elo: %s, after %zu games\n", options.sprt.c_str(),
                VerdictText(*result.sprt), result.games.size());
  }
  std::printf("%d distinct games, %.1f plies on average, %.1f s\n", result.DistinctGames(),
              result.MeanPlies(), seconds);
}

std::string ProgressText(const MatchCommandOptions& options, int done, int a_wins) {
  return std::to_string(done) + " of " + std::to_string(options.games) + " games, A won " +
         std::to_string(a_wins);
}

void RunMatch(const MatchCommandOptions& options) {
  if (options.games % 2 != 0) {
    throw InputError("--games " + std::to_string(options.games) +
                     ": games are played in pairs, expected an even number");
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Opening> openings =
      MatchOpenings(options.openings, options.size, options.games / 2, options.seed);
  const int size = openings.front().start.size();
  const PlayerFactory a = ParsePlayer(options.a, size);
  const PlayerFactory b = ParsePlayer(options.b, size);
  std::ofstream record;
  if (!options.record.empty()) {
    record.open(options.record);
    if (!record) throw InputError("--record " + options.record + ": cannot write this file");
  }
  const std::optional<SprtOptions> sprt = ParseSprt(options.sprt);
  const int threads = options.threads > 0 ? options.threads : WorkerThreads({});
  TerminalLine line;
  const MatchResult result = PlayMatch(
      a, b, openings,
      {.seed = options.seed, .threads = threads, .concurrency = options.concurrency, .sprt = sprt},
      [&](const MatchGame& game, int done, int a_wins) {
        // At once, so that a match that is broken off leaves its games.
        record << WriteGameRecord(MatchRecord(game, options.a, options.b)) << std::flush;
        if (line.Wants()) line.Show(ProgressText(options, done, a_wins));
      });
  line.Clear();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!options.record.empty() && !record) {
    throw std::runtime_error("--record " + options.record + ": cannot write all games");
  }
  if (options.json) {
    PrintJson(ResultJson(result, seconds));
  } else {
    PrintResult(options, result, seconds);
  }
}

}  // namespace

void AddMatchCommand(CLI::App& program, int& /*exit_code*/) {
  CLI::App* command =
      program.add_subcommand("match", "Play two players against each other in pairs of games");
  auto options = std::make_shared<MatchCommandOptions>();
  command->add_option("A", options->a, "First player")->required();
  command->add_option("B", options->b, "Second player")->required();
  command->add_option("--games", options->games, "Games, an even number")
      ->check(CLI::Range(2, 1000000))
      ->capture_default_str();
  command->add_option("--size", options->size, "Board size")->capture_default_str();
  command
      ->add_option("--openings", options->openings,
                   "Random plies of each opening, or a game record with the openings")
      ->capture_default_str();
  command->add_option("--concurrency", options->concurrency, "Games played at once")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Threads [all processors]")
      ->check(CLI::Range(1, 1024));
  command->add_option("--seed", options->seed, "Makes the match repeatable")
      ->check(SeedCheck())
      ->capture_default_str();
  command->add_option("--record", options->record, "Write the games to this file (.lgn)");
  command->add_option("--sprt", options->sprt,
                      "ELO0,ELO1: end as soon as it is clear which of the two A's rating over B is "
                      "nearer to (error rates of 5 %)");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Players: random, greedy, alphabeta:depth=N, alphabeta:ms=N, rollouts:n=N, uniform:sims=N,\n"
      "net:PATH,sims=N\n"
      "Example: lielow match net:runs/quickstart,sims=64 greedy --games 100");
  command->callback([options] { RunMatch(*options); });
}

}  // namespace lielow

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "game/game_record.h"
#include "game/input_error.h"
#include "game/quoted_text.h"
#include "selfplay/match.h"
#include "selfplay/selfplay.h"
#include "selfplay/terminal_line.h"
#include "tools/commands.h"
#include "tools/engine_limit_options.h"
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
  std::string balanced;
  EngineLimitOptions engine;
  bool stop_on_failure = false;
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
               {"equal_pairs", result.EqualPairs()},
               {"mean_plies", result.MeanPlies()},
               {"a_seconds_per_move", result.a_time.SecondsPerMove()},
               {"b_seconds_per_move", result.b_time.SecondsPerMove()},
               {"a_failures", result.Failures(true)},
               {"b_failures", result.Failures(false)},
               {"seconds", seconds}};
  if (result.sprt) json["sprt"] = VerdictText(*result.sprt);
  return json;
}

void PrintGames(const MatchResult& result, double seconds) {
  const auto games = static_cast<int>(result.games.size());
  const int distinct = result.DistinctGames();
  std::printf("%d distinct games, ", distinct);
  if (distinct < games) std::printf("%d played before, ", games - distinct);
  std::printf("%.1f plies on average, %.1f s\n", result.MeanPlies(), seconds);
  if (const int equal = result.EqualPairs(); equal > 0) {
    std::printf(
        "%d of %d pairs are one game played twice: the players play alike there, and such a pair\n"
        "says nothing of which is better\n",
        equal, games / 2);
  }
  std::printf("time a move: A %.1f ms, B %.1f ms\n", 1000 * result.a_time.SecondsPerMove(),
              1000 * result.b_time.SecondsPerMove());
  for (const bool of_a : {true, false}) {
    const int failures = result.Failures(of_a);
    if (failures > 0) std::printf("%s lost %d games by failing\n", of_a ? "A" : "B", failures);
  }
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
    const SprtLength length = ExpectedPairs(*ParseSprt(options.sprt));
    std::printf(
        "test of %s Elo: %s, after %zu games (on average it takes %.0f where the difference is one "
        "of the two, and %.0f half way between)\n",
        options.sprt.c_str(), VerdictText(*result.sprt), result.games.size(), 2 * length.at_either,
        2 * length.between);
  }
  PrintGames(result, seconds);
}

// Of what has been played so far: the score, and how sure it is.
class RunningScore {
 public:
  void Add(const MatchGame& game) {
    ++games_;
    a_wins_ += game.a_won ? 1 : 0;
    // The two games of a pair end at different times.
    const auto [other, is_first] = waiting_.emplace(game.opening.End().ToString(), game.a_won);
    if (is_first) return;
    pair_scores_.push_back(0.5 * ((other->second ? 1 : 0) + (game.a_won ? 1 : 0)));
    waiting_.erase(other);
  }

  std::string Text(int all) const {
    char text[160];
    std::snprintf(text, sizeof(text), "%d of %d games, A won %d (%.1f %%)", games_, all, a_wins_,
                  100.0 * a_wins_ / games_);
    std::string line = text;
    if (pair_scores_.size() < 2) return line;
    const RatingEstimate rating = EstimateRating(pair_scores_);
    std::snprintf(text, sizeof(text), ", Elo %+.0f [%+.0f, %+.0f]", rating.elo, rating.low,
                  rating.high);
    return line + text;
  }

 private:
  int games_ = 0;
  int a_wins_ = 0;
  std::vector<double> pair_scores_;
  std::map<std::string, bool> waiting_;  // Whether A won the first game of a pair, by its opening.
};

bool IsEngine(const std::string& player) { return player.starts_with("engine:"); }

void RunMatch(const MatchCommandOptions& options) {
  if (options.games % 2 != 0) {
    throw InputError("--games " + std::to_string(options.games) +
                     ": games are played in pairs, expected an even number");
  }
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<Player> judge =
      options.balanced.empty() ? nullptr : ParsePlayer(options.balanced, options.size)();
  const std::vector<Opening> openings =
      MatchOpenings(options.openings, options.size, options.games / 2, options.seed, judge.get());
  const int size = openings.front().start.size();
  const PlayerFactory a = ParsePlayer(options.a, size, options.engine.Get());
  const PlayerFactory b = ParsePlayer(options.b, size, options.engine.Get());
  std::ofstream record;
  if (!options.record.empty()) {
    record.open(options.record);
    if (!record) throw InputError("--record " + options.record + ": cannot write this file");
  }
  const std::optional<SprtOptions> sprt = ParseSprt(options.sprt);
  const int threads = options.threads > 0 ? options.threads : WorkerThreads({});
  // Another program plays one game after the other.
  const bool has_engine = IsEngine(options.a) || IsEngine(options.b);
  const int concurrency = has_engine ? std::min(threads, options.concurrency) : options.concurrency;
  TerminalLine line;
  RunningScore score;
  bool any_failed = false;
  const MatchResult result =
      PlayMatch(a, b, openings,
                {.seed = options.seed,
                 .threads = threads,
                 .concurrency = concurrency,
                 .sprt = sprt,
                 .stop_on_failure = options.stop_on_failure},
                [&](const MatchGame& game, int /*done*/, int /*a_wins*/) {
                  // At once, so that a match that is broken off leaves its games.
                  record << WriteGameRecord(MatchRecord(game, options.a, options.b)) << std::flush;
                  score.Add(game);
                  if (!game.failure.empty()) {
                    any_failed = true;
                    line.Clear();
                    std::fprintf(stderr, "%s lost a game: %s\n", game.a_won ? "B" : "A",
                                 game.failure.c_str());
                  }
                  if (line.Wants()) line.Show(score.Text(options.games));
                });
  line.Clear();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!options.record.empty() && !record) {
    throw std::runtime_error("--record " + options.record + ": cannot write all games");
  }
  if (options.stop_on_failure && any_failed) {
    throw std::runtime_error("a player could not go on, and --stop-on-failure ends the match");
  }
  if (result.games.empty()) throw std::runtime_error("no pair of games was finished");
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
  command->add_option("--balanced", options->balanced,
                      "Take only random openings that this player thinks even: of a win "
                      "probability from 0.4 to 0.6");
  options->engine.AddTo(*command);
  command->add_flag("--stop-on-failure", options->stop_on_failure,
                    "End when an engine fails, instead of counting the game as lost");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Players: random, greedy, alphabeta:depth=N, alphabeta:ms=N, rollouts:n=N, uniform:sims=N,\n"
      "net:PATH,sims=N, engine:COMMAND (a program that speaks UGI)\n"
      "Example: lielow match net:runs/quickstart,sims=64 greedy --games 100");
  command->callback([options] { RunMatch(*options); });
}

}  // namespace lielow

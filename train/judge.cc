#include "train/judge.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "mcts/search_player.h"
#include "selfplay/openings.h"
#include "selfplay/selfplay.h"

namespace lielow {
namespace {

constexpr int kOpeningPlies = 4;
constexpr int kGamesPerThread = 32;

template <class... Args>
std::string Text(const char* format, Args... args) {
  char text[512];
  std::snprintf(text, sizeof(text), format, args...);
  return text;
}

}  // namespace

Judge::Judge(const Config& config, MakeOpponent make_opponent, std::uint64_t seed,
             RunDatabase& database, Progress& progress, std::function<bool()> stop)
    : config_(config),
      make_opponent_(std::move(make_opponent)),
      seed_(seed),
      database_(database),
      progress_(progress),
      stop_(std::move(stop)) {}

bool Judge::Evaluate(const LoadedNetwork& network, std::int64_t step, double minutes) {
  std::string scores;
  for (const std::string& opponent : config_.evaluation.opponents) {
    const MatchResult match = Play(network, make_opponent_(opponent, config_.game.size), opponent,
                                   step, config_.evaluation.games, std::nullopt);
    if (stop_()) return false;
    const RatingEstimate rating = match.Rating();
    database_.AddEvaluation({.step = step,
                             .opponent = opponent,
                             .games = static_cast<int>(match.games.size()),
                             .score = match.AScore(),
                             .elo = rating.elo,
                             .elo_low = rating.low,
                             .elo_high = rating.high,
                             .minutes = minutes});
    scores += Text(" | %s %.0f %%", opponent.c_str(), 100 * match.AScore());
    progress_.Line(Text("[%s] step %s against %s: %d of %zu (%.0f %%), Elo %+.0f [%+.0f, %+.0f]",
                        ClockText(minutes * 60).c_str(), std::to_string(step).c_str(),
                        opponent.c_str(), match.AWins(), match.games.size(), 100 * match.AScore(),
                        rating.elo, rating.low, rating.high));
  }
  scores_ = scores;
  return true;
}

bool Judge::HasEvaluated(std::int64_t step) const {
  const std::vector<EvaluationRow> rows = database_.Evaluations();
  const auto& opponents = config_.evaluation.opponents;
  return std::all_of(opponents.begin(), opponents.end(), [&](const std::string& opponent) {
    return std::any_of(rows.begin(), rows.end(), [&](const EvaluationRow& row) {
      return row.step == step && row.opponent == opponent;
    });
  });
}

std::vector<std::int64_t> Judge::EvaluatedSteps() const {
  std::vector<std::int64_t> steps;
  for (const EvaluationRow& row : database_.Evaluations()) steps.push_back(row.step);
  return steps;
}

bool Judge::IsStronger(const LoadedNetwork& network, const LoadedNetwork& playing,
                       std::int64_t step) {
  const MatchResult match = Play(network, NetworkPlayer(playing), "the network that plays", step,
                                 config_.evaluation.gate_games,
                                 SprtOptions{.elo0 = 0, .elo1 = *config_.evaluation.gate_elo});
  if (stop_()) return false;
  const bool stronger = match.sprt == SprtVerdict::kAccept;
  progress_.Line(Text("step %s against the network that plays: %d of %zu: %s",
                      std::to_string(step).c_str(), match.AWins(), match.games.size(),
                      stronger ? "it plays from now on" : "not shown to be stronger"));
  return stronger;
}

MatchResult Judge::Play(const LoadedNetwork& network, const PlayerFactory& opponent,
                        const std::string& name, std::int64_t step, int games,
                        const std::optional<SprtOptions>& sprt) {
  const std::uint64_t seed = DeriveSeed(seed_, static_cast<std::uint64_t>(step));
  const int pairs = (games + 1) / 2;
  const int threads = WorkerThreads(config_.selfplay);
  return PlayMatch(
      NetworkPlayer(network), opponent,
      RandomOpenings(config_.game.size, kOpeningPlies, pairs, seed),
      {.seed = seed, .threads = threads, .concurrency = threads * kGamesPerThread, .sprt = sprt},
      [&](const MatchGame& /*game*/, int done, int won) {
        if (!progress_.WantsLive()) return;
        progress_.Live(Text("against %s: %d of %d games", name.c_str(), won, done));
      },
      stop_);
}

// PUCT search without noise.
PlayerFactory Judge::NetworkPlayer(const LoadedNetwork& network) const {
  SearchPlayerOptions options;
  options.search.type = SearchType::kPuct;
  options.search.noise = 0;
  options.simulations = config_.evaluation.simulations;
  return [&network, options] {
    return std::make_unique<SearchPlayer>(options, network.MakeEvaluator(kGamesPerThread));
  };
}

}  // namespace lielow

#include "train/evaluation.h"

#include <memory>

#include "mcts/search_player.h"
#include "selfplay/selfplay.h"

namespace lielow {

MatchResult PlayAgainst(const PlayerFactory& opponent, const LoadedNetwork& network,
                        const Config& config, std::uint64_t seed, const MatchProgress& progress,
                        const std::function<bool()>& stop) {
  constexpr int kOpeningPlies = 4;
  constexpr int kGamesPerThread = 32;
  SearchPlayerOptions options;
  options.search.type = SearchType::kPuct;
  options.search.noise = 0;
  options.simulations = config.evaluation.simulations;
  const PlayerFactory network_player = [&] {
    return std::make_unique<SearchPlayer>(options, network.MakeEvaluator(kGamesPerThread));
  };
  const int pairs = (config.evaluation.games + 1) / 2;
  const int threads = WorkerThreads(config.selfplay);
  return PlayMatch(
      network_player, opponent, RandomOpenings(config.game.size, kOpeningPlies, pairs, seed),
      {.seed = seed, .threads = threads, .concurrency = threads * kGamesPerThread}, progress, stop);
}

}  // namespace lielow

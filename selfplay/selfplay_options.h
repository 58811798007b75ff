// How games for training are played.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "mcts/option_field.h"

namespace lielow {

struct SelfPlayOptions {
  // Simulations a move. More give better targets and fewer games.
  int simulations = 32;

  // With fewer at first, a young network sees more games: the number rises from `first_simulations`
  // to `simulations` in equal steps of its logarithm over the first `simulations_rise` positions.
  // nullopt: as many from the beginning.
  std::optional<int> first_simulations;
  std::int64_t simulations_rise = 50000;

  // Share of moves that are searched with `simulations` and trained; the others are searched with
  // `fast_simulations` only, to get on with the game (playout cap randomisation, Wu 2019, section
  // 3.1).
  double full_search_share = 1;
  int fast_simulations = 8;

  // Worker threads, and games that each plays in step: one network evaluation serves one leaf of
  // each game. nullopt: one thread a processor, two where the network is computed by a GPU, which
  // one of them keeps busy while the other searches; games by measurement.
  std::optional<int> threads;
  std::optional<int> games_per_thread;

  // Whether the search of a move begins with what the one before has found out about the position.
  bool reuse_tree = false;

  // Evaluations that a thread keeps, in MiB.
  int cache_mib = 64;

  // A game begins with up to this many uniformly random plies, which are not recorded.
  int random_opening_plies = 4;

  // PUCT: in a game's first plies a move is drawn from visits^(1 / temperature); later the most
  // visited is played. (Gumbel search draws by itself.)
  double temperature = 1;
  int temperature_plies = 12;

  // A player resigns when both players' last searches agree that it wins with less than this
  // probability. 0: never. Some games are played on to see whether it would have been right.
  double resign_below = 0;
  double resign_test_share = 0.1;

  // What the games may take on the disk, in MiB: the moves of the oldest are dropped to keep to it.
  std::optional<int> disk_mib;
};

// Of a full search after so many positions of the run.
inline int SimulationsAt(const SelfPlayOptions& options, std::int64_t positions) {
  if (!options.first_simulations) return options.simulations;
  const double share =
      std::min(1.0, static_cast<double>(positions) / static_cast<double>(options.simulations_rise));
  const double first = std::log(*options.first_simulations);
  const double last = std::log(options.simulations);
  return static_cast<int>(std::lround(std::exp(first + share * (last - first))));
}

template <class Options, class Visitor>
void VisitSelfPlayFields(Options& options, Visitor&& visit) {
  visit("simulations", options.simulations, Range{1, 1000000}, "simulations a move");
  visit("first_simulations", options.first_simulations, Range{1, 1000000, "null"},
        "simulations a move at the beginning of the run; null: as later");
  visit("simulations_rise", options.simulations_rise, Range{1, 1e12},
        "positions over which they rise to `simulations`");
  visit("full_search_share", options.full_search_share, Range{0.01, 1},
        "share of moves that are searched fully and trained; the others are searched fast");
  visit("fast_simulations", options.fast_simulations, Range{1, 1000000},
        "simulations of a fast search");
  visit("threads", options.threads, Range{1, 1024, "auto"},
        "worker threads; auto: one a processor, two with a GPU");
  visit("games_per_thread", options.games_per_thread, Range{1, 4096, "auto"},
        "games that a thread plays in step; auto: by a short measurement");
  visit("reuse_tree", options.reuse_tree, Choices<bool, 2>{{{{"false", false}, {"true", true}}}},
        "whether a move's search begins with the tree of the one before");
  visit("cache_mib", options.cache_mib, Range{0, 65536},
        "MiB of evaluations that a thread keeps, so that positions that come again cost nothing");
  visit("random_opening_plies", options.random_opening_plies, Range{0, 100},
        "a game begins with 0 to this many random plies");
  visit("temperature", options.temperature, Range{0.01, 100},
        "PUCT: moves are drawn from the visits to the power of 1 / temperature");
  visit("temperature_plies", options.temperature_plies, Range{0, 1000},
        "PUCT: plies in which moves are drawn from the visits");
  visit("resign_below", options.resign_below, Range{0, 0.5},
        "a player resigns when both agree that it wins with less than this; 0: never");
  visit("resign_test_share", options.resign_test_share, Range{0, 1},
        "share of games played on in spite of that, to see whether it would have been right");
  visit("disk_mib", options.disk_mib, Range{1, 1e9, "null"},
        "MiB that the games may take on the disk, the oldest are dropped; null: no limit");
}

}  // namespace lielow

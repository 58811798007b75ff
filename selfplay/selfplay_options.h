// How games for training are played.

#pragma once

#include <optional>

#include "mcts/option_field.h"

namespace lielow {

struct SelfPlayOptions {
  // Simulations a move. More give better targets and fewer games.
  int simulations = 32;

  // Worker threads, and games that each plays in step: one network evaluation serves one leaf of
  // each game. nullopt: one thread a processor; 32 games a thread.
  std::optional<int> threads;
  std::optional<int> games_per_thread;

  // Whether the search of a move begins with what the one before has found out about the position.
  bool reuse_tree = false;

  // Evaluations that a thread keeps, in MiB.
  int cache_mib = 64;

  // A game begins with up to this many uniformly random plies, which are not recorded.
  int random_opening_plies = 4;

  // PUCT: in a game's first plies a move is drawn from the visits; later the most visited is
  // played. (Gumbel search draws by itself.)
  int temperature_plies = 12;
};

template <class Options, class Visitor>
void VisitSelfPlayFields(Options& options, Visitor&& visit) {
  visit("simulations", options.simulations, Range{1, 1000000}, "simulations a move");
  visit("threads", options.threads, Range{1, 1024, "auto"},
        "worker threads; auto: one a processor");
  visit("games_per_thread", options.games_per_thread, Range{1, 4096, "auto"},
        "games that a thread plays in step; auto: 32");
  visit("reuse_tree", options.reuse_tree, Choices<bool, 2>{{{{"false", false}, {"true", true}}}},
        "whether a move's search begins with the tree of the one before");
  visit("cache_mib", options.cache_mib, Range{0, 65536},
        "MiB of evaluations that a thread keeps, so that positions that come again cost nothing");
  visit("random_opening_plies", options.random_opening_plies, Range{0, 100},
        "a game begins with 0 to this many random plies");
  visit("temperature_plies", options.temperature_plies, Range{0, 1000},
        "PUCT: plies in which moves are drawn from the visits");
}

}  // namespace lielow

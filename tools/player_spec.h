// From text to player: "greedy", "rollouts:n=200", "net:runs/a,sims=800" (README.md, "Players").

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mcts/alphabeta.h"
#include "mcts/player.h"
#include "mcts/search_player.h"
#include "selfplay/engine_player.h"
#include "selfplay/match.h"

namespace lielow {

// A factory that makes the player once for each thread. A network is loaded here and now, and
// shared. Throws InputError for what is no player on a size x size board, with the place and what
// is allowed.
PlayerFactory ParsePlayer(const std::string& text, int size, const EngineOptions& engine = {});

// The names of the options that a kind of player takes; none for what is no kind of ours.
std::vector<std::string_view> PlayerOptionNames(const std::string& kind);

// What a player with a search tree searches with, for analysis.
struct SearchSpec {
  SearchPlayerOptions options;
  std::function<std::unique_ptr<Evaluator>()> make_evaluator;

  // Where the evaluator is random: one for a move, from the move's seed. Else empty.
  std::function<std::unique_ptr<Evaluator>(std::uint64_t)> make_move_evaluator = {};
  std::int64_t model_step = 0;  // Training steps of its network.
};

// Throws InputError as ParsePlayer does, and for a player that has no search tree.
SearchSpec ParseSearchSpec(const std::string& text, int size);
bool HasSearchTree(const std::string& kind);

// REQUIRES: a player of the kind alphabeta. Throws InputError as ParsePlayer does.
AlphaBetaLimits ParseAlphaBetaLimits(const std::string& text);

}  // namespace lielow

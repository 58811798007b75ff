// From text to player: "greedy", "rollouts:n=200", "net:runs/a,sims=800" (README.md, "Players").

#pragma once

#include <memory>
#include <string>

#include "mcts/player.h"
#include "selfplay/match.h"

namespace lielow {

// A factory that makes the player once for each thread. A network is loaded here and now, and
// shared. Throws InputError for what is no player on a size x size board, with the place and what
// is allowed.
PlayerFactory ParsePlayer(const std::string& text, int size);

}  // namespace lielow

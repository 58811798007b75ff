// The exact result of small positions, found by trying every line of play.
//
// Knows nothing of the searches that it is to check, and is only fit for boards with few stacks.

#pragma once

#include <string>
#include <unordered_map>

#include "game/position.h"
#include "mcts/tactics.h"

namespace lielow {

class Minimax {
 public:
  // For the player to move: who wins, and in how many plies if the winner shortens the game and the
  // loser prolongs it. Remembers every position on the way. REQUIRES: the game is not over.
  ProvenResult Solve(const Position& position);

 private:
  std::unordered_map<std::string, ProvenResult> solved_;  // By position string.
};

}  // namespace lielow

// Whoever chooses moves: the plain opponents, a search, a network.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "game/position.h"
#include "mcts/tactics.h"

namespace lielow {

struct MoveRequest {
  Position position;
  int ply = 0;             // From the start of the game.
  std::uint64_t seed = 0;  // All that is random in the answer comes from it.
};

struct MoveChoice {
  Move move;

  // Probability that the player to move wins, where the player has an opinion.
  std::optional<float> value = std::nullopt;

  // What the player has proven, for the player to move.
  ProvenResult result = {};
};

class Player {
 public:
  virtual ~Player() = default;

  // Writes choices[i] for requests[i]; blocks. A choice depends on its own request alone, so games
  // can be played together or apart with the same moves. Not thread-safe: one player a thread.
  // REQUIRES: equal sizes, no finished games.
  virtual void ChooseMoves(std::span<const MoveRequest> requests,
                           std::span<MoveChoice> choices) = 0;
};

}  // namespace lielow

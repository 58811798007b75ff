// Plays a legal move, each with the same probability.

#pragma once

#include "mcts/player.h"

namespace lielow {

class RandomPlayer final : public Player {
 public:
  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;
};

}  // namespace lielow

// Takes the king if it can, keeps its own king safe for a move if it can, and otherwise captures
// the highest stack it can; what is left open is drawn uniformly.

#pragma once

#include "mcts/player.h"

namespace lielow {

class GreedyPlayer final : public Player {
 public:
  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;
};

}  // namespace lielow

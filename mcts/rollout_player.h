// Monte Carlo tree search without a network: UCT with random playouts (mcts/rollout_evaluator.h).

#pragma once

#include "mcts/player.h"
#include "mcts/search.h"

namespace lielow {

class RolloutPlayer final : public Player {
 public:
  // `exploration` is UCT's c, on values in [0, 1].
  RolloutPlayer(int playouts, double exploration);

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;

 private:
  const int playouts_;
  Search search_;
};

}  // namespace lielow

// Plays by alpha-beta search: the fixed yardstick of all other players.
//
// It never plays at random: a request's seed changes nothing.

#pragma once

#include "mcts/alphabeta.h"
#include "mcts/player.h"

namespace lielow {

class AlphaBetaPlayer final : public Player {
 public:
  explicit AlphaBetaPlayer(const AlphaBetaLimits& limits) : limits_(limits) {}

  // With a time limit, each move has the time to itself.
  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override;

 private:
  const AlphaBetaLimits limits_;
  AlphaBeta search_;
};

}  // namespace lielow

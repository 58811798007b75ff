#include "mcts/tactics.h"

namespace lielow {

ProvenResult ImmediateResult(const Position& position, Move move) {
  Position next = position;
  next.Play(move);
  if (next.over()) {
    return {next.winner() == position.to_move() ? Proof::kWin : Proof::kLoss, 1};
  }
  if (next.KingCapture()) return {Proof::kLoss, 2};
  return {};
}

}  // namespace lielow

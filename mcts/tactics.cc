#include "mcts/tactics.h"

namespace lielow {

ProvenResult ImmediateResult(const Position& position, Move move) {
  return position.OnBoard([&](const auto& board) -> ProvenResult {
    auto next = board;
    next.template Play<false>(board.MoveOf(board.Number(move.from), move.direction));
    if (next.over()) return {next.loser() == board.to_move() ? Proof::kLoss : Proof::kWin, 1};
    if (next.KingAttackers() != 0) return {Proof::kLoss, 2};
    return {};
  });
}

}  // namespace lielow

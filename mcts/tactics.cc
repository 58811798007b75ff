#include "mcts/tactics.h"

namespace lielow {
namespace {

// For the player who has moved from `board` to `next`.
template <int N>
ProvenResult AfterMove(const Board<N>& board, const Board<N>& next) {
  if (next.over()) return {next.loser() == board.to_move() ? Proof::kLoss : Proof::kWin, 1};
  if (next.KingAttackers() != 0) return {Proof::kLoss, 2};
  return {};
}

// For the player who has moved to `next` and attacks the king there; nothing unless all replies
// lose at once.
template <int N>
ProvenResult AfterAttack(const Board<N>& next) {
  if (next.HasSafeMove()) return {};
  const bool king_can_stay = next.AnyMove([&](BoardMove move) {
    return move.to != kNoBoardSquare || move.from != next.king(next.to_move());
  });
  return {Proof::kWin, king_can_stay ? 3 : 2};
}

template <int N>
Board<N> After(Board<N> board, Move move) {
  board.template Play<false>(board.MoveOf(Board<N>::Number(move.from), move.direction));
  return board;
}

}  // namespace

ProvenResult ImmediateResult(const Position& position, Move move) {
  return position.OnBoard([&](const auto& board) { return AfterMove(board, After(board, move)); });
}

void FindTactics(const Position& position, const MoveList& moves, std::span<ProvenResult> results) {
  position.OnBoard([&](const auto& board) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto next = After(board, moves[static_cast<int>(i)]);
      results[i] = AfterMove(board, next);
      if (results[i].proof != Proof::kNone) continue;
      if (next.KingAttackers(board.to_move()) != 0) results[i] = AfterAttack(next);
    }
  });
}

}  // namespace lielow

#include "mcts/rollout_evaluator.h"

namespace lielow {
namespace {

// A random move that does not take the own king off the board unless it must.
template <int N>
BoardMove PlayoutMove(const Board<N>& board, Random& random) {
  while (true) {
    const BoardMove move = board.RandomMove(random);
    const bool king_off = move.to == kNoBoardSquare && move.from == board.king(board.to_move());
    if (!king_off || board.CountMoves() == 1) return move;
  }
}

// Whether the player to move wins the playout.
template <int N>
bool PlayoutWins(Board<N> board, Random& random) {
  const Color player = board.to_move();
  while (!board.over()) {
    if (board.KingAttackers() != 0) return board.to_move() == player;
    board.template Play<false>(PlayoutMove(board, random));
  }
  return board.loser() != player;
}

}  // namespace

void RolloutEvaluator::Evaluate(std::span<const Position> positions,
                                std::span<Evaluation> results) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const bool wins =
        positions[i].OnBoard([&](const auto& board) { return PlayoutWins(board, random_); });
    results[i].value = wins ? 1.0F : 0.0F;
    // UCT knows no priors: these only set a random order among moves that were never tried.
    results[i].priors.clear();
    for (int move = positions[i].LegalMoves().size(); move > 0; --move) {
      results[i].priors.push_back(static_cast<float>(random_.Uniform()));
    }
  }
}

}  // namespace lielow

#include "game/perft.h"

namespace lielow {
namespace {

// The moves of the last ply are counted, not made.
template <int N>
std::uint64_t PerftOn(const Board<N>& board, int depth) {
  if (board.over()) return 0;
  if (depth == 1) return static_cast<std::uint64_t>(board.CountMoves());
  std::uint64_t leaves = 0;
  board.ForEachMove([&](BoardMove move) {
    Board<N> next = board;
    next.template Play<false>(move);
    leaves += PerftOn(next, depth - 1);
  });
  return leaves;
}

}  // namespace

std::uint64_t Perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  return position.OnBoard([&](const auto& board) { return PerftOn(board, depth); });
}

std::vector<PerftMove> PerftDivide(const Position& position, int depth) {
  std::vector<PerftMove> counts;
  for (const Move move : position.LegalMoves()) {
    Position next = position;
    next.Play(move);
    counts.push_back({move, Perft(next, depth - 1)});
  }
  return counts;
}

}  // namespace lielow

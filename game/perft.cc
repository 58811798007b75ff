#include "game/perft.h"

namespace lielow {

std::uint64_t Perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  const MoveList moves = position.LegalMoves();
  if (depth == 1) return static_cast<std::uint64_t>(moves.size());
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    Position next = position;
    next.Play(move);
    leaves += Perft(next, depth - 1);
  }
  return leaves;
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

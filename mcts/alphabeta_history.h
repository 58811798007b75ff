// What the alpha-beta search remembers of moves from one position to another, to try good ones
// first.

#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "game/board.h"

namespace lielow {

// A move in 16 bits. It has its meaning only together with a position.
using PackedMove = std::uint16_t;
inline constexpr PackedMove kNoMove = 0;

constexpr PackedMove Pack(BoardMove move) {
  return static_cast<PackedMove>(move.from * 16 + static_cast<int>(move.direction) + 1);
}
constexpr int PackedFrom(PackedMove move) { return (move - 1) / 16; }
constexpr Direction PackedDirection(PackedMove move) {
  return static_cast<Direction>((move - 1) % 16);
}

// The two quiet moves that last refuted a position of the same ply.
using Killers = std::array<PackedMove, 2>;

// How often quiet moves were refutations in this search, by side, height and square.
class MoveHistory {
 public:
  // All sums lie between -kMost and kMost.
  static constexpr int kMost = 8192;

  int Of(Color color, BoardMove move) const {
    return sums_[static_cast<std::size_t>(color)][move.height][Target(move)];
  }

  // Adds `amount`, less the closer the sum is to kMost or -kMost already.
  void Add(Color color, BoardMove move, int amount) {
    std::int16_t& sum = sums_[static_cast<std::size_t>(color)][move.height][Target(move)];
    sum = static_cast<std::int16_t>(sum + amount - sum * std::abs(amount) / kMost);
  }

 private:
  static std::size_t Target(BoardMove move) {
    return move.to == kNoBoardSquare ? kMaxSquares : move.to;
  }

  std::array<std::array<std::array<std::int16_t, kMaxSquares + 1>, kMaxSize + 1>, 2> sums_{};
};

}  // namespace lielow

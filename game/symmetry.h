// The eight symmetries of the square board, and the exchange of colours.
//
// No rule knows a direction or a colour, so a position has the same worth under all of them.

#pragma once

#include "game/move.h"
#include "game/position.h"

namespace lielow {

inline constexpr int kNumSymmetries = 8;

// Bit 0 mirrors the columns, bit 1 mirrors the rows, bit 2 then exchanges columns and rows.
// 0 is the identity, 2 turns the board upside down.
class Symmetry {
 public:
  // REQUIRES: 0 <= index < kNumSymmetries.
  constexpr explicit Symmetry(int index) : index_(index) {}

  constexpr int index() const { return index_; }
  constexpr Symmetry Inverse() const {
    // Mirroring after an exchange of the axes is mirroring the other axis before it.
    const bool transposed = (index_ & 4) != 0;
    const int swapped = ((index_ & 1) << 1) | ((index_ & 2) >> 1) | 4;
    return Symmetry(transposed ? swapped : index_);
  }

  // On a size x size board.
  Square Apply(Square square, int size) const;
  Direction Apply(Direction direction) const;
  Move Apply(Move move, int size) const;
  Position Apply(const Position& position) const;

 private:
  int index_;
};

// Blue's stacks become Red's and the other way round; the other side is to move.
Position ExchangeColors(const Position& position);

}  // namespace lielow

// Positions as planes of numbers, the input of the network.
//
// The network always sees the board from the player to move: its own stacks and the other's, and
// its own home rows at the bottom. One of the eight symmetries may be applied on top.

#pragma once

#include <span>
#include <string_view>

#include "game/action.h"
#include "game/position.h"
#include "game/symmetry.h"

namespace lielow {

// Changes whenever the meaning of a plane does; stored in model files.
inline constexpr int kEncodingVersion = 2;

// Planes of one position, in this order. "Own" is the player to move.
//   0-8    own stacks of height 1 ... 9, one-hot
//   9-17   the other's stacks of height 1 ... 9, one-hot
//   18-19  own king, the other's king
//   20-21  own stacks that land on the square, the other's: their number / 4, whatever stands there
//   22-23  own stacks that can leave the board, the other's
//   24     1 on the board (a convolution sees its edge by it)
//   25-26  own stacks that the other can capture, the other's that can be captured
//   27     1 on the whole board if the own king is one of them
//   28-35  own stack there captures by moving in direction 0 ... 7
//   36-43  own stack there lands by direction 0 ... 7 where one of the other's lands too
//   44-51  own stack there, moved in direction 0 ... 7, would attack the other's king
// Planes 20 on are there because stacks jump as far as they are high, further than a convolution
// sees. (Without them the policy loss is 3.03 instead of 2.51: README.md, "What helps to learn".)
inline constexpr int kNumPlanes = 52;

// The first of those that follow from the others: all a network needs to know are the ones before.
inline constexpr int kFirstDerivedPlane = 20;

constexpr int EncodedSize(int size) { return size * size * kNumPlanes; }

// The symmetry by which the player to move sees the board: Red turns it upside down. `extra` is
// applied after that.
constexpr Symmetry View(Color to_move, Symmetry extra = Symmetry(0)) {
  // Mirroring the rows twice is not mirroring them: bit 1 of a symmetry.
  return Symmetry(to_move == Color::kRed ? extra.index() ^ 2 : extra.index());
}

// Writes the planes of `position`, [N, N, kNumPlanes] with row 1 first, seen by `view`: the planes
// of a square lie together, as convolutions read them.
// REQUIRES: planes.size() == EncodedSize(position.size()).
void Encode(const Position& position, Symmetry view, std::span<float> planes);

// The action index of a move after `view`, on a size x size board; from a table, for speed.
int ViewedAction(Move move, Symmetry view, int size);

}  // namespace lielow

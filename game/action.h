// Moves as numbers: the index of a move among the N * N * 9 outputs of a policy on an N x N board.
//
// index = (row * N + column) * 9 + direction, where direction 8 leaves the board. Increasing index
// is the order in which Position::LegalMoves lists moves.

#pragma once

#include "game/move.h"

namespace lielow {

constexpr int NumActions(int size) { return size * size * kNumDirections; }

inline constexpr int kMaxActions = NumActions(kMaxSize);

// REQUIRES: the move's square is on a size x size board.
constexpr int ActionIndex(Move move, int size) {
  return (move.from.row() * size + move.from.column()) * kNumDirections +
         static_cast<int>(move.direction);
}

// REQUIRES: 0 <= index < NumActions(size).
constexpr Move ActionMove(int index, int size) {
  const int square = index / kNumDirections;
  return {Square(square % size, square / size), static_cast<Direction>(index % kNumDirections)};
}

}  // namespace lielow

// A move: the stack that moves, and where to.
//
// How far it goes is the height of the stack, so a move has its meaning only together with a
// position. All directions that lead off the board are the one move kOff.

#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "game/square.h"

namespace lielow {

enum class Direction : std::uint8_t {
  kNorth,
  kNorthEast,
  kEast,
  kSouthEast,
  kSouth,
  kSouthWest,
  kWest,
  kNorthWest,
  kOff,
};

inline constexpr int kNumCompassDirections = 8;
inline constexpr int kNumDirections = 9;  // With kOff.

// Columns and rows that one step in each compass direction goes.
inline constexpr std::array<int, kNumCompassDirections> kColumnStep = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr std::array<int, kNumCompassDirections> kRowStep = {1, 1, 0, -1, -1, -1, 0, 1};

struct Move {
  Square from;
  Direction direction = Direction::kOff;

  constexpr bool operator==(const Move&) const = default;
};

// The legal moves of any position: at most 8 moves for each of 81 stacks. Never allocates.
class MoveList {
 public:
  static constexpr int kCapacity = kMaxSquares * kNumCompassDirections;

  void Add(Move move) {
    assert(size_ < kCapacity);
    moves_[static_cast<std::size_t>(size_++)] = move;
  }
  void Clear() { size_ = 0; }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, kCapacity> moves_;
  int size_ = 0;
};

}  // namespace lielow

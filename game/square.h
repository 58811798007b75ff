// A square of the board, and the limits of board sizes.
//
// `b3` is the same value on every board that has it.

#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace lielow {

inline constexpr int kMinSize = 4;
inline constexpr int kMaxSize = 9;
inline constexpr int kMaxSquares = kMaxSize * kMaxSize;

class Square {
 public:
  constexpr Square() = default;

  // From 0: column 0 is a, row 0 is row 1. REQUIRES: 0 <= column, row < kMaxSize.
  constexpr Square(int column, int row)
      : number_(static_cast<std::int8_t>(row * kMaxSize + column)) {}

  constexpr int column() const { return number_ % kMaxSize; }
  constexpr int row() const { return number_ / kMaxSize; }

  // Different for each square, along the rows of the largest board.
  constexpr int number() const { return number_; }

  // Such as "b3".
  std::string ToString() const {
    return {static_cast<char>('a' + column()), static_cast<char>('1' + row())};
  }

  // Along the rows.
  constexpr auto operator<=>(const Square&) const = default;

 private:
  std::int8_t number_ = 0;
};

}  // namespace lielow

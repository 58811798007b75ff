// A square of the board, and the limits of board sizes.
//
// A square's number does not depend on the size of the board: rows are always kMaxSize apart. So
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

  // REQUIRES: 0 <= column, row < kMaxSize.
  constexpr Square(int column, int row)
      : number_(static_cast<std::uint8_t>(row * kMaxSize + column)) {}

  // From 0 = a1, along the rows. REQUIRES: 0 <= number < kMaxSquares.
  static constexpr Square FromNumber(int number) { return {number % kMaxSize, number / kMaxSize}; }

  constexpr int column() const { return number_ % kMaxSize; }  // 0 = a
  constexpr int row() const { return number_ / kMaxSize; }     // 0 = row 1
  constexpr int number() const { return number_; }

  // Such as "b3".
  std::string ToString() const {
    return {static_cast<char>('a' + column()), static_cast<char>('1' + row())};
  }

  constexpr auto operator<=>(const Square&) const = default;

 private:
  std::uint8_t number_ = 0;
};

}  // namespace lielow

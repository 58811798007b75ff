// Geometry of an N x N board, computed by the compiler.

#pragma once

#include <array>
#include <cstdint>

#include "game/move.h"
#include "game/square_set.h"

namespace lielow {

template <int N>
struct BoardTables {
  using Set = SquareSet<N>;
  static constexpr int kSquares = N * N;

  // How far a stack of a height goes in a direction, in bits: add it to the square's number.
  std::array<std::array<std::int8_t, kNumCompassDirections>, N + 1> offset{};

  // Squares from which a stack of a height stays on the board in a direction.
  std::array<std::array<Set, kNumCompassDirections>, N + 1> stays{};

  // Squares from which it can leave the board, in some direction.
  std::array<Set, N + 1> leaves{};

  // For each square: the squares in a straight line with it, and bit b of their distances from it.
  std::array<Set, kSquares> line{};
  std::array<std::array<Set, 4>, kSquares> distance{};

  constexpr BoardTables() {
    for (int height = 1; height <= N; ++height) {
      for (int d = 0; d < kNumCompassDirections; ++d) {
        const int columns = kColumnStep[d] * height;
        const int rows = kRowStep[d] * height;
        offset[height][d] = static_cast<std::int8_t>(rows * N + columns);
        for (int square = 0; square < kSquares; ++square) {
          if (OnBoard(square, columns, rows)) {
            stays[height][d] |= SquareBit<Set>(square);
            line[square] |= SquareBit<Set>(square + offset[height][d]);
            for (int bit = 0; bit < 4; ++bit) {
              if ((height >> bit & 1) != 0) {
                distance[square][bit] |= SquareBit<Set>(square + offset[height][d]);
              }
            }
          } else {
            leaves[height] |= SquareBit<Set>(square);
          }
        }
      }
    }
  }

 private:
  static constexpr bool OnBoard(int square, int columns, int rows) {
    const int column = square % N + columns;
    const int row = square / N + rows;
    return column >= 0 && column < N && row >= 0 && row < N;
  }
};

template <int N>
inline constexpr BoardTables<N> kBoardTables{};

}  // namespace lielow

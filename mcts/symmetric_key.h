// A key of a position that is the same for all positions of equal worth: the eight symmetries of
// the board, and the exchange of colours together with the turn.
//
// The hash of the position, seen by the player to move, is taken in all eight symmetries at once
// (vector instructions do it in one step a stack). The least of the eight is one half of the key,
// their sum the other. Different positions have the same key with a probability of about 2^-125,
// but for the few that equal some of their own mirror images, for which the sum adds less.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "game/board.h"
#include "game/symmetry.h"

namespace lielow {

struct SymmetricKey {
  std::uint64_t least = 0;
  std::uint64_t sum = 0;

  bool operator==(const SymmetricKey&) const = default;
};

template <int N>
struct SymmetricHash {
  using Lanes = std::array<std::uint64_t, kNumSymmetries>;

  // By side (0 is the player to move), height and square.
  std::array<std::array<std::array<Lanes, N * N>, N + 1>, 2> stack{};
  std::array<std::array<Lanes, N * N>, 2> king{};

  constexpr SymmetricHash() {
    for (int square = 0; square < N * N; ++square) {
      for (int s = 0; s < kNumSymmetries; ++s) {
        const int image = Image(square, s);
        for (int side = 0; side < 2; ++side) {
          king[side][square][s] = kPositionHash.king[side][image];
          for (int height = 1; height <= N; ++height) {
            stack[side][height][square][s] = kPositionHash.stack[side][height][image];
          }
        }
      }
    }
  }

 private:
  // As Symmetry::Apply.
  static constexpr int Image(int square, int symmetry) {
    int column = square % N;
    int row = square / N;
    if ((symmetry & 1) != 0) column = N - 1 - column;
    if ((symmetry & 2) != 0) row = N - 1 - row;
    return (symmetry & 4) != 0 ? column * N + row : row * N + column;
  }
};

template <int N>
inline constexpr SymmetricHash<N> kSymmetricHash{};

template <int N>
SymmetricKey KeyOf(const Board<N>& board) {
  using Hash = SymmetricHash<N>;
  typename Hash::Lanes lanes{};
  const auto add = [&lanes](const typename Hash::Lanes& more) {
    for (std::size_t s = 0; s < kNumSymmetries; ++s) lanes[s] ^= more[s];
  };
  Color color = board.to_move();
  for (std::size_t side = 0; side < 2; ++side, color = Other(color)) {
    typename Board<N>::Set rest = board.stacks(color);
    for (int height = 1; rest != 0; ++height) {
      const auto stacks = board.StacksOfHeight(color, height);
      rest ^= stacks;
      for (auto left = stacks; left != 0; left &= left - 1) {
        add(kSymmetricHash<N>.stack[side][height][First(left)]);
      }
    }
    if (board.king(color) != kNoBoardSquare) {
      add(kSymmetricHash<N>.king[side][board.king(color)]);
    }
  }
  SymmetricKey key{lanes[0], 0};
  for (const std::uint64_t lane : lanes) {
    key.least = std::min(key.least, lane);
    key.sum += lane;
  }
  return key;
}

}  // namespace lielow

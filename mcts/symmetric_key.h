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
using SymmetricLanes = typename SymmetricHash<N>::Lanes;

template <int N>
void Toggle(SymmetricLanes<N>& lanes, const SymmetricLanes<N>& number) {
  for (std::size_t s = 0; s < lanes.size(); ++s) lanes[s] ^= number[s];
}

// The hash in all eight symmetries, as if `first` were to move.
template <int N>
SymmetricLanes<N> LanesOf(const Board<N>& board, Color first) {
  SymmetricLanes<N> lanes{};
  Color color = first;
  for (std::size_t side = 0; side < 2; ++side, color = Other(color)) {
    typename Board<N>::Set rest = board.stacks(color);
    for (int height = 1; rest != 0; ++height) {
      const auto stacks = board.StacksOfHeight(color, height);
      rest ^= stacks;
      for (auto left = stacks; left != 0; left &= left - 1) {
        Toggle<N>(lanes, kSymmetricHash<N>.stack[side][height][First(left)]);
      }
    }
    const int king = board.king(color);
    if (king != kNoBoardSquare) Toggle<N>(lanes, kSymmetricHash<N>.king[side][king]);
  }
  return lanes;
}

// LanesOf(after, after.to_move()), where `move` leads from `before` to it, and `lanes` are those of
// `before` as if the other side were to move: the few numbers that change, instead of all.
template <int N>
SymmetricLanes<N> LanesAfter(SymmetricLanes<N> lanes, const Board<N>& before, BoardMove move,
                             const Board<N>& after) {
  const auto& hash = kSymmetricHash<N>;
  Toggle<N>(lanes, hash.stack[1][move.height][move.from]);
  if (move.to != kNoBoardSquare) {
    const int captured = before.height(move.to);
    if (captured != 0) Toggle<N>(lanes, hash.stack[0][captured][move.to]);
    Toggle<N>(lanes, hash.stack[1][captured != 0 ? 1 : move.height + 1][move.to]);
  }
  Color color = after.to_move();
  for (std::size_t side = 0; side < 2; ++side, color = Other(color)) {
    if (before.king(color) == after.king(color)) continue;
    for (const int king : {before.king(color), after.king(color)}) {
      if (king != kNoBoardSquare) Toggle<N>(lanes, hash.king[side][king]);
    }
  }
  return lanes;
}

template <class Lanes>
SymmetricKey KeyOfLanes(const Lanes& lanes) {
  SymmetricKey key{lanes[0], 0};
  for (const std::uint64_t lane : lanes) {
    key.least = std::min(key.least, lane);
    key.sum += lane;
  }
  return key;
}

template <int N>
SymmetricKey KeyOf(const Board<N>& board) {
  return KeyOfLanes(LanesOf(board, board.to_move()));
}

}  // namespace lielow

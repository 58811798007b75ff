// What the alpha-beta search does not look at, or less deeply. The numbers were chosen by games
// between variants with the same number of nodes a move.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace lielow {

// Up to this depth, that is, so many plies from the horizon,
inline constexpr int kCutDepth = 4;
// - a position is good enough if it is better than needed by this for each ply left,
inline constexpr int kCutMargin = 35;
// - and after so many quiet moves no more are searched, but for those that attack the king.
constexpr std::size_t QuietMovesSearched(int depth) {
  return static_cast<std::size_t>(2 + 2 * depth * depth);
}

// Up to this depth, the same holds from the first move on where more than this is missing for each
// ply left.
inline constexpr int kHopelessDepth = 2;
inline constexpr int kHopelessMargin = 80;

// Plies by which the n-th move is searched less deeply at first.
class Reductions {
 public:
  Reductions() {
    for (int depth = 1; depth < kSize; ++depth) {
      for (int n = 1; n < kSize; ++n) {
        plies_[depth][n] =
            static_cast<std::int8_t>(std::lround(std::log(depth) * std::log(n) / 1.8));
      }
    }
  }

  int Of(int depth, int n) const {
    return plies_[std::min(depth, kSize - 1)][std::min(n, kSize - 1)];
  }

 private:
  static constexpr int kSize = 64;
  std::array<std::array<std::int8_t, kSize>, kSize> plies_{};
};

inline const Reductions kReductions;

}  // namespace lielow

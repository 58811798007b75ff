// Random numbers for hashing positions (Zobrist 1970): the hash is the exclusive or of one number
// for each stack, each king, and Red's turn.

#pragma once

#include <array>
#include <cstdint>

#include "game/random.h"
#include "game/square.h"

namespace lielow {

struct PositionHash {
  // By side, height and square, squares counted along the rows of the board in question.
  std::array<std::array<std::array<std::uint64_t, kMaxSquares>, kMaxSize + 1>, 2> stack{};
  std::array<std::array<std::uint64_t, kMaxSquares>, 2> king{};
  std::uint64_t red_to_move = 0;

  constexpr PositionHash() {
    std::uint64_t state = 0;
    const auto next = [&] { return MixBits(state += 0x9e3779b97f4a7c15U); };
    for (auto& heights : stack) {
      for (auto& squares : heights) {
        for (auto& number : squares) number = next();
      }
    }
    for (auto& squares : king) {
      for (auto& number : squares) number = next();
    }
    red_to_move = next();
  }
};

inline constexpr PositionHash kPositionHash{};

}  // namespace lielow

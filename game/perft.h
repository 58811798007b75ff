// Counting positions after a number of moves, the standard check of a rules core.

#pragma once

#include <cstdint>
#include <vector>

#include "game/position.h"

namespace lielow {

// Positions after exactly `depth` moves, each order of moves counted; a finished game has no
// successors. REQUIRES: depth >= 0.
std::uint64_t Perft(const Position& position, int depth);

struct PerftMove {
  Move move;
  std::uint64_t leaves = 0;
};

// Perft of each legal move. REQUIRES: depth >= 1.
std::vector<PerftMove> PerftDivide(const Position& position, int depth);

}  // namespace lielow

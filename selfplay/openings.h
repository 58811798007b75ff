// The openings of a match: distinct and fair enough to play from.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "game/position.h"

namespace lielow {

struct Opening {
  Position start;
  std::vector<Move> moves;  // From `start`; the players go on after them.

  Position End() const;
};

// `count` openings of `plies` uniformly random moves from the start of a size x size board. No two
// end in the same position, and in none is the side to move won or lost within two plies. Throws
// InputError if there are not that many, or they are too rare to be found.
//
// With `accept`, only openings whose end it accepts are taken; it is asked once for each candidate.
// More openings begin with the same ones.
std::vector<Opening> RandomOpenings(int size, int plies, int count, std::uint64_t seed,
                                    const std::function<bool(const Position&)>& accept = {});

}  // namespace lielow

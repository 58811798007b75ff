// A position as people read it in a terminal: the board, and which stacks have become kings.
//
// Nothing hangs on colours or on Unicode: as in a position string, the letter says whose stack it
// is, its case whether it is the king, and the digit how high it is.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace lielow {

struct BoardStyle {
  bool unicode = false;  // Lines and a crown in UTF-8; otherwise ASCII alone.
  bool color = false;    // ANSI escape sequences.
};

// What stands behind the height of a king.
std::string_view CrownSign(const BoardStyle& style);

// A move, and the position it was made in.
struct MoveMade {
  Position before;
  Move move;
};

// The board with coordinates on all sides: size + 4 lines of at most 53 columns. The last move's
// squares are marked, "( )" where it started and "[b1]" where it ended.
std::string BoardText(const Position& position, const std::optional<MoveMade>& last,
                      const BoardStyle& style);

// A sentence for each side whose crown goes to another stack by this move, or that gets its first
// king, the mover's first; not for a king that merely moves. REQUIRES: `move` is legal in `before`.
std::vector<std::string> CrownChanges(const Position& before, Move move);

}  // namespace lielow

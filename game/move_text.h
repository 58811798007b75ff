// Moves as text, in the notation of the game site Abstract Play: a2-a3, b5xe5, c4-off.

#pragma once

#include <string>
#include <string_view>

#include "game/move.h"
#include "game/position.h"

namespace lielow {

// REQUIRES: `move` is legal in `position`.
std::string MoveText(const Position& position, Move move);

// Reads a move, whatever its case and surrounding white space. Throws InputError that says why it
// is no move, or not a legal one: among other things what stands on the square it goes to.
Move ParseMove(const Position& position, std::string_view text);

}  // namespace lielow

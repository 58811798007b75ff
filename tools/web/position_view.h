// All that the page shows of a position: it knows no rules itself.

#pragma once

#include "tools/json_text.h"
#include "tools/web/web_game.h"

namespace lielow {

// The stacks, the legal moves with what each would do, what threatens, and what the moves so far
// did.
Json PositionViewJson(const WebGame& game);

// Where a move leads: null where it leaves the board.
Json TargetJson(const Position& position, Move move);

// "blue" or "red".
std::string ColorWord(Color color);

}  // namespace lielow

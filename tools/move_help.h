// What a person may want to know before making a move. Nothing here looks further than the
// opponent's next move.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/position.h"

namespace lielow {

// The legal moves, a line a stack; behind a move stands '#' if it takes the king, '?' if it loses
// the own king at once. The last line explains the marks that occur.
std::string LegalMovesText(const Position& position);

// The legal moves of the stack on `square`, such as "d3", with what each does, a line a move.
// Throws InputError if that is no square of the board, or none with a stack of the side to move.
std::string StackMovesText(const Position& position, std::string_view square);

// Why `move` loses the mover's king at once: it leaves the board, or can be taken by the next move.
// nullopt for every other move. REQUIRES: `move` is legal.
std::optional<std::string> LossReason(const Position& position, Move move);

// What the opponent could take the king of the side to move with, if it were to move; nullopt if
// there is nothing.
std::optional<std::string> KingThreat(const Position& position);

}  // namespace lielow

// Holds a Position, and the Board inside it, against the same position of the plain rules.

#pragma once

#include <string>

#include "game/position.h"
#include "game/random.h"
#include "tests/support/plain_position.h"

namespace lielow {

// The program's form of a move.
Move MoveOf(const PlainMove& move);

// In words, the first thing in which the two differ: squares, crowns, end of the game, legal moves,
// captures of the king, attacked squares, hash. Empty if they are the same. Draws one random move.
std::string Difference(const Position& position, const PlainPosition& plain, Random& random);

// The same for what a legal move leads to, and for what is asked of it before it is made.
std::string MoveDifference(const Position& position, const PlainPosition& plain,
                           const PlainMove& move);

}  // namespace lielow

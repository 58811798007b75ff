// Finished games of random moves, with random policies and values: what a database of games holds
// without a search having played them.

#pragma once

#include <cstdint>
#include <vector>

#include "game/position.h"
#include "selfplay/recorded_game.h"

namespace lielow {

// The game with this number; the same for the same start and number. Its first plies, up to 4, are
// not trained. Probabilities are whole multiples of 1 / 65535, so it comes back from storage
// exactly equal.
RecordedGame RandomRecordedGame(const Position& start, std::int64_t number);

// Games from the standard start of a size x size board, with the numbers first, first + 1, ...
std::vector<RecordedGame> RandomRecordedGames(int size, std::int64_t first, int count);

}  // namespace lielow

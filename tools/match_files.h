// Openings of a match from text, and its games as records.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "game/game_record.h"
#include "selfplay/match.h"
#include "selfplay/openings.h"

namespace lielow {

// `text` is a number of random plies, or a file of game records whose moves are the openings: the
// first `count` of them. Random ones are taken only if `judge`, where there is one, thinks that
// either side wins them with a probability of 0.4 to 0.6. Throws InputError if the text is neither,
// or has not enough for `count`.
std::vector<Opening> MatchOpenings(const std::string& text, int size, int count, std::uint64_t seed,
                                   Player* judge = nullptr);

// A game of a match between two players as they were named.
GameRecord MatchRecord(const MatchGame& game, const std::string& a, const std::string& b);

}  // namespace lielow

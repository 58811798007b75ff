// What a report tells of recorded games: how they ended, how good the search's values were, and
// some of them to click through.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "selfplay/recorded_game.h"
#include "tools/json_text.h"

namespace lielow {

// Searched positions whose value lies in one stretch of the probabilities from 0 to 1.
struct CalibrationBin {
  std::int64_t positions = 0;
  std::int64_t wins = 0;  // Of the player to move there.
  double value_sum = 0;   // Of the search.
};

inline constexpr std::size_t kCalibrationBins = 10;

// Of the positions that were searched, without those that the search has proven: how often the
// player to move did win where the search gave this value. A value of exactly 1 is in the last bin.
std::vector<CalibrationBin> ValueCalibration(std::span<const RecordedGame> games);

struct GameEnds {
  std::int64_t games = 0;
  std::int64_t plies = 0;
  std::int64_t blue_wins = 0;
  std::map<Termination, std::int64_t> terminations;  // Those that there are.
};

GameEnds CountGameEnds(std::span<const RecordedGame> games);

// At most `count` games out of the newest `among`, at equal distances, the newest first. `games`
// are in the order in which they were added.
std::vector<const RecordedGame*> SampleGames(std::span<const RecordedGame> games, std::size_t count,
                                             std::size_t among);

// The game for the page's script: positions as strings, one more than there are moves, and for each
// move its text, the search's value to a thousandth, and its proof; null where there is none.
Json GameJson(const RecordedGame& game);

}  // namespace lielow

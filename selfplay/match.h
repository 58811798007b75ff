// A match: two players, pairs of games from the same openings with colours swapped.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "mcts/player.h"
#include "selfplay/match_score.h"
#include "selfplay/openings.h"
#include "selfplay/sprt.h"

namespace lielow {

// Makes a player for one thread, in that thread.
using PlayerFactory = std::function<std::unique_ptr<Player>()>;

struct MatchGame {
  Opening opening;
  bool a_is_blue = true;
  std::vector<Move> moves;  // After the opening.
  Ending ending = Ending::kNone;
  bool a_won = false;
};

struct ColorScore {
  int wins = 0;
  int games = 0;
};

struct MatchResult {
  std::vector<MatchGame> games;          // Pairs side by side: A is Blue first, then Red.
  std::optional<SprtVerdict> sprt = {};  // Of a match that was played with one.

  int AWins() const;
  double AScore() const { return static_cast<double>(AWins()) / static_cast<double>(games.size()); }
  ColorScore AAs(Color color) const;
  RatingEstimate Rating() const;
  int DistinctGames() const;  // Games that differ in opening or moves.
  double MeanPlies() const;   // With the opening.
};

struct MatchOptions {
  std::uint64_t seed = 1;
  int threads = 1;

  // Games played in step by all threads together, so that a player can evaluate them in batches.
  int concurrency = 32;

  // Ends the match as soon as this test has a verdict. It looks at the pairs in their order, not as
  // they end, and the match has no others then: short games would come first, and they are not as
  // the rest.
  std::optional<SprtOptions> sprt = {};
};

// Called with each finished game, by one thread at a time: games done so far, games A won of them.
using MatchProgress = std::function<void(const MatchGame& game, int done, int a_wins)>;

// Plays two games from each opening. A game's moves depend on its players, its opening and its
// seed, not on threads or concurrency. Ends early, with the pairs finished so far, once `stop`
// says so. What a player throws is thrown on. REQUIRES: at least one opening, none of them over.
MatchResult PlayMatch(const PlayerFactory& a, const PlayerFactory& b,
                      const std::vector<Opening>& openings, const MatchOptions& options,
                      const MatchProgress& progress = {}, const std::function<bool()>& stop = {});

}  // namespace lielow

// A match: two players, pairs of games from the same openings with colours swapped.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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
  Termination termination = Termination::kUnfinished;
  bool a_won = false;
  std::string failure = {};  // Why the loser, another program, could not go on. Else empty.

  bool finished() const { return termination != Termination::kUnfinished; }
};

struct ColorScore {
  int wins = 0;
  int games = 0;
};

// What a player's moves took, all of them together.
struct ThinkingTime {
  std::int64_t moves = 0;
  double seconds = 0;

  double SecondsPerMove() const { return moves > 0 ? seconds / static_cast<double>(moves) : 0; }
};

struct MatchResult {
  std::vector<MatchGame> games;          // Pairs side by side: A is Blue first, then Red.
  std::optional<SprtVerdict> sprt = {};  // Of a match that was played with one.
  ThinkingTime a_time = {};
  ThinkingTime b_time = {};

  int AWins() const;
  double AScore() const { return static_cast<double>(AWins()) / static_cast<double>(games.size()); }
  ColorScore AAs(Color color) const;
  RatingEstimate Rating() const;
  int DistinctGames() const;  // Games that differ in opening or moves.
  double MeanPlies() const;   // With the opening.

  // Pairs whose two games have the same moves: both players play alike there, and it is one game
  // twice.
  int EqualPairs() const;

  // Games that A or B lost because it could not go on.
  int Failures(bool of_a) const;
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

  // Ends the match when a player cannot go on, after the game that it lost by that. Without, the
  // match goes on.
  bool stop_on_failure = false;
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

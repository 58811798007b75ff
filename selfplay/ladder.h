// A ladder: players of all kinds who play where it tells most of their ratings.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/bradley_terry.h"
#include "selfplay/match.h"
#include "selfplay/run_database.h"

namespace lielow {

struct LadderPlayer {
  std::string name;    // What results are kept under.
  PlayerFactory make;  // Empty for one that only has results.
};

struct LadderStanding {
  std::string player;
  double elo = 0;
  double low = 0;  // 95 % interval, of the difference to the anchor.
  double high = 0;
  int games = 0;
  double score = 0;  // Share of its games that it won.
};

struct LadderOptions {
  int size = 8;
  std::string anchor;  // Whose rating is fixed.
  double anchor_elo = 0;
  int opening_plies = 4;  // Random ones.
  std::uint64_t seed = 1;
  int threads = 1;
  int concurrency = 32;
};

class Ladder {
 public:
  // `results` were played before, by these players or others, which count too: whoever played
  // against a player tells something of it. REQUIRES: the anchor is among the players.
  Ladder(std::vector<LadderPlayer> players, const std::vector<LadderRow>& results,
         const LadderOptions& options);

  // Plays about `games` more games, each pairing on openings that it has not had, and gives `keep`
  // the results as they come. Ends early once `stop` says so. `show` is called after each round.
  void Play(int games, const std::function<void(const std::vector<LadderRow>&)>& keep,
            const std::function<bool()>& stop, const std::function<void(int done)>& show);

  // All players that have games or can play, the strongest first.
  std::vector<LadderStanding> Standings() const;

 private:
  int Index(const std::string& name);
  LadderFit Fit() const;
  void Add(const LadderRow& row);
  std::vector<LadderRow> PlayPairing(Pairing pairing, int pairs, const std::function<bool()>& stop);

  const LadderOptions options_;
  std::vector<LadderPlayer> players_;
  std::vector<LadderResult> results_;
  std::map<std::pair<int, int>, int> next_opening_;  // Of a pairing, the smaller index first.
};

}  // namespace lielow

// Positions of games whose outcome, and that of every move, is proven: what a network or a search
// thinks of them can be held against the truth.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "game/position.h"

namespace lielow {

struct TruePosition {
  Position position;
  bool won = false;             // By the player to move.
  std::vector<bool> keeps_win;  // By legal move: whether it leads to a won game.

  // A win that can be thrown away.
  bool critical() const;
};

struct TruthOptions {
  int positions = 1000;              // Of either kind, see TruthSample.
  std::uint64_t max_nodes = 300000;  // Of the solver for each move.
  std::uint64_t seed = 1;
  int threads = 1;
};

struct TruthSample {
  std::vector<TruePosition> decided;   // Won and lost.
  std::vector<TruePosition> critical;  // Won, and at least one move loses.
  std::int64_t looked_at = 0;
  std::int64_t undecided = 0;  // Of them: the solver's limit came first for some move.
};

// Solves positions of `candidates` in random order until there are as many of both kinds as wanted,
// or no candidates left. The hardest, which are mostly early ones, are left out: the sample is of
// those that the solver decides. `progress` is called now and then, by one thread at a time.
TruthSample SampleTruth(std::vector<Position> candidates, const TruthOptions& options,
                        const std::function<void(const TruthSample&)>& progress);

}  // namespace lielow

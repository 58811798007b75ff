// Alpha-beta search: the move that gets the most if both sides play best for a number of plies.
//
// Iterative deepening with a transposition table; a principal variation search (Marsland and
// Campbell 1982) that first searches late quiet moves less deeply, and does not search some of the
// last ones close to its horizon, where a position is played on until no capture is worth trying.
//
// A result is claimed only where it is proven. A move that is left out can hide a win, but neither
// make one up nor a loss: a position is lost only if all its moves were found to lose.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "game/position.h"
#include "mcts/tactics.h"
#include "mcts/transposition_table.h"

namespace lielow {

struct AlphaBetaLimits {
  static constexpr int kMostDepth = 100;

  std::optional<int> depth = std::nullopt;         // Plies, 1 to kMostDepth.
  std::optional<int> milliseconds = std::nullopt;  // At least 1; kept to within a few more.
};

struct AlphaBetaResult {
  Move move;

  // For the player to move, in the evaluation's units (mcts/alphabeta_weights.h). A win in p plies
  // is worth kWonValue - p, a loss in p plies p - kWonValue; nothing else reaches kProvenValue.
  static constexpr int kWonValue = 30000;
  static constexpr int kProvenValue = 29000;
  int value = 0;
  ProvenResult result;

  int depth = 0;            // Plies that have been searched in full.
  std::uint64_t nodes = 0;  // Positions visited, those beyond the horizon included.
};

// For whoever wants to follow a search. Either may be empty.
struct AlphaBetaWatch {
  std::function<bool()> stop;                              // Asked often, once there is a move.
  std::function<void(const AlphaBetaResult&)> depth_done;  // After each iteration.
};

// Its table takes 64 MiB. Not thread-safe: one a thread.
class AlphaBeta {
 public:
  AlphaBeta();

  // Depends on the position and the limits alone. With a depth and no time it is the same every
  // time. Stops before its limits where the result is proven. With neither limit it would search
  // for kMostDepth plies. REQUIRES: the game is not over.
  AlphaBetaResult Search(const Position& position, const AlphaBetaLimits& limits,
                         const AlphaBetaWatch& watch = {});

 private:
  TranspositionTable table_;
};

}  // namespace lielow

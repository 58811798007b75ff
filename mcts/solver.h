// Who wins a position, and how soon, with certainty.
//
// Two kinds of questions are asked by turns, each with twice the effort of the turn before: "won,
// or lost, within n plies?" with n growing from 1, which finds short ends and their exact distance,
// and "won at all?", which finds the winner of long ones. Once the winner is known, the distance of
// its proof is shortened until that fails. All are answered by depth-first proof-number search
// (mcts/proof_search.h) on one table of positions, in which what one has found helps the others.
//
// A result is a proof by the rules, apart from the table taking two positions for the same one. Of
// n positions met and m stored, it does so with a probability below n * m / 2^68 (1 in 200,000 for
// n = 10^8 and m = 10^7).

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "game/position.h"
#include "mcts/proof.h"
#include "mcts/proof_bounds.h"

namespace lielow {

struct SolveLimits {
  double max_seconds = std::numeric_limits<double>::infinity();

  // Positions expanded, each time counted. At least 1.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();

  // Bytes, nearly all of them for the table. At least kMinSolveMemory.
  std::uint64_t max_memory = std::uint64_t{1} << 30;

  // Ends the search soon after it becomes true. May be nullptr.
  const std::atomic<bool>* stop = nullptr;
};

inline constexpr std::uint64_t kMinSolveMemory = std::uint64_t{1} << 20;

struct SolveResult {
  // All that is proven about the position.
  ProofBounds bounds;

  // Where the distance is proven: the game from here with best play of both. Where only a win is:
  // a move that wins. Shorter, or empty, where a limit came first.
  std::vector<Move> line;

  std::uint64_t nodes = 0;  // Positions expanded, each time counted.
  double seconds = 0;

  // For the player to move. kNone: a limit came first.
  Proof proof() const {
    return bounds.won() ? Proof::kWin : bounds.lost() ? Proof::kLoss : Proof::kNone;
  }

  // Up to and including the move that removes a king, with best play: the winner shortens the game,
  // the loser prolongs it. nullopt where that is not proven.
  std::optional<int> plies() const { return bounds.plies(); }
};

struct SolveProgress {
  ProofBounds bounds;  // What is proven so far.
  std::uint64_t nodes = 0;
  double seconds = 0;
  double table_share = 0;  // Entries of the table that are in use.
};

// Calls `report`, if there is one, about ten times a second. Throws std::bad_alloc if the system
// refuses the memory. REQUIRES: the game is not over.
SolveResult Solve(const Position& position, const SolveLimits& limits,
                  const std::function<void(const SolveProgress&)>& report = {});

}  // namespace lielow

// What is certain after one move, by the rules alone.

#pragma once

#include <span>

#include "game/position.h"
#include "mcts/proof.h"

namespace lielow {

// A proven result, and within how many plies the winner can force it, counted up to and including
// the move that removes a king. What one move decides (below) has its exact distance; a search tree
// does not look for the fastest way, so there the game may be over sooner.
struct ProvenResult {
  Proof proof = Proof::kNone;
  int plies : 24 = 0;  // 0 where nothing is proven. Together 4 bytes: every move of a tree has one.

  bool operator==(const ProvenResult&) const = default;
};

// For the player who makes `move`: a win in 1 that captures the king, a loss in 1 that takes the
// own king off the board, a loss in 2 that lets the own king be captured; otherwise nothing.
// REQUIRES: `move` is legal in `position`.
ProvenResult ImmediateResult(const Position& position, Move move);

// The same for all legal moves, in the order of LegalMoves, and also a win in 3 (or 2) by attacking
// the king so that the opponent has only moves after which it is lost at once.
// REQUIRES: as many results as legal moves.
void FindTactics(const Position& position, const MoveList& moves, std::span<ProvenResult> results);

}  // namespace lielow

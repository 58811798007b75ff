// What a search asks of the outside: how good a position is and which moves look good.

#pragma once

#include <span>
#include <vector>

#include "game/position.h"

namespace lielow {

// A position seen by the player to move there.
struct Evaluation {
  float value = 0.5F;         // Probability that the player to move wins; from 0 to 1, no NaN.
  std::vector<float> priors;  // One a legal move, in the order of LegalMoves; sums to 1.
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Writes results[i] for positions[i]; blocks. Not thread-safe: one evaluator a thread.
  // REQUIRES: equal sizes, at most max_batch(), no finished games.
  virtual void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) = 0;

  virtual int max_batch() const = 0;

  // Seconds spent so far in a network's forward pass; 0 without a network.
  virtual double forward_seconds() const { return 0; }
};

}  // namespace lielow

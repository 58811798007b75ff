// An evaluator whose opinions look random but are fixed: a position is always given the same value
// and the same priors, whatever it is evaluated together with.

#pragma once

#include <vector>

#include "mcts/evaluator.h"

namespace lielow {

class HashEvaluator final : public Evaluator {
 public:
  explicit HashEvaluator(int max_batch = 1024) : max_batch_(max_batch) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override;
  int max_batch() const override { return max_batch_; }

  // The size of each batch so far.
  const std::vector<int>& batches() const { return batches_; }

  // What it says of one position.
  static Evaluation OpinionOf(const Position& position);

 private:
  const int max_batch_;
  std::vector<int> batches_;
};

}  // namespace lielow

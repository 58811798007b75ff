// An evaluator that knows nothing: every move is as good as any other, every position is even.
// With it a search shows what it does without a network.

#pragma once

#include "mcts/evaluator.h"

namespace lielow {

class UniformEvaluator final : public Evaluator {
 public:
  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override;
  int max_batch() const override;
};

}  // namespace lielow

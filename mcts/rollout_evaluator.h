// The value of a position is the result of one random game from it.
//
// Such a playout takes a king when it can and never takes its own king off the board unless it
// must; otherwise its moves are uniform.

#pragma once

#include <cstdint>

#include "game/random.h"
#include "mcts/evaluator.h"

namespace lielow {

class RolloutEvaluator final : public Evaluator {
 public:
  explicit RolloutEvaluator(std::uint64_t seed) : random_(seed) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override;
  int max_batch() const override { return 1; }

 private:
  Random random_;
};

}  // namespace lielow

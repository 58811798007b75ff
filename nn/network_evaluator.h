// What the evaluators of all backends have in common: positions become planes, and what comes out
// of the network becomes values and priors.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace lielow {

class NetworkEvaluator : public Evaluator {
 public:
  // `step`, the network's training steps, is for messages. REQUIRES: max_batch >= 1.
  NetworkEvaluator(std::int64_t step, int max_batch) : step_(step), max_batch_(max_batch) {}

  // Throws std::runtime_error if the network's numbers are not finite.
  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) final;

  int max_batch() const final { return max_batch_; }
  double forward_seconds() const final { return forward_seconds_; }

 protected:
  struct Logits {
    const float* policy;  // [count, N * N * 9] by action index.
    const float* value;   // [count]
  };

  // The floats that Forward may read after the planes of the last position.
  static constexpr int kSlack = 64;

  // Positions that the buffer has room for at least.
  static constexpr int kLeastBatch = 2;

  // The network's answer for `count` positions: planes [count, N, N, kNumPlanes] as Encode writes
  // them. They lie in a buffer for max_batch() positions, kLeastBatch at least, that stays where it
  // is as long as the size is the same. The answer stays valid until the next call.
  virtual Logits Forward(float* planes, int size, int count) = 0;

 private:
  void Decode(const Position& position, const float* policy, float value_logit,
              Evaluation& result) const;

  const std::int64_t step_;
  const int max_batch_;
  double forward_seconds_ = 0;
  std::vector<float> planes_;
};

}  // namespace lielow

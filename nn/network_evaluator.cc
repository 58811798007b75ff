#include "nn/network_evaluator.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "nn/encoding.h"

namespace lielow {

void NetworkEvaluator::Evaluate(std::span<const Position> positions,
                                std::span<Evaluation> results) {
  if (positions.empty()) return;
  assert(static_cast<int>(positions.size()) <= max_batch_);
  const int size = positions.front().size();
  const auto length = static_cast<std::size_t>(EncodedSize(size));
  planes_.resize(length * static_cast<std::size_t>(std::max(max_batch_, kLeastBatch)) + kSlack);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Encode(positions[i], View(positions[i].to_move()),
           std::span(planes_).subspan(i * length, length));
  }
  const auto start = std::chrono::steady_clock::now();
  const Logits logits = Forward(planes_.data(), size, static_cast<int>(positions.size()));
  forward_seconds_ +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto actions = static_cast<std::size_t>(NumActions(size));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Decode(positions[i], logits.policy + i * actions, logits.value[i], results[i]);
  }
}

// Softmax over the legal moves.
void NetworkEvaluator::Decode(const Position& position, const float* policy, float value_logit,
                              Evaluation& result) const {
  result.value = 1 / (1 + std::exp(-value_logit));
  result.priors.clear();
  const Symmetry view = View(position.to_move());
  float largest = -INFINITY;
  for (const Move move : position.LegalMoves()) {
    result.priors.push_back(policy[ViewedAction(move, view, position.size())]);
    largest = std::max(largest, result.priors.back());
  }
  float sum = 0;
  for (float& prior : result.priors) {
    prior = std::exp(prior - largest);
    sum += prior;
  }
  for (float& prior : result.priors) prior /= sum;
  // The weights of a file are finite, but may be so large that what follows from them is not.
  if (!std::isfinite(sum) || std::isnan(result.value)) {
    throw std::runtime_error("the network of step " + std::to_string(step_) +
                             " gives numbers that are not finite");
  }
}

}  // namespace lielow

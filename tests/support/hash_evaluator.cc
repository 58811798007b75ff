#include "tests/support/hash_evaluator.h"

#include <cassert>

#include "game/random.h"

namespace lielow {

void HashEvaluator::Evaluate(std::span<const Position> positions, std::span<Evaluation> results) {
  assert(positions.size() == results.size());
  assert(static_cast<int>(positions.size()) <= max_batch_);
  batches_.push_back(static_cast<int>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) results[i] = OpinionOf(positions[i]);
}

Evaluation HashEvaluator::OpinionOf(const Position& position) {
  assert(!position.over());
  std::uint64_t hash = 0;
  for (const char c : position.ToString()) {
    hash = DeriveSeed(hash, static_cast<unsigned char>(c));
  }
  Random random(hash);
  Evaluation evaluation;
  evaluation.value = static_cast<float>(random.Uniform());
  float sum = 0;
  for (int i = position.LegalMoves().size(); i > 0; --i) {
    evaluation.priors.push_back(static_cast<float>(random.Exponential()));
    sum += evaluation.priors.back();
  }
  for (float& prior : evaluation.priors) prior /= sum;
  return evaluation;
}

}  // namespace lielow

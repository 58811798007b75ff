#include "mcts/uniform_evaluator.h"

namespace lielow {

void UniformEvaluator::Evaluate(std::span<const Position> positions,
                                std::span<Evaluation> results) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto moves = static_cast<std::size_t>(positions[i].LegalMoves().size());
    results[i].value = 0.5F;
    results[i].priors.assign(moves, 1.0F / static_cast<float>(moves));
  }
}

int UniformEvaluator::max_batch() const { return 1024; }

}  // namespace lielow

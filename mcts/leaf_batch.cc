#include "mcts/leaf_batch.h"

#include <algorithm>

namespace lielow {

void LeafBatch::Add(Search& search, const Position& leaf) {
  searches_.push_back(&search);
  positions_.push_back(leaf);
}

void LeafBatch::EvaluateAll(Evaluator& evaluator, EvaluationCache* cache) {
  const std::span<const Position> positions = positions_;
  results_.resize(std::max(results_.size(), positions.size()));
  const std::span<Evaluation> results = results_;
  const auto largest = static_cast<std::size_t>(evaluator.max_batch());
  for (std::size_t first = 0; first < positions.size(); first += largest) {
    const std::size_t count = std::min(largest, positions.size() - first);
    evaluator.Evaluate(positions.subspan(first, count), results.subspan(first, count));
  }
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (cache != nullptr) cache->Add(positions_[i], results_[i]);
    searches_[i]->Apply(results_[i]);
  }
  searches_.clear();
  positions_.clear();
}

void RunSearches(std::span<Search* const> searches, Evaluator& evaluator) {
  LeafBatch batch;
  while (true) {
    for (Search* search : searches) {
      if (const Position* leaf = search->Gather()) batch.Add(*search, *leaf);
    }
    if (batch.size() == 0) return;
    batch.EvaluateAll(evaluator);
  }
}

void RunSearches(std::span<Search> searches, Evaluator& evaluator) {
  std::vector<Search*> pointers;
  for (Search& search : searches) pointers.push_back(&search);
  RunSearches(pointers, evaluator);
}

void RunSearch(Search& search, Evaluator& evaluator, const std::function<bool()>& stop) {
  LeafBatch batch;
  while (const Position* leaf = search.Gather()) {
    batch.Add(search, *leaf);
    batch.EvaluateAll(evaluator);
    if (stop()) return;
  }
}

}  // namespace lielow

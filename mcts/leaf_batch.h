// Evaluates the leaves of many searches together.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mcts/evaluation_cache.h"
#include "mcts/evaluator.h"
#include "mcts/search.h"

namespace lielow {

class LeafBatch {
 public:
  // The searches must live until EvaluateAll.
  void Add(Search& search, const Position& leaf);

  // Evaluates all leaves, as often as the evaluator's largest batch needs, and gives each search
  // its evaluation, and the cache all of them. The batch is empty afterwards.
  void EvaluateAll(Evaluator& evaluator, EvaluationCache* cache = nullptr);

  int size() const { return static_cast<int>(positions_.size()); }

 private:
  std::vector<Search*> searches_;
  std::vector<Position> positions_;
  std::vector<Evaluation> results_;  // Kept, so that their memory is.
};

// Runs searches that have been started until all are done.
void RunSearches(std::span<Search* const> searches, Evaluator& evaluator);
void RunSearches(std::span<Search> searches, Evaluator& evaluator);

// Runs a search that has been started until it is done or `stop` says so, which is asked after each
// evaluation; so the root is evaluated in any case.
void RunSearch(Search& search, Evaluator& evaluator, const std::function<bool()>& stop);

}  // namespace lielow

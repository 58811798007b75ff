// Evaluators that need no LibTorch.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "mcts/evaluator.h"
#include "nn/eigen_network.h"

namespace lielow {

// A model's weights for the evaluators of any number of threads, prepared for each board size when
// it is first met.
class EigenModel {
 public:
  explicit EigenModel(FoldedNetwork network) : network_(std::move(network)) {}

  const ModelInfo& info() const { return network_.info; }
  const EigenNetwork& ForSize(int size) const;

 private:
  const FoldedNetwork network_;
  mutable std::mutex mutex_;
  mutable std::map<int, std::unique_ptr<const EigenNetwork>> by_size_;
};

// For one thread; it uses one. Results of a position do not depend on what it is batched with.
// REQUIRES: max_batch >= 1.
std::unique_ptr<Evaluator> MakeEigenEvaluator(std::shared_ptr<const EigenModel> model,
                                              int max_batch);

}  // namespace lielow

// Trains the network. LibTorch stays out of this header.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "nn/model.h"
#include "nn/model_file.h"
#include "train/batch.h"
#include "train/training_options.h"

namespace lielow {

// Mean over the batch of one step. Natural logarithms.
struct Losses {
  double policy = 0;  // Cross-entropy to the improved policy, over the legal moves.
  double value = 0;   // Binary cross-entropy to the value target.
};

class Learner {
 public:
  // A network with random weights from `seed`. Uses `threads` threads of LibTorch in the thread
  // that calls Step.
  Learner(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
          int threads);
  ~Learner();

  // One step of the optimiser. Throws std::runtime_error if the loss or its gradient is not finite;
  // weights and batch statistics are then as they were before.
  Losses Step(const Batch& batch);

  // The losses of the averaged weights for a batch that is not learned from.
  Losses Evaluate(const Batch& batch) const;

  std::int64_t steps() const;
  double learning_rate() const;  // Of the next step.

  // Writes the averaged weights, which are those to play with.
  void SaveModel(const std::filesystem::path& path, const ModelInfo& info) const;

  // Everything needed to go on exactly: weights, averaged weights, optimiser, steps.
  ModelFile Checkpoint() const;

  // Goes on from a checkpoint. `source` is for messages. Throws InputError if it does not fit; then
  // the learner may hold parts of it.
  void Restore(const ModelFile& checkpoint, const std::filesystem::path& source);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lielow

// Trains the network. LibTorch stays out of this header.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>

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

// What a batch that is not learned from shows of the averaged weights.
struct Measurement {
  Losses losses;
  double policy_agreement = 0;  // Share of positions whose likeliest move is the target's.
  double policy_entropy = 0;    // Mean, in nats, of the network's policy.
};

// A loss or gradient that is not finite: the step was not made.
class NotFiniteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Whether the convolutions are computed in bfloat16: asked for, or left to us and the device is
// faster in it. Throws InputError if it is asked for and this processor has no bfloat16.
bool TrainsInBfloat16(const TrainingOptions& options);

class Learner {
 public:
  // A network with random weights from `seed`. Uses `threads` threads of LibTorch in the thread
  // that calls Step.
  Learner(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
          int threads);
  ~Learner();

  // One step of the optimiser, at the share `progress` of the run. Throws NotFiniteError, which
  // says where it came from, if a loss or gradient is not finite; everything is then as it was
  // before.
  Losses Step(const Batch& batch, double progress = 0);

  Measurement Measure(const Batch& batch) const;

  // Takes over the weights of another run's network, also for another size of board. Throws
  // InputError naming the file if it is none, or of another architecture. REQUIRES: no step yet.
  void StartFrom(const std::filesystem::path& model);

  std::int64_t steps() const;

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

// The learning rate over a run: warm-up, constant, decay.

#pragma once

#include <algorithm>
#include <cstdint>

#include "train/training_options.h"

namespace lielow {

// Of step `step`, from 0, at the share `progress` of the run.
inline double LearningRateAt(const TrainingOptions& options, std::int64_t step, double progress) {
  const double warmup =
      std::min(1.0, static_cast<double>(step + 1) / std::max(options.warmup_steps, 1));
  double decay = 1;
  if (progress > options.decay_start) {
    const double gone = (std::min(progress, 1.0) - options.decay_start) / (1 - options.decay_start);
    decay = 1 - (1 - options.final_rate) * gone;
  }
  return options.learning_rate * warmup * decay;
}

}  // namespace lielow

// What the network is to get right: the losses of a training step.

#pragma once

#include "nn/torch_network.h"
#include "train/batch.h"
#include "train/training_options.h"

namespace lielow {

// Means over the batch, scalars. Natural logarithms.
struct LossTensors {
  torch::Tensor policy;  // Cross-entropy to the improved policy, over the legal moves.
  torch::Tensor value;   // Binary cross-entropy to the value target.
  torch::Tensor total;   // All losses with their weights.

  // No losses: the share of positions whose likeliest move is that of the target, and the entropy
  // of the network's policy.
  torch::Tensor policy_agreement;
  torch::Tensor policy_entropy;
};

// The loss of the network's `output` for the batch.
LossTensors ComputeLosses(const TrainingOutput& output, const Batch& batch,
                          const TrainingOptions& options, torch::Device device);

// A view of numbers that stay the batch's, copied to the device.
torch::Tensor ToTensor(const std::vector<float>& values, const std::vector<std::int64_t>& shape,
                       torch::Device device);

}  // namespace lielow

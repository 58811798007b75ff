// The state of LibTorch's AdamW as named tensors, so that it can be kept in a model file.

#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "nn/model_file.h"
#include "nn/torch_network.h"

namespace lielow {

// First and second moments of each parameter, as NAME.mean and NAME.square. Empty before the first
// step.
std::vector<NamedTensor> AdamWTensors(const torch::optim::AdamW& optimizer, const Network& network);

// Sets them, and the number of steps made. `source` is for messages. Throws InputError if they are
// not this network's.
void SetAdamWTensors(torch::optim::AdamW& optimizer, const Network& network,
                     const std::vector<NamedTensor>& tensors, std::int64_t steps,
                     const std::filesystem::path& source);

}  // namespace lielow

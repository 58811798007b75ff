// A network that is far from its random start: nothing in it is 0 or 1 by default.

#pragma once

#include <cstdint>
#include <string>

#include "nn/torch_model.h"

namespace lielow {

// Random weights, and random scales, shifts, means and variances of every normalisation, so that
// leaving one of them out changes the output. The heads have opinions: their outputs differ between
// positions. In evaluation mode.
inline Network TrainedNetwork(const NetworkOptions& options, std::uint64_t seed) {
  Network network = MakeNetwork(options, seed);
  const torch::NoGradGuard no_grad;
  const auto randomise = [](const std::string& name, torch::Tensor tensor) {
    if (name == "policy_out.weight" || name == "value_out.weight") tensor.uniform_(-2, 2);
    if (name == "value_hidden.weight") tensor.uniform_(-0.5, 0.5);
    if (name.find("pooling.") != std::string::npos) tensor.uniform_(-0.3, 0.3);
    if (name.ends_with("norm.weight")) tensor.uniform_(0.5, 1.5);
    if (name.ends_with("norm.bias")) tensor.uniform_(-0.3, 0.3);
    if (name.ends_with("running_mean")) tensor.uniform_(-0.3, 0.3);
    if (name.ends_with("running_var")) tensor.uniform_(0.3, 2);
  };
  for (const auto& entry : network->named_parameters()) randomise(entry.key(), entry.value());
  for (const auto& entry : network->named_buffers()) randomise(entry.key(), entry.value());
  network->eval();
  return network;
}

}  // namespace lielow

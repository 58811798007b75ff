// Model files to networks in LibTorch and back.

#pragma once

#include <cstdint>
#include <filesystem>

#include "nn/folded_network.h"
#include "nn/model.h"
#include "nn/torch_network.h"

namespace lielow {

// Sets LibTorch's generator and makes a network with random weights: the same for the same seed.
Network MakeNetwork(const NetworkOptions& options, std::uint64_t seed);

// The weights and batch statistics of a network, sorted by name.
std::vector<NamedTensor> NetworkTensors(const Network& network);

// Sets them. `source` is for messages. Throws InputError if names or shapes are not the network's.
void SetNetworkTensors(Network& network, const std::vector<NamedTensor>& tensors,
                       const std::filesystem::path& source);

// The network for play.
FoldedNetwork Fold(const Network& network, const ModelInfo& info);

struct LoadedModel {
  ModelInfo info;
  Network network{nullptr};
};

// Throws InputError naming the file and what is wrong.
LoadedModel LoadModel(const std::filesystem::path& path);

// Whole or not at all. Throws std::runtime_error naming the file.
void SaveModel(const std::filesystem::path& path, const Network& network, const ModelInfo& info);

}  // namespace lielow

// The network for play: every normalisation folded into the convolution before it, and the heads
// that only training needs left out. Plain numbers, from which each backend makes its own form.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nn/model.h"
#include "nn/model_file.h"

namespace lielow {

// Keeps the board's size: outside the board there are zeros.
struct ConvLayer {
  int in = 0;
  int out = 0;
  int kernel = 1;             // 1 or 3
  std::vector<float> weight;  // [out, in, kernel, kernel]
  std::vector<float> bias;    // [out]
};

struct DenseLayer {
  int in = 0;
  int out = 0;
  std::vector<float> weight;  // [out, in]
  std::vector<float> bias;    // [out]
};

// relu(x + second(relu(first(x)))); see ResidualBlock of nn/torch_network.h.
struct FoldedBlock {
  ConvLayer first;
  ConvLayer second;
  std::optional<DenseLayer> pooling;  // [2 * PoolingChannels] to [channels]
};

struct FoldedNetwork {
  ModelInfo info;
  ConvLayer stem;
  std::vector<FoldedBlock> blocks;
  ConvLayer policy_hidden;
  ConvLayer policy_out;
  ConvLayer value_planes;
  DenseLayer value_hidden;
  DenseLayer value_out;
};

// Whether a tensor of that name belongs to a head that is there only to learn from.
bool IsForTrainingOnly(const std::string& name);

// Throws InputError naming `source` if a tensor is missing, of another shape than the network's, or
// left over, or if a variance is negative.
FoldedNetwork FoldNetwork(const ModelFile& model, const std::filesystem::path& source);

// Throws InputError naming the file and what is wrong with it.
FoldedNetwork LoadFoldedNetwork(const std::filesystem::path& path);

// Random weights, to measure speeds with and to test: the same for the same seed.
FoldedNetwork RandomFoldedNetwork(const NetworkOptions& shape, std::uint64_t seed);

// Multiplications of one evaluation on a size x size board, as the convolutions are defined: what a
// backend saves by a faster algorithm is not taken off.
double MultiplicationsOf(const NetworkOptions& shape, int size);

}  // namespace lielow

// The network in LibTorch for evaluation only: normalisation folded in, nothing recorded for
// gradients.

#pragma once

#include <torch/torch.h>

#include <utility>
#include <vector>

#include "nn/folded_network.h"
#include "nn/torch_evaluator.h"
#include "nn/torch_network.h"

namespace lielow {

// Throws InputError if a GPU is asked for and there is none.
torch::Device ChooseDevice(Device device);

struct TorchConv {
  torch::Tensor weight;  // [out, in, K, K]
  torch::Tensor bias;    // [out]

  torch::Tensor operator()(const torch::Tensor& x) const;
};

struct TorchDense {
  torch::Tensor weight;  // [out, in]
  torch::Tensor bias;    // [out]

  torch::Tensor operator()(const torch::Tensor& x) const;
};

class InferenceNetwork {
 public:
  // The tower computes in `type` (float32, bfloat16 or float16), what follows from pooling always
  // in float32.
  InferenceNetwork(const FoldedNetwork& network, torch::Device device, torch::ScalarType type);

  // `planes`: [B, N, N, kNumPlanes], float32, on the CPU; the output too. As Network::forward in
  // evaluation mode, up to rounding. Safe from many threads at once.
  NetworkOutput Forward(const torch::Tensor& planes) const;

  const ModelInfo& info() const { return info_; }
  torch::ScalarType type() const { return type_; }

 private:
  struct Block {
    TorchConv first;
    TorchConv second;
    std::optional<TorchDense> pooling;
  };

  torch::Tensor RunBlock(const Block& block, const torch::Tensor& x) const;

  const ModelInfo info_;
  const torch::Device device_;
  const torch::ScalarType type_;
  TorchConv stem_;
  std::vector<Block> blocks_;
  TorchConv policy_hidden_;
  TorchConv policy_out_;
  TorchConv value_planes_;
  TorchDense value_hidden_;
  TorchDense value_out_;
};

}  // namespace lielow

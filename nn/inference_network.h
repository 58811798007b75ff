// The network for evaluation only: normalisation folded into the convolutions, nothing recorded for
// gradients.

#pragma once

#include <torch/torch.h>

#include <vector>

#include "nn/model.h"
#include "nn/torch_evaluator.h"
#include "nn/torch_network.h"

namespace lielow {

// Throws InputError if a GPU is asked for and there is none.
torch::Device ChooseDevice(Device device);

// A convolution that has taken in the normalisation after it.
struct FoldedConv {
  torch::Tensor weight;  // [out, in, K, K]
  torch::Tensor bias;    // [out]

  torch::Tensor operator()(const torch::Tensor& x) const;
};

class InferenceNetwork {
 public:
  // Copies the weights of `network` and its batch statistics. The tower computes in `type`
  // (float32 or bfloat16), the value head always in float32.
  InferenceNetwork(const Network& network, const ModelInfo& info, torch::Device device,
                   torch::ScalarType type);

  // As Network::forward in evaluation mode, up to rounding; float32 in and out, on the CPU.
  // Safe from many threads at once.
  NetworkOutput Forward(const torch::Tensor& planes) const;

  const ModelInfo& info() const { return info_; }

 private:
  const ModelInfo info_;
  const torch::Device device_;
  const torch::ScalarType type_;
  FoldedConv stem_;
  std::vector<std::pair<FoldedConv, FoldedConv>> blocks_;
  FoldedConv policy_hidden_;
  FoldedConv policy_out_;
  FoldedConv value_planes_;
  torch::Tensor value_hidden_weight_;
  torch::Tensor value_hidden_bias_;
  torch::Tensor value_out_weight_;
  torch::Tensor value_out_bias_;
};

}  // namespace lielow

// The network in LibTorch: a residual tower with a policy and a value head.
//
// Convolutions and pooling only, no dense layer over the board: the same weights serve any size.
// The only header of nn/ that includes LibTorch, with torch_model.h.

#pragma once

#include <torch/torch.h>

#include <vector>

#include "nn/network_options.h"

namespace lielow {

struct NetworkOutput {
  torch::Tensor policy_logits;  // [B, N * N * 9] by action index; illegal moves are not masked.
  torch::Tensor value_logits;   // [B]; sigmoid: the player to move wins.
};

// A convolution without bias that keeps the board's size, then batch normalisation (Ioffe and
// Szegedy 2015). For inference the two are folded into one convolution (nn/torch_evaluator.cc).
class ConvNormImpl : public torch::nn::Module {
 public:
  ConvNormImpl(int in, int out, int kernel);

  // [B, in, N, N] to [B, out, N, N].
  torch::Tensor forward(const torch::Tensor& x);

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(ConvNorm);

// He et al. 2015, figure 2: relu(x + second(relu(first(x)))).
class ResidualBlockImpl : public torch::nn::Module {
 public:
  explicit ResidualBlockImpl(int channels);

  // [B, C, N, N] to the same.
  torch::Tensor forward(const torch::Tensor& x);

  ConvNorm first{nullptr};
  ConvNorm second{nullptr};
};
TORCH_MODULE(ResidualBlock);

class NetworkImpl : public torch::nn::Module {
 public:
  explicit NetworkImpl(const NetworkOptions& options);

  // `planes`: [B, kNumPlanes, N, N] as Encode makes them.
  NetworkOutput forward(const torch::Tensor& planes);

  const NetworkOptions options;

  ConvNorm stem{nullptr};
  std::vector<ResidualBlock> blocks;

  ConvNorm policy_hidden{nullptr};
  torch::nn::Conv2d policy_out{nullptr};

  ConvNorm value_planes{nullptr};
  torch::nn::Linear value_hidden{nullptr};
  torch::nn::Linear value_out{nullptr};
};
TORCH_MODULE(Network);

// [B, 9, N, N] to [B, N * N * 9], by action index.
torch::Tensor FlattenPolicy(const torch::Tensor& policy_planes);

// [B, C, N, N] to [B, 2 * C]: means and maxima over the board.
torch::Tensor PoolBoard(const torch::Tensor& planes);

}  // namespace lielow

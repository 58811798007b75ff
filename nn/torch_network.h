// The network in LibTorch: a residual tower with a policy head, a value head, and heads that are
// there to learn from.
//
// Convolutions and pooling only, no dense layer over the board: the same weights serve any size.
// The only header of nn/ that includes LibTorch, with torch_model.h and inference_network.h.

#pragma once

#include <torch/torch.h>

#include <vector>

#include "nn/network_options.h"

namespace lielow {

// What play needs. Policies are [B, N * N * 9] by action index; illegal moves are not masked.
struct NetworkOutput {
  torch::Tensor policy_logits;
  torch::Tensor value_logits;  // [B]; sigmoid: the player to move wins.
};

// What training needs beside it: more to learn from one game than who won (Wu 2019, section 4).
struct TrainingOutput {
  NetworkOutput main;
  torch::Tensor soft_policy_logits;   // Of a softened policy.
  torch::Tensor reply_policy_logits;  // Of the opponent's next move, seen as the other policies.
  torch::Tensor survival_logits;      // [B, N * N]; sigmoid: the stack there is never captured and
                                      // never leaves.
  torch::Tensor king_logits;  // [B, 2, N * N]; softmax: where the own king ends, the other's.
  torch::Tensor plies_left;   // [B], in units of kPliesUnit.
};

inline constexpr float kPliesUnit = 32;

// A convolution without bias that keeps the board's size, then batch normalisation (Ioffe and
// Szegedy 2015). For inference the two are folded into one convolution (nn/folded_network.h), so it
// costs nothing there; and without it networks learn more slowly: policy loss 2.55 instead of 2.51,
// value loss 0.583 instead of 0.571 (README.md, "What helps to learn").
class ConvNormImpl : public torch::nn::Module {
 public:
  ConvNormImpl(int in, int out, int kernel);

  // [B, in, N, N] to [B, out, N, N].
  torch::Tensor forward(const torch::Tensor& x);

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(ConvNorm);

// He et al. 2015, figure 2: relu(x + second(relu(first(x)))). With pooling, what the first
// PoolingChannels of first(x) are like over the whole board is added to each of its squares.
class ResidualBlockImpl : public torch::nn::Module {
 public:
  ResidualBlockImpl(int channels, bool has_pooling);

  // [B, C, N, N] to the same.
  torch::Tensor forward(const torch::Tensor& x);

  ConvNorm first{nullptr};
  ConvNorm second{nullptr};
  torch::nn::Linear pooling{nullptr};  // [2 * PoolingChannels] to [C]; null without.
};
TORCH_MODULE(ResidualBlock);

class NetworkImpl : public torch::nn::Module {
 public:
  explicit NetworkImpl(const NetworkOptions& options);

  // `planes`: [B, kNumPlanes, N, N].
  NetworkOutput forward(const torch::Tensor& planes);
  TrainingOutput ForwardAll(const torch::Tensor& planes) { return Heads(Tower(planes)); }

  // The two parts of ForwardAll: `planes` to [B, C, N, N], and from there.
  torch::Tensor Tower(const torch::Tensor& planes);
  TrainingOutput Heads(const torch::Tensor& x);

  const NetworkOptions options;

  ConvNorm stem{nullptr};
  std::vector<ResidualBlock> blocks;

  ConvNorm policy_hidden{nullptr};
  torch::nn::Conv2d policy_out{nullptr};
  torch::nn::Conv2d soft_policy_out{nullptr};
  torch::nn::Conv2d reply_policy_out{nullptr};

  ConvNorm value_planes{nullptr};
  torch::nn::Linear value_hidden{nullptr};
  torch::nn::Linear value_out{nullptr};
  torch::nn::Linear plies_left_out{nullptr};
  torch::nn::Conv2d ends_out{nullptr};  // Planes: survival, own king, the other's.
};
TORCH_MODULE(Network);

// [B, 9, N, N] to [B, N * N * 9], by action index.
torch::Tensor FlattenPolicy(const torch::Tensor& policy_planes);

// [B, C, N, N] to [B, 2 * C]: means and maxima over the board.
torch::Tensor PoolBoard(const torch::Tensor& planes);

}  // namespace lielow

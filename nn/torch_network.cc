#include "nn/torch_network.h"

#include <string>

#include "game/move.h"
#include "nn/encoding.h"

namespace lielow {
ConvNormImpl::ConvNormImpl(int in, int out, int kernel) {
  conv = register_module(
      "conv",
      torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, kernel).padding(kernel / 2).bias(false)));
  norm = register_module("norm", torch::nn::BatchNorm2d(out));
}

torch::Tensor ConvNormImpl::forward(const torch::Tensor& x) { return norm(conv(x)); }

ResidualBlockImpl::ResidualBlockImpl(int channels, bool has_pooling) {
  first = register_module("first", ConvNorm(channels, channels, 3));
  second = register_module("second", ConvNorm(channels, channels, 3));
  if (has_pooling) {
    pooling =
        register_module("pooling", torch::nn::Linear(2 * PoolingChannels(channels), channels));
    // At first, as if it were not there.
    torch::nn::init::zeros_(pooling->weight);
    torch::nn::init::zeros_(pooling->bias);
  }
}

torch::Tensor ResidualBlockImpl::forward(const torch::Tensor& x) {
  torch::Tensor hidden = first(x);
  if (!pooling.is_empty()) {
    const auto pooled =
        PoolBoard(torch::relu(hidden.narrow(1, 0, pooling->options.in_features() / 2)));
    hidden = hidden + pooling(pooled).unsqueeze(2).unsqueeze(3);
  }
  return torch::relu(x + second(torch::relu(hidden)));
}

NetworkImpl::NetworkImpl(const NetworkOptions& network_options) : options(network_options) {
  const int channels = options.channels;
  stem = register_module("stem", ConvNorm(kNumPlanes, channels, 3));
  for (int i = 0; i < options.blocks; ++i) {
    blocks.push_back(register_module("block" + std::to_string(i),
                                     ResidualBlock(channels, options.HasPooling(i))));
  }
  const auto conv = [this](const std::string& name, int in, int out) {
    return register_module(name, torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 1)));
  };
  policy_hidden = register_module("policy_hidden", ConvNorm(channels, channels, 1));
  policy_out = conv("policy_out", channels, kNumDirections);
  soft_policy_out = conv("soft_policy_out", channels, kNumDirections);
  reply_policy_out = conv("reply_policy_out", channels, kNumDirections);
  value_planes = register_module("value_planes", ConvNorm(channels, kValueChannels, 1));
  value_hidden =
      register_module("value_hidden", torch::nn::Linear(2 * kValueChannels, kValueHidden));
  value_out = register_module("value_out", torch::nn::Linear(kValueHidden, 1));
  plies_left_out = register_module("plies_left_out", torch::nn::Linear(kValueHidden, 1));
  ends_out = conv("ends_out", kValueChannels, 3);
}

torch::Tensor NetworkImpl::Tower(const torch::Tensor& planes) {
  torch::Tensor x = torch::relu(stem(planes));
  for (ResidualBlock& block : blocks) x = block(x);
  return x;
}

NetworkOutput NetworkImpl::forward(const torch::Tensor& planes) { return ForwardAll(planes).main; }

TrainingOutput NetworkImpl::Heads(const torch::Tensor& x) {
  const torch::Tensor policy = torch::relu(policy_hidden(x));
  const torch::Tensor value = torch::relu(value_planes(x));
  const torch::Tensor hidden = torch::relu(value_hidden(PoolBoard(value)));
  const torch::Tensor ends = ends_out(value).flatten(2);
  return {.main = {FlattenPolicy(policy_out(policy)), value_out(hidden).squeeze(1)},
          .soft_policy_logits = FlattenPolicy(soft_policy_out(policy)),
          .reply_policy_logits = FlattenPolicy(reply_policy_out(policy)),
          .survival_logits = ends.select(1, 0),
          .king_logits = ends.narrow(1, 1, 2),
          .plies_left = plies_left_out(hidden).squeeze(1)};
}

torch::Tensor FlattenPolicy(const torch::Tensor& policy_planes) {
  return policy_planes.permute({0, 2, 3, 1}).flatten(1);
}

torch::Tensor PoolBoard(const torch::Tensor& planes) {
  return torch::cat({planes.mean({2, 3}), planes.amax({2, 3})}, 1);
}

}  // namespace lielow

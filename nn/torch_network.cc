#include "nn/torch_network.h"

#include <string>

#include "game/move.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

constexpr int kValueChannels = 32;
constexpr int kValueHidden = 64;

}  // namespace

ConvNormImpl::ConvNormImpl(int in, int out, int kernel) {
  conv = register_module(
      "conv",
      torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, kernel).padding(kernel / 2).bias(false)));
  norm = register_module("norm", torch::nn::BatchNorm2d(out));
}

torch::Tensor ConvNormImpl::forward(const torch::Tensor& x) { return norm(conv(x)); }

ResidualBlockImpl::ResidualBlockImpl(int channels) {
  first = register_module("first", ConvNorm(channels, channels, 3));
  second = register_module("second", ConvNorm(channels, channels, 3));
}

torch::Tensor ResidualBlockImpl::forward(const torch::Tensor& x) {
  return torch::relu(x + second(torch::relu(first(x))));
}

NetworkImpl::NetworkImpl(const NetworkOptions& network_options) : options(network_options) {
  const int channels = options.channels;
  stem = register_module("stem", ConvNorm(kNumPlanes, channels, 3));
  for (int i = 0; i < options.blocks; ++i) {
    blocks.push_back(register_module("block" + std::to_string(i), ResidualBlock(channels)));
  }
  policy_hidden = register_module("policy_hidden", ConvNorm(channels, channels, 1));
  policy_out = register_module(
      "policy_out", torch::nn::Conv2d(torch::nn::Conv2dOptions(channels, kNumDirections, 1)));
  value_planes = register_module("value_planes", ConvNorm(channels, kValueChannels, 1));
  value_hidden =
      register_module("value_hidden", torch::nn::Linear(2 * kValueChannels, kValueHidden));
  value_out = register_module("value_out", torch::nn::Linear(kValueHidden, 1));
}

NetworkOutput NetworkImpl::forward(const torch::Tensor& planes) {
  torch::Tensor x = torch::relu(stem(planes));
  for (ResidualBlock& block : blocks) x = block(x);
  const torch::Tensor policy = policy_out(torch::relu(policy_hidden(x)));
  const torch::Tensor pooled = PoolBoard(torch::relu(value_planes(x)));
  const torch::Tensor value = value_out(torch::relu(value_hidden(pooled)));
  return {FlattenPolicy(policy), value.squeeze(1)};
}

torch::Tensor FlattenPolicy(const torch::Tensor& policy_planes) {
  return policy_planes.permute({0, 2, 3, 1}).flatten(1);
}

torch::Tensor PoolBoard(const torch::Tensor& planes) {
  return torch::cat({planes.mean({2, 3}), planes.amax({2, 3})}, 1);
}

}  // namespace lielow

#include "nn/inference_network.h"

namespace lielow {
namespace {

// oneDNN convolves fastest with the channels last in memory (measured: 1.4 to 1.6 times in
// float32).
constexpr auto kLayout = torch::MemoryFormat::ChannelsLast;

FoldedConv MakeConv(const torch::Tensor& weight, const torch::Tensor& bias, torch::Device device,
                    torch::ScalarType type) {
  return {weight.detach().clone().to(device, type).contiguous(kLayout),
          bias.detach().clone().to(device, type)};
}

// y = gamma * (conv(x) - mean) / sqrt(variance + eps) + beta, as one convolution.
FoldedConv Fold(const ConvNorm& layer, torch::Device device, torch::ScalarType type) {
  const torch::NoGradGuard no_grad;
  const auto& norm = layer->norm;
  const torch::Tensor scale = norm->weight / torch::sqrt(norm->running_var + norm->options.eps());
  return MakeConv(layer->conv->weight * scale.view({-1, 1, 1, 1}),
                  norm->bias - norm->running_mean * scale, device, type);
}

torch::Tensor Copy(const torch::Tensor& tensor, torch::Device device) {
  return tensor.detach().clone().to(device);
}

}  // namespace

torch::Tensor FoldedConv::operator()(const torch::Tensor& x) const {
  return torch::conv2d(x, weight, bias, 1, weight.size(2) / 2);
}

InferenceNetwork::InferenceNetwork(const Network& network, const ModelInfo& info,
                                   torch::Device device, torch::ScalarType type)
    : info_(info),
      device_(device),
      type_(type),
      stem_(Fold(network->stem, device, type)),
      policy_hidden_(Fold(network->policy_hidden, device, type)),
      policy_out_(MakeConv(network->policy_out->weight, network->policy_out->bias, device, type)),
      value_planes_(Fold(network->value_planes, device, type)),
      value_hidden_weight_(Copy(network->value_hidden->weight, device)),
      value_hidden_bias_(Copy(network->value_hidden->bias, device)),
      value_out_weight_(Copy(network->value_out->weight, device)),
      value_out_bias_(Copy(network->value_out->bias, device)) {
  for (const ResidualBlock& block : network->blocks) {
    blocks_.emplace_back(Fold(block->first, device, type), Fold(block->second, device, type));
  }
}

NetworkOutput InferenceNetwork::Forward(const torch::Tensor& planes) const {
  torch::Tensor x = stem_(planes.to(device_, type_).contiguous(kLayout)).relu_();
  for (const auto& [first, second] : blocks_) {
    x = second(first(x).relu_()).add_(x).relu_();
  }
  const torch::Tensor policy = policy_out_(policy_hidden_(x).relu_());
  const torch::Tensor pooled = PoolBoard(value_planes_(x).relu_().to(torch::kFloat));
  const torch::Tensor hidden =
      torch::linear(pooled, value_hidden_weight_, value_hidden_bias_).relu_();
  const torch::Tensor value = torch::linear(hidden, value_out_weight_, value_out_bias_);
  return {FlattenPolicy(policy).to(torch::kCPU, torch::kFloat).contiguous(),
          value.squeeze(1).to(torch::kCPU)};
}

}  // namespace lielow

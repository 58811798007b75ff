#include "nn/folded_network.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "game/input_error.h"
#include "game/move.h"
#include "game/random.h"
#include "nn/encoding.h"
#include "nn/tensor_shape.h"

namespace lielow {
namespace {

using Shape = std::vector<std::int64_t>;

// Where the layers' tensors come from: their values by name, with the shape that is expected.
using TensorSource = std::function<std::vector<float>(const std::string& name, const Shape& shape)>;

// LibTorch's, which the normalisation adds to the variance.
constexpr float kNormEpsilon = 1e-5F;

class LayerReader {
 public:
  explicit LayerReader(const TensorSource& source) : source_(source) {}

  ConvLayer Conv(const std::string& name, int in, int out) const {
    return {.in = in,
            .out = out,
            .kernel = 1,
            .weight = source_(name + ".weight", {out, in, 1, 1}),
            .bias = source_(name + ".bias", {out})};
  }

  DenseLayer Dense(const std::string& name, int in, int out) const {
    return {.in = in,
            .out = out,
            .weight = source_(name + ".weight", {out, in}),
            .bias = source_(name + ".bias", {out})};
  }

  // y = gamma * (conv(x) - mean) / sqrt(variance + epsilon) + beta, as one convolution.
  ConvLayer ConvNorm(const std::string& name, int in, int out, int kernel) const {
    ConvLayer layer = {.in = in,
                       .out = out,
                       .kernel = kernel,
                       .weight = source_(name + ".conv.weight", {out, in, kernel, kernel}),
                       .bias = source_(name + ".norm.bias", {out})};
    const std::vector<float> gamma = source_(name + ".norm.weight", {out});
    const std::vector<float> mean = source_(name + ".norm.running_mean", {out});
    const std::vector<float> variance = source_(name + ".norm.running_var", {out});
    const std::size_t inputs = layer.weight.size() / static_cast<std::size_t>(out);
    for (std::size_t o = 0; o < static_cast<std::size_t>(out); ++o) {
      const float scale = gamma[o] / std::sqrt(variance[o] + kNormEpsilon);
      for (std::size_t i = 0; i < inputs; ++i) layer.weight[o * inputs + i] *= scale;
      layer.bias[o] -= mean[o] * scale;
    }
    return layer;
  }

 private:
  const TensorSource& source_;
};

FoldedNetwork ReadLayers(const ModelInfo& info, const TensorSource& source) {
  const LayerReader read(source);
  const int channels = info.network.channels;
  FoldedNetwork network;
  network.info = info;
  network.stem = read.ConvNorm("stem", kNumPlanes, channels, 3);
  for (int i = 0; i < info.network.blocks; ++i) {
    const std::string name = "block" + std::to_string(i);
    FoldedBlock block;
    block.first = read.ConvNorm(name + ".first", channels, channels, 3);
    block.second = read.ConvNorm(name + ".second", channels, channels, 3);
    if (info.network.HasPooling(i)) {
      block.pooling = read.Dense(name + ".pooling", 2 * PoolingChannels(channels), channels);
    }
    network.blocks.push_back(std::move(block));
  }
  network.policy_hidden = read.ConvNorm("policy_hidden", channels, channels, 1);
  network.policy_out = read.Conv("policy_out", channels, kNumDirections);
  network.value_planes = read.ConvNorm("value_planes", channels, kValueChannels, 1);
  network.value_hidden = read.Dense("value_hidden", 2 * kValueChannels, kValueHidden);
  network.value_out = read.Dense("value_out", kValueHidden, 1);
  return network;
}

}  // namespace

bool IsForTrainingOnly(const std::string& name) {
  return name.starts_with("soft_policy_out.") || name.starts_with("reply_policy_out.") ||
         name.starts_with("plies_left_out.") || name.starts_with("ends_out.");
}

FoldedNetwork FoldNetwork(const ModelFile& model, const std::filesystem::path& source) {
  const auto fail = [&](const std::string& reason) {
    throw InputError(source.string() + ": " + reason);
  };
  std::set<std::string> used;
  const auto find = [&](const std::string& name, const Shape& shape) -> std::vector<float> {
    const auto found =
        std::ranges::lower_bound(model.tensors, name, std::less<>(), &NamedTensor::name);
    if (found == model.tensors.end() || found->name != name) {
      fail("tensor \"" + name + "\" is missing");
    }
    if (found->shape != shape) {
      fail("tensor \"" + name + "\" has shape " + ShapeText(found->shape) + ", expected " +
           ShapeText(shape));
    }
    if (name.ends_with("running_var") &&
        std::ranges::any_of(found->values, [](float value) { return value < 0; })) {
      fail("tensor \"" + name + "\" has a negative variance");
    }
    used.insert(name);
    return found->values;
  };
  FoldedNetwork network = ReadLayers(ReadModelInfo(model, source), find);
  for (const NamedTensor& tensor : model.tensors) {
    if (!used.contains(tensor.name) && !IsForTrainingOnly(tensor.name)) {
      fail("tensor \"" + tensor.name + "\" is none of the network's");
    }
  }
  return network;
}

FoldedNetwork LoadFoldedNetwork(const std::filesystem::path& path) {
  return FoldNetwork(ReadModelFile(path), path);
}

FoldedNetwork RandomFoldedNetwork(const NetworkOptions& shape, std::uint64_t seed) {
  Random random(seed);
  const auto uniform = [&] { return static_cast<float>(2 * random.Uniform() - 1); };
  const auto make = [&](const std::string& name, const Shape& sizes) {
    std::vector<float> values;
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) count *= size;
    // Of the same size from layer to layer (He et al. 2015b), so that no number grows or vanishes.
    const std::int64_t inputs = count / sizes[0];
    const float scale = name.ends_with("norm.weight") || name.ends_with("running_var") ? 0
                        : sizes.size() > 1 ? std::sqrt(3 / static_cast<float>(inputs))
                                           : 0.1F;
    const float middle = scale == 0 ? 1 : 0;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(middle + scale * uniform());
    return values;
  };
  return ReadLayers({.network = shape}, make);
}

double MultiplicationsOf(const NetworkOptions& shape, int size) {
  const double channels = shape.channels;
  const double tower = 9 * kNumPlanes * channels + shape.blocks * 2 * 9 * channels * channels;
  const double heads = channels * channels + channels * kNumDirections + channels * kValueChannels;
  return size * size * (tower + heads);
}

}  // namespace lielow

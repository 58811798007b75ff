#include "tests/support/random_model_file.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "game/move.h"
#include "game/random.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

class TensorMaker {
 public:
  explicit TensorMaker(std::uint64_t seed) : random_(seed) {}

  void Add(const std::string& name, std::vector<std::int64_t> shape, double middle, double spread) {
    std::int64_t count = 1;
    for (const std::int64_t length : shape) count *= length;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(static_cast<float>(middle + spread * (2 * random_.Uniform() - 1)));
    }
    tensors_.push_back({name, std::move(shape), std::move(values)});
  }

  // Numbers stay of the same size from layer to layer (He et al. 2015b).
  void AddDense(const std::string& name, std::vector<std::int64_t> shape) {
    double inputs = 1;
    for (std::size_t i = 1; i < shape.size(); ++i) inputs *= static_cast<double>(shape[i]);
    Add(name + ".bias", {shape[0]}, 0, 0.1);
    Add(name + ".weight", std::move(shape), 0, std::sqrt(3 / inputs));
  }

  void AddConvNorm(const std::string& name, int in, int out, int kernel) {
    Add(name + ".conv.weight", {out, in, kernel, kernel}, 0,
        std::sqrt(3.0 / (in * kernel * kernel)));
    Add(name + ".norm.weight", {out}, 1, 0.5);
    Add(name + ".norm.bias", {out}, 0, 0.3);
    Add(name + ".norm.running_mean", {out}, 0, 0.3);
    Add(name + ".norm.running_var", {out}, 1, 0.5);
  }

  std::vector<NamedTensor> Sorted() {
    std::ranges::sort(tensors_, {}, &NamedTensor::name);
    return tensors_;
  }

 private:
  Random random_;
  std::vector<NamedTensor> tensors_;
};

}  // namespace

ModelFile RandomModelFile(const ModelInfo& info, std::uint64_t seed) {
  TensorMaker make(seed);
  const int channels = info.network.channels;
  make.AddConvNorm("stem", kNumPlanes, channels, 3);
  for (int i = 0; i < info.network.blocks; ++i) {
    const std::string block = "block" + std::to_string(i);
    make.AddConvNorm(block + ".first", channels, channels, 3);
    make.AddConvNorm(block + ".second", channels, channels, 3);
    if (info.network.HasPooling(i)) {
      make.AddDense(block + ".pooling", {channels, 2 * PoolingChannels(channels)});
    }
  }
  make.AddConvNorm("policy_hidden", channels, channels, 1);
  make.AddDense("policy_out", {kNumDirections, channels, 1, 1});
  make.AddConvNorm("value_planes", channels, kValueChannels, 1);
  make.AddDense("value_hidden", {kValueHidden, 2 * kValueChannels});
  make.AddDense("value_out", {1, kValueHidden});
  make.AddDense("soft_policy_out", {kNumDirections, channels, 1, 1});
  return {ModelMetadata(info), make.Sorted()};
}

}  // namespace lielow

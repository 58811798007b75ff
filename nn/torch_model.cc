#include "nn/torch_model.h"

#include <algorithm>

#include "game/input_error.h"
#include "nn/tensor_shape.h"

namespace lielow {
namespace {

// Calls visit(name, tensor) for weights and batch statistics; the count of batches that LibTorch
// keeps beside the statistics plays no part.
template <class Visit>
void ForEachTensor(const Network& network, Visit visit) {
  for (const auto& entry : network->named_parameters()) visit(entry.key(), entry.value());
  for (const auto& entry : network->named_buffers()) {
    if (!entry.key().ends_with("num_batches_tracked")) visit(entry.key(), entry.value());
  }
}

// A network takes memory and time by what the metadata claims. So the weights of the blocks, which
// are nearly all, must be there before it is made.
void CheckClaim(const ModelInfo& info, const std::vector<NamedTensor>& tensors,
                const std::filesystem::path& path) {
  std::int64_t found = 0;
  for (const NamedTensor& tensor : tensors) {
    found += static_cast<std::int64_t>(tensor.values.size());
  }
  const std::int64_t channels = info.network.channels;
  if (found < info.network.blocks * 2 * 9 * channels * channels) {
    throw InputError(path.string() + ": has " + std::to_string(found) + " numbers, too few for " +
                     std::to_string(info.network.blocks) + " blocks of " +
                     std::to_string(channels) + " channels");
  }
}

}  // namespace

Network MakeNetwork(const NetworkOptions& options, std::uint64_t seed) {
  torch::manual_seed(seed);
  return Network(options);
}

std::vector<NamedTensor> NetworkTensors(const Network& network) {
  std::vector<NamedTensor> tensors;
  ForEachTensor(network, [&](const std::string& name, const torch::Tensor& tensor) {
    const torch::Tensor flat = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
    const float* data = flat.data_ptr<float>();
    tensors.push_back({name, tensor.sizes().vec(), {data, data + flat.numel()}});
  });
  std::sort(tensors.begin(), tensors.end(),
            [](const NamedTensor& a, const NamedTensor& b) { return a.name < b.name; });
  return tensors;
}

void SetNetworkTensors(Network& network, const std::vector<NamedTensor>& tensors,
                       const std::filesystem::path& source) {
  const auto fail = [&](const std::string& reason) {
    throw InputError(source.string() + ": " + reason);
  };
  const torch::NoGradGuard no_grad;
  std::size_t used = 0;
  ForEachTensor(network, [&](const std::string& name, torch::Tensor target) {
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const NamedTensor& t) { return t.name == name; });
    if (found == tensors.end()) fail("tensor \"" + name + "\" is missing");
    if (target.sizes().vec() != found->shape) {
      fail("tensor \"" + name + "\" has shape " + ShapeText(found->shape) + ", expected " +
           ShapeText(target.sizes().vec()));
    }
    // from_blob does not own the data: it is copied before `tensors` can go away.
    auto* data = const_cast<float*>(found->values.data());
    target.copy_(torch::from_blob(data, target.sizes(), torch::kFloat));
    ++used;
  });
  if (used != tensors.size()) {
    fail("has " + std::to_string(tensors.size()) + " tensors, the network has " +
         std::to_string(used));
  }
}

FoldedNetwork Fold(const Network& network, const ModelInfo& info) {
  return FoldNetwork(MakeModelFile(info, NetworkTensors(network)), "network");
}

LoadedModel LoadModel(const std::filesystem::path& path) {
  const ModelFile file = ReadModelFile(path);
  LoadedModel model{.info = ReadModelInfo(file, path)};
  CheckClaim(model.info, file.tensors, path);
  model.network = Network(model.info.network);
  SetNetworkTensors(model.network, file.tensors, path);
  model.network->eval();
  return model;
}

void SaveModel(const std::filesystem::path& path, const Network& network, const ModelInfo& info) {
  WriteModelFile(path, MakeModelFile(info, NetworkTensors(network)));
}

}  // namespace lielow

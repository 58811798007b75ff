#include "train/adamw_state.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>

#include "game/input_error.h"

namespace lielow {
namespace {

using State = torch::optim::AdamWParamState;

// The key of a parameter in the optimiser's map: its address, as text before LibTorch 2.0.
template <class Map>
auto KeyOf(const torch::Tensor& parameter) {
  if constexpr (std::is_same_v<typename Map::key_type, std::string>) {
    std::ostringstream address;
    address << static_cast<void*>(parameter.unsafeGetTensorImpl());
    return address.str();
  } else {
    return static_cast<void*>(parameter.unsafeGetTensorImpl());
  }
}

NamedTensor ToNamed(const std::string& name, const torch::Tensor& tensor) {
  const torch::Tensor flat = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
  const float* data = flat.data_ptr<float>();
  return {name, tensor.sizes().vec(), {data, data + flat.numel()}};
}

torch::Tensor FromNamed(const std::vector<NamedTensor>& tensors, const std::string& name,
                        const torch::Tensor& like, const std::filesystem::path& source) {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const NamedTensor& tensor) { return tensor.name == name; });
  if (found == tensors.end() || found->shape != like.sizes().vec()) {
    throw InputError(source.string() + ": the optimiser's tensor \"" + name +
                     "\" is missing or has another shape");
  }
  auto* data = const_cast<float*>(found->values.data());
  return torch::from_blob(data, like.sizes(), torch::kFloat).clone().to(like.device());
}

}  // namespace

std::vector<NamedTensor> AdamWTensors(const torch::optim::AdamW& optimizer,
                                      const Network& network) {
  const auto& states = optimizer.state();
  using Map = std::decay_t<decltype(states)>;
  std::vector<NamedTensor> tensors;
  for (const auto& entry : network->named_parameters()) {
    const auto found = states.find(KeyOf<Map>(entry.value()));
    if (found == states.end()) continue;
    const auto& state = static_cast<const State&>(*found->second);
    tensors.push_back(ToNamed(entry.key() + ".mean", state.exp_avg()));
    tensors.push_back(ToNamed(entry.key() + ".square", state.exp_avg_sq()));
  }
  return tensors;
}

void SetAdamWTensors(torch::optim::AdamW& optimizer, const Network& network,
                     const std::vector<NamedTensor>& tensors, std::int64_t steps,
                     const std::filesystem::path& source) {
  auto& states = optimizer.state();
  using Map = std::decay_t<decltype(states)>;
  states.clear();
  if (steps == 0) return;
  for (const auto& entry : network->named_parameters()) {
    const torch::Tensor& parameter = entry.value();
    auto state = std::make_unique<State>();
    state->step(steps);
    state->exp_avg(FromNamed(tensors, entry.key() + ".mean", parameter, source));
    state->exp_avg_sq(FromNamed(tensors, entry.key() + ".square", parameter, source));
    states[KeyOf<Map>(parameter)] = std::move(state);
  }
}

}  // namespace lielow

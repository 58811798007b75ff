#include "train/learner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "game/action.h"
#include "game/input_error.h"
#include "game/quoted_text.h"
#include "nn/encoding.h"
#include "nn/inference_network.h"
#include "nn/torch_model.h"
#include "train/adamw_state.h"

namespace lielow {
namespace {

constexpr const char* kNetworkPrefix = "network.";
constexpr const char* kAveragePrefix = "average.";
constexpr const char* kOptimizerPrefix = "optimizer.";

torch::optim::AdamWOptions OptimizerOptions(const TrainingOptions& options) {
  return torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay);
}

// A view of memory that is the batch's, copied to the device.
torch::Tensor ToTensor(const std::vector<float>& values, std::vector<std::int64_t> shape,
                       torch::Device device) {
  auto* data = const_cast<float*>(values.data());
  return torch::from_blob(data, shape, torch::kFloat).to(device);
}

void AddWithPrefix(const std::string& prefix, std::vector<NamedTensor> from,
                   std::vector<NamedTensor>& to) {
  for (NamedTensor& tensor : from) {
    tensor.name = prefix + tensor.name;
    to.push_back(std::move(tensor));
  }
}

std::vector<NamedTensor> WithPrefix(const std::string& prefix,
                                    const std::vector<NamedTensor>& all) {
  std::vector<NamedTensor> found;
  for (const NamedTensor& tensor : all) {
    if (!tensor.name.starts_with(prefix)) continue;
    found.push_back(tensor);
    found.back().name.erase(0, prefix.size());
  }
  return found;
}

std::int64_t StepsOf(const ModelFile& checkpoint, const std::filesystem::path& source) {
  const auto found = checkpoint.metadata.find("steps");
  if (found == checkpoint.metadata.end()) {
    throw InputError(source.string() + ": is no checkpoint: \"steps\" is missing");
  }
  const std::string& text = found->second;
  std::int64_t steps = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
  if (error != std::errc() || end != text.data() + text.size() || steps < 0) {
    throw InputError(source.string() + ": \"steps\": found " + Quoted(text) +
                     ", expected a whole number from 0");
  }
  return steps;
}

}  // namespace

class Learner::Impl {
 public:
  Impl(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
       int threads)
      : options_(options),
        device_(ChooseDevice(options.device)),
        network_(MakeNetwork(network, seed)),
        average_(Network(network)),
        optimizer_(network_->parameters(), OptimizerOptions(options)) {
    at::set_num_threads(threads);
    SetNetworkTensors(average_, NetworkTensors(network_), "network");
    network_->to(device_);
    average_->to(device_);
  }

  Losses Step(const Batch& batch) {
    network_->train();
    const std::vector<torch::Tensor> statistics = CopyStatistics();
    const torch::Tensor planes =
        ToTensor(batch.planes, {batch.positions, kNumPlanes, batch.size, batch.size}, device_);
    const std::vector<std::int64_t> policy_shape = {batch.positions, NumActions(batch.size)};
    const torch::Tensor policy = ToTensor(batch.policy, policy_shape, device_);
    const torch::Tensor illegal = ToTensor(batch.illegal, policy_shape, device_);
    const torch::Tensor value = ToTensor(batch.value, {batch.positions}, device_);

    const NetworkOutput output =
        network_->forward(planes.contiguous(torch::MemoryFormat::ChannelsLast));
    // Large enough to leave an illegal move no probability, small enough to stay finite.
    constexpr float kIllegalLogit = -1e4F;
    const torch::Tensor log_policy =
        torch::log_softmax(output.policy_logits + kIllegalLogit * illegal, 1);
    const torch::Tensor policy_loss = -(policy * log_policy).sum(1).mean();
    const torch::Tensor value_loss =
        torch::binary_cross_entropy_with_logits(output.value_logits, value);
    const torch::Tensor loss = policy_loss + options_.value_weight * value_loss;
    optimizer_.zero_grad();
    loss.backward();
    const double norm =
        torch::nn::utils::clip_grad_norm_(network_->parameters(), options_.gradient_clip);
    if (!std::isfinite(loss.item<double>()) || !std::isfinite(norm)) {
      SetStatistics(statistics);
      throw std::runtime_error("the loss of step " + std::to_string(steps_ + 1) +
                               " or its gradient is not finite; try a smaller learning rate");
    }

    optimizer_.param_groups()[0].options().set_lr(LearningRate());
    optimizer_.step();
    ++steps_;
    UpdateAverage();
    return {policy_loss.item<double>(), value_loss.item<double>()};
  }

  double LearningRate() const {
    const double warmup = std::max(options_.warmup_steps, 1);
    return options_.learning_rate * std::min(1.0, static_cast<double>(steps_ + 1) / warmup);
  }

  std::int64_t steps() const { return steps_; }

  void SaveModel(const std::filesystem::path& path, const ModelInfo& info) const {
    lielow::SaveModel(path, average_, info);
  }

  ModelFile Checkpoint() const {
    ModelFile file;
    AddWithPrefix(kNetworkPrefix, NetworkTensors(network_), file.tensors);
    AddWithPrefix(kAveragePrefix, NetworkTensors(average_), file.tensors);
    AddWithPrefix(kOptimizerPrefix, AdamWTensors(optimizer_, network_), file.tensors);
    file.metadata["steps"] = std::to_string(steps_);
    return file;
  }

  void Restore(const ModelFile& checkpoint, const std::filesystem::path& source) {
    SetNetworkTensors(network_, WithPrefix(kNetworkPrefix, checkpoint.tensors), source);
    SetNetworkTensors(average_, WithPrefix(kAveragePrefix, checkpoint.tensors), source);
    steps_ = StepsOf(checkpoint, source);
    SetAdamWTensors(optimizer_, network_, WithPrefix(kOptimizerPrefix, checkpoint.tensors), steps_,
                    source);
  }

 private:
  // Of the batches, which a forward pass changes at once.
  std::vector<torch::Tensor> CopyStatistics() const {
    std::vector<torch::Tensor> copies;
    for (const torch::Tensor& buffer : network_->buffers()) copies.push_back(buffer.clone());
    return copies;
  }

  void SetStatistics(const std::vector<torch::Tensor>& copies) {
    const torch::NoGradGuard no_grad;
    std::vector<torch::Tensor> buffers = network_->buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i) buffers[i].copy_(copies[i]);
  }

  // Young averages follow the weights more closely, so that they forget the random start.
  void UpdateAverage() {
    const torch::NoGradGuard no_grad;
    const auto steps = static_cast<double>(steps_);
    const double decay = std::min(options_.average_decay, steps / (steps + 10));
    const auto move_towards = [&](const auto& averages, const auto& values) {
      for (const auto& entry : values) {
        torch::Tensor average = averages[entry.key()];
        if (average.is_floating_point()) average.lerp_(entry.value(), 1 - decay);
      }
    };
    move_towards(average_->named_parameters(), network_->named_parameters());
    move_towards(average_->named_buffers(), network_->named_buffers());
  }

  const TrainingOptions options_;
  const torch::Device device_;
  Network network_;
  Network average_;
  torch::optim::AdamW optimizer_;
  std::int64_t steps_ = 0;
};

Learner::Learner(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
                 int threads)
    : impl_(std::make_unique<Impl>(network, options, seed, threads)) {}
Learner::~Learner() = default;

Losses Learner::Step(const Batch& batch) { return impl_->Step(batch); }
std::int64_t Learner::steps() const { return impl_->steps(); }
double Learner::learning_rate() const { return impl_->LearningRate(); }
void Learner::SaveModel(const std::filesystem::path& path, const ModelInfo& info) const {
  impl_->SaveModel(path, info);
}
ModelFile Learner::Checkpoint() const { return impl_->Checkpoint(); }
void Learner::Restore(const ModelFile& checkpoint, const std::filesystem::path& source) {
  impl_->Restore(checkpoint, source);
}

}  // namespace lielow

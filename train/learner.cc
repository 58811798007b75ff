#include "train/learner.h"

#include <malloc.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "game/input_error.h"
#include "game/quoted_text.h"
#include "nn/encoding.h"
#include "nn/inference_network.h"
#include "nn/torch_evaluator.h"
#include "nn/torch_model.h"
#include "nn/torch_threads.h"
#include "train/adamw_state.h"
#include "train/autocast.h"
#include "train/learning_rate.h"
#include "train/losses.h"

namespace lielow {
namespace {

constexpr const char* kNetworkPrefix = "network.";
constexpr const char* kAveragePrefix = "average.";
constexpr const char* kOptimizerPrefix = "optimizer.";

torch::optim::AdamWOptions OptimizerOptions(const TrainingOptions& options) {
  return torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay);
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

std::string ShapeText(const NetworkOptions& shape) {
  return std::to_string(shape.blocks) + " blocks x " + std::to_string(shape.channels) +
         " channels, pooling_every " + std::to_string(shape.pooling_every);
}

// A step frees as much memory as the next one needs. Left to itself, the allocator gives large
// pieces back to the system each time, and gets them anew page by page (measured: a step takes 1.4
// times as long).
void KeepFreedMemory() {
#if defined(__GLIBC__)
  constexpr int kMiB = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, 32 * kMiB);  // The largest that it takes.
  ::mallopt(M_TRIM_THRESHOLD, 1024 * kMiB);
#endif
}

// Whether the device multiplies matrices in bfloat16 much faster than in float32.
bool IsFastInBfloat16(torch::Device device) {
  if (device.is_cpu()) return ProcessorHasBfloat16();
  using Clock = std::chrono::steady_clock;
  const auto seconds = [&](torch::ScalarType type) {
    constexpr std::int64_t kSide = 2048;
    const torch::Tensor matrix = torch::ones({kSide, kSide}, torch::device(device).dtype(type));
    Clock::duration best = Clock::duration::max();
    for (int turn = 0; turn < 5; ++turn) {
      const auto start = Clock::now();
      torch::matmul(matrix, matrix)[0][0].item<float>();  // Waits for the device.
      best = std::min(best, Clock::now() - start);
    }
    return std::chrono::duration<double>(best).count();
  };
  return 1.3 * seconds(torch::kBFloat16) < seconds(torch::kFloat);
}

}  // namespace

bool TrainsInBfloat16(const TrainingOptions& options) {
  if (options.precision == Precision::kFloat32) return false;
  const torch::Device device = ChooseDevice(options.device);
  if (options.precision == Precision::kAuto) return IsFastInBfloat16(device);
  if (device.is_cpu() && !ProcessorHasBfloat16()) {
    throw InputError(
        "training.precision: found \"bfloat16\", which this processor does not compute in; allowed "
        "are auto, float32");
  }
  return true;
}

class Learner::Impl {
 public:
  Impl(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
       int threads)
      : shape_(network),
        options_(options),
        device_(ChooseDevice(options.device)),
        in_bfloat16_(TrainsInBfloat16(options)),
        network_(MakeNetwork(network, seed)),
        average_(Network(network)),
        optimizer_(network_->parameters(), OptimizerOptions(options)),
        threads_(threads) {
    KeepFreedMemory();
    SetNetworkTensors(average_, NetworkTensors(network_), "network");
    network_->to(device_);
    average_->to(device_);
  }

  Losses Step(const Batch& batch, double progress) {
    SetTorchThreads(threads_);
    network_->train();
    const std::vector<torch::Tensor> statistics = CopyStatistics();
    const LossTensors losses = LossesOf(network_, batch);
    optimizer_.zero_grad();
    losses.total.backward();
    const double norm =
        torch::nn::utils::clip_grad_norm_(network_->parameters(), options_.gradient_clip);
    if (!std::isfinite(losses.total.item<double>()) || !std::isfinite(norm)) {
      SetStatistics(statistics);
      throw NotFiniteError(NotFinite(losses) + " of step " + std::to_string(steps_ + 1) +
                           " is not finite");
    }

    optimizer_.param_groups()[0].options().set_lr(LearningRateAt(options_, steps_, progress));
    optimizer_.step();
    ++steps_;
    UpdateAverage();
    return {losses.policy.item<double>(), losses.value.item<double>()};
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

  Measurement Measure(const Batch& batch) {
    SetTorchThreads(threads_);
    const torch::NoGradGuard no_grad;
    average_->eval();
    const LossTensors losses = LossesOf(average_, batch);
    return {.losses = {losses.policy.item<double>(), losses.value.item<double>()},
            .policy_agreement = losses.policy_agreement.item<double>(),
            .policy_entropy = losses.policy_entropy.item<double>()};
  }

  void StartFrom(const std::filesystem::path& model) {
    const LoadedModel loaded = LoadModel(model);
    if (loaded.info.network != shape_) {
      throw InputError(model.string() + ": has another architecture: " +
                       ShapeText(loaded.info.network) + ", expected " + ShapeText(shape_));
    }
    SetNetworkTensors(network_, NetworkTensors(loaded.network), model);
    SetNetworkTensors(average_, NetworkTensors(loaded.network), model);
  }

 private:
  // What the first number that is not finite belongs to.
  std::string NotFinite(const LossTensors& losses) const {
    const auto finite = [](const torch::Tensor& tensor) {
      return torch::isfinite(tensor).all().item<bool>();
    };
    if (!finite(losses.policy)) return "the policy loss";
    if (!finite(losses.value)) return "the value loss";
    if (!finite(losses.total)) return "an auxiliary loss";
    for (const auto& parameter : network_->named_parameters()) {
      const torch::Tensor& gradient = parameter->grad();
      if (gradient.defined() && !finite(gradient)) return "the gradient of " + parameter.key();
    }
    return "the norm of the gradient";
  }

  LossTensors LossesOf(Network& network, const Batch& batch) const {
    // The batch has the channels last, as LibTorch convolves fastest.
    const torch::Tensor planes =
        ToTensor(batch.planes, {batch.positions, batch.size, batch.size, kNumPlanes}, device_);
    // The tower is nine tenths of the work. Heads and losses keep all their digits.
    torch::Tensor features;
    {
      const Autocast autocast(device_, in_bfloat16_);
      features = network->Tower(planes.permute({0, 3, 1, 2}));
    }
    return ComputeLosses(network->Heads(features.to(torch::kFloat)), batch, options_, device_);
  }

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

  const NetworkOptions shape_;
  const TrainingOptions options_;
  const torch::Device device_;
  const bool in_bfloat16_;
  Network network_;
  Network average_;
  torch::optim::AdamW optimizer_;
  const int threads_;  // Set anew each time: evaluators of the same thread set their own.
  std::int64_t steps_ = 0;
};

Learner::Learner(const NetworkOptions& network, const TrainingOptions& options, std::uint64_t seed,
                 int threads)
    : impl_(std::make_unique<Impl>(network, options, seed, threads)) {}
Learner::~Learner() = default;

Losses Learner::Step(const Batch& batch, double progress) { return impl_->Step(batch, progress); }
Measurement Learner::Measure(const Batch& batch) const { return impl_->Measure(batch); }
void Learner::StartFrom(const std::filesystem::path& model) { impl_->StartFrom(model); }
std::int64_t Learner::steps() const { return impl_->steps(); }
void Learner::SaveModel(const std::filesystem::path& path, const ModelInfo& info) const {
  impl_->SaveModel(path, info);
}
ModelFile Learner::Checkpoint() const { return impl_->Checkpoint(); }
void Learner::Restore(const ModelFile& checkpoint, const std::filesystem::path& source) {
  impl_->Restore(checkpoint, source);
}

}  // namespace lielow

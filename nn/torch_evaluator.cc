#include "nn/torch_evaluator.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "game/input_error.h"
#include "nn/encoding.h"
#include "nn/inference_network.h"
#include "nn/torch_model.h"

namespace lielow {
namespace {

class TorchEvaluator final : public Evaluator {
 public:
  TorchEvaluator(std::shared_ptr<const InferenceNetwork> network, int max_batch)
      : network_(std::move(network)), max_batch_(max_batch) {
    // Threads of the workers are all that is wanted; LibTorch keeps this setting by thread.
    at::set_num_threads(1);
  }

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    if (positions.empty()) return;
    const c10::InferenceMode inference;
    EncodeAll(positions);
    const auto start = std::chrono::steady_clock::now();
    const NetworkOutput output = network_->Forward(input_);
    forward_seconds_ +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const int actions = NumActions(positions.front().size());
    const float* policy = output.policy_logits.data_ptr<float>();
    const float* value = output.value_logits.data_ptr<float>();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      Decode(positions[i],
             {policy + i * static_cast<std::size_t>(actions), static_cast<std::size_t>(actions)},
             value[i], results[i]);
    }
  }

  int max_batch() const override { return max_batch_; }
  double forward_seconds() const override { return forward_seconds_; }

 private:
  // Few different batch sizes: LibTorch prepares its kernels anew for each.
  std::int64_t PaddedBatch(std::size_t count) const {
    return std::min<std::int64_t>(static_cast<std::int64_t>(std::bit_ceil(count)), max_batch_);
  }

  void EncodeAll(std::span<const Position> positions) {
    const int size = positions.front().size();
    const std::int64_t batch = PaddedBatch(positions.size());
    if (!input_.defined() || input_.size(0) != batch || input_.size(2) != size) {
      input_ = torch::zeros({batch, kNumPlanes, size, size});
    }
    const auto length = static_cast<std::size_t>(EncodedSize(size));
    float* planes = input_.data_ptr<float>();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      Encode(positions[i], View(positions[i].to_move()), {planes + i * length, length});
    }
  }

  // Softmax over the legal moves.
  void Decode(const Position& position, std::span<const float> policy, float value_logit,
              Evaluation& result) const {
    result.value = 1 / (1 + std::exp(-value_logit));
    result.priors.clear();
    const Symmetry view = View(position.to_move());
    float largest = -INFINITY;
    for (const Move move : position.LegalMoves()) {
      const auto action = ViewedAction(move, view, position.size());
      result.priors.push_back(policy[static_cast<std::size_t>(action)]);
      largest = std::max(largest, result.priors.back());
    }
    float sum = 0;
    for (float& prior : result.priors) {
      prior = std::exp(prior - largest);
      sum += prior;
    }
    for (float& prior : result.priors) prior /= sum;
    // The weights of a file are finite, but may be so large that what follows from them is not.
    if (!std::isfinite(sum) || std::isnan(result.value)) {
      throw std::runtime_error("the network of step " + std::to_string(network_->info().step) +
                               " gives numbers that are not finite");
    }
  }

  const std::shared_ptr<const InferenceNetwork> network_;
  const int max_batch_;
  double forward_seconds_ = 0;
  torch::Tensor input_;  // [padded batch, kNumPlanes, N, N]; kept from call to call.
};

torch::ScalarType ChooseType(Precision precision, torch::Device device) {
  if (precision == Precision::kFloat32) return torch::kFloat;
  if (precision == Precision::kBfloat16) return torch::kBFloat16;
  return device.is_cpu() && ProcessorHasBfloat16() ? torch::kBFloat16 : torch::kFloat;
}

}  // namespace

torch::Device ChooseDevice(Device device) {
  const bool has_gpu = torch::cuda::is_available();
  if (device == Device::kCuda && !has_gpu) {
    throw InputError(
        "device: found \"cuda\", but this LibTorch finds no GPU; allowed are auto, cpu");
  }
  return device == Device::kCpu || !has_gpu ? torch::kCPU : torch::kCUDA;
}

void CheckDevice(Device device) { ChooseDevice(device); }

bool ProcessorHasBfloat16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512bf16") != 0;
#else
  return false;
#endif
}

std::shared_ptr<const InferenceNetwork> LoadInferenceNetwork(const std::filesystem::path& path,
                                                             const InferenceOptions& options) {
  const LoadedModel model = LoadModel(path);
  const torch::Device device = ChooseDevice(options.device);
  return std::make_shared<const InferenceNetwork>(model.network, model.info, device,
                                                  ChooseType(options.precision, device));
}

std::shared_ptr<const InferenceNetwork> RandomInferenceNetwork(const NetworkOptions& shape,
                                                               const InferenceOptions& options) {
  Network network = MakeNetwork(shape, 1);
  network->eval();
  const torch::Device device = ChooseDevice(options.device);
  return std::make_shared<const InferenceNetwork>(network, ModelInfo{.network = shape}, device,
                                                  ChooseType(options.precision, device));
}

const ModelInfo& InferenceModelInfo(const InferenceNetwork& network) { return network.info(); }

std::unique_ptr<Evaluator> MakeTorchEvaluator(std::shared_ptr<const InferenceNetwork> network,
                                              int max_batch) {
  return std::make_unique<TorchEvaluator>(std::move(network), max_batch);
}

double RawEvaluationsPerSecond(const InferenceNetwork& network, int size, int batch, int threads,
                               double seconds) {
  using Clock = std::chrono::steady_clock;
  std::atomic<std::int64_t> evaluations = 0;
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration<double>(seconds);
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        at::set_num_threads(1);
        const c10::InferenceMode inference;
        const torch::Tensor planes = torch::zeros({batch, kNumPlanes, size, size});
        while (Clock::now() < end) {
          network.Forward(planes);
          evaluations += batch;
        }
      });
    }
  }
  return static_cast<double>(evaluations) /
         std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace lielow

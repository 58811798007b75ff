#include "nn/torch_evaluator.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "game/input_error.h"
#include "nn/encoding.h"
#include "nn/inference_network.h"
#include "nn/network_evaluator.h"
#include "nn/torch_threads.h"

namespace lielow {
namespace {

class TorchEvaluator final : public NetworkEvaluator {
 public:
  TorchEvaluator(std::shared_ptr<const InferenceNetwork> network, int max_batch)
      : NetworkEvaluator(network->info().step, max_batch), network_(std::move(network)) {
    // Threads of the workers are all that is wanted; LibTorch keeps this setting by thread.
    SetTorchThreads(1);
  }

 private:
  Logits Forward(float* planes, int size, int count) override {
    const c10::InferenceMode inference;
    output_ = network_->Forward(
        torch::from_blob(planes, {PaddedBatch(count), size, size, kNumPlanes}, torch::kFloat));
    return {output_.policy_logits.data_ptr<float>(), output_.value_logits.data_ptr<float>()};
  }

  // Few different batch sizes: LibTorch prepares its kernels anew for each. Not 1, for which it
  // does without oneDNN (measured: ten times slower).
  std::int64_t PaddedBatch(int count) const {
    return std::max<std::int64_t>(
        std::min<std::int64_t>(std::bit_ceil(static_cast<unsigned>(count)), max_batch()), 2);
  }

  const std::shared_ptr<const InferenceNetwork> network_;
  NetworkOutput output_;
};

torch::ScalarType ChooseType(Precision precision, torch::Device device) {
  if (precision == Precision::kFloat32) return torch::kFloat;
  if (precision == Precision::kBfloat16) return torch::kBFloat16;
  if (!device.is_cpu()) return torch::kHalf;
  return ProcessorHasBfloat16() ? torch::kBFloat16 : torch::kFloat;
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

bool UsesGpu(Device device) { return !ChooseDevice(device).is_cpu(); }

bool ProcessorHasBfloat16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512bf16") != 0;
#else
  return false;
#endif
}

std::shared_ptr<const InferenceNetwork> MakeInferenceNetwork(const FoldedNetwork& network,
                                                             Device device, Precision precision) {
  const torch::Device chosen = ChooseDevice(device);
  return std::make_shared<const InferenceNetwork>(network, chosen, ChooseType(precision, chosen));
}

std::string PrecisionText(const InferenceNetwork& network) {
  if (network.type() == torch::kFloat) return "float32";
  return network.type() == torch::kHalf ? "float16" : "bfloat16";
}

std::unique_ptr<Evaluator> MakeTorchEvaluator(std::shared_ptr<const InferenceNetwork> network,
                                              int max_batch) {
  return std::make_unique<TorchEvaluator>(std::move(network), max_batch);
}

std::function<void()> MakeTorchForwardPass(std::shared_ptr<const InferenceNetwork> network,
                                           int size, int batch) {
  SetTorchThreads(1);
  return [network = std::move(network),
          planes = torch::zeros({std::max(batch, 2), size, size, kNumPlanes})] {
    const c10::InferenceMode inference;
    network->Forward(planes);
  };
}

}  // namespace lielow

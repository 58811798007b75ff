// The network as an evaluator of positions. LibTorch stays out of this header.

#pragma once

#include <filesystem>
#include <memory>

#include "mcts/evaluator.h"
#include "nn/model.h"

namespace lielow {

enum class Device { kAuto, kCpu, kCuda };

// bfloat16 has float32's range and 8 bits of precision.
enum class Precision { kAuto, kFloat32, kBfloat16 };

struct InferenceOptions {
  // kAuto: the GPU if LibTorch has one.
  Device device = Device::kAuto;
  // kAuto: bfloat16 on processors that compute in it, where it is about twice as fast.
  Precision precision = Precision::kAuto;
};

// Throws InputError if a GPU is asked for and LibTorch finds none.
void CheckDevice(Device device);

// Whether this processor multiplies bfloat16 (AVX512_BF16).
bool ProcessorHasBfloat16();

// A network's weights, ready for evaluation: shared by the evaluators of any number of threads.
class InferenceNetwork;

// Throws InputError naming the file and what is wrong with it, or that there is no GPU.
std::shared_ptr<const InferenceNetwork> LoadInferenceNetwork(const std::filesystem::path& path,
                                                             const InferenceOptions& options);

// The same with random weights, to measure speeds with.
std::shared_ptr<const InferenceNetwork> RandomInferenceNetwork(const NetworkOptions& shape,
                                                               const InferenceOptions& options);

const ModelInfo& InferenceModelInfo(const InferenceNetwork& network);

// An evaluator for one thread, with one LibTorch thread inside. Results do not depend on what a
// position is batched with, up to rounding (tests/nn/torch_evaluator_test.cc says how much).
// Evaluate throws std::runtime_error if the network's numbers are not finite.
// REQUIRES: it is made and used in the same thread. max_batch >= 1.
std::unique_ptr<Evaluator> MakeTorchEvaluator(std::shared_ptr<const InferenceNetwork> network,
                                              int max_batch);

// Evaluations a second of bare forward passes, nothing encoded or read: `threads` threads with
// their own batches of `batch` positions on a size x size board, for about `seconds`.
double RawEvaluationsPerSecond(const InferenceNetwork& network, int size, int batch, int threads,
                               double seconds);

}  // namespace lielow

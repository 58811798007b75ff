// The network in LibTorch as an evaluator of positions. LibTorch stays out of this header.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "mcts/evaluator.h"
#include "nn/backend_options.h"
#include "nn/folded_network.h"

namespace lielow {

// Throws InputError if a GPU is asked for and LibTorch finds none.
void CheckDevice(Device device);

// Whether a network with these options would run on a GPU.
bool UsesGpu(Device device);

// Whether this processor multiplies bfloat16 (AVX512_BF16).
bool ProcessorHasBfloat16();

// A network's weights, ready for evaluation: shared by the evaluators of any number of threads.
class InferenceNetwork;

// Precision::kAuto is float16 on a GPU, bfloat16 on processors that compute in it, else float32.
// Throws InputError if a GPU is asked for and there is none.
std::shared_ptr<const InferenceNetwork> MakeInferenceNetwork(const FoldedNetwork& network,
                                                             Device device, Precision precision);

// "float32"
std::string PrecisionText(const InferenceNetwork& network);

// An evaluator for one thread, with one LibTorch thread inside. Results do not depend on what a
// position is batched with, up to rounding (tests/nn/torch_evaluator_test.cc says how much).
// REQUIRES: it is made and used in the same thread. max_batch >= 1.
std::unique_ptr<Evaluator> MakeTorchEvaluator(std::shared_ptr<const InferenceNetwork> network,
                                              int max_batch);

// A bare forward pass of `batch` positions on a size x size board, nothing encoded or read, for the
// thread that calls.
std::function<void()> MakeTorchForwardPass(std::shared_ptr<const InferenceNetwork> network,
                                           int size, int batch);

}  // namespace lielow

// A network that is ready to evaluate, whatever computes it.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "mcts/evaluator.h"
#include "nn/backend_options.h"
#include "nn/folded_network.h"

namespace lielow {

// Shared by the evaluators of any number of threads.
class LoadedNetwork {
 public:
  virtual ~LoadedNetwork() = default;

  const ModelInfo& info() const { return info_; }

  // What computes it: "LibTorch, bfloat16", and the options that choose the same again.
  const std::string& backend() const { return backend_; }
  const BackendOptions& options() const { return options_; }

  // Whether a GPU computes it.
  bool on_gpu() const;

  // If another backend or precision than the first choice is used, because that one computes this
  // network wrongly: one sentence that says so. Empty otherwise.
  const std::string& warning() const { return warning_; }

  // For one thread, which makes and uses it.
  virtual std::unique_ptr<Evaluator> MakeEvaluator(int max_batch) const = 0;

  // A bare forward pass, nothing encoded or read, for the thread that calls: for benchmarks.
  virtual std::function<void()> MakeForwardPass(int size, int batch) const = 0;

 protected:
  LoadedNetwork(const ModelInfo& info, std::string backend, const BackendOptions& options)
      : info_(info), backend_(std::move(backend)), options_(options) {}

 private:
  friend std::shared_ptr<const LoadedNetwork> PrepareNetwork(const FoldedNetwork& network,
                                                             const BackendOptions& options);
  const ModelInfo info_;
  const std::string backend_;
  const BackendOptions options_;
  std::string warning_;
};

// Whether this program has LibTorch in it.
bool HasTorch();

// Prepares a network. Backend::kAuto measures for a part of a second which is faster at
// self-play's batches. What LibTorch computes is compared with Eigen's results for some positions;
// if they differ by more than rounding, it gives way to float32, and then to Eigen, with a warning.
// Throws InputError if LibTorch or a GPU is asked for and there is none.
std::shared_ptr<const LoadedNetwork> PrepareNetwork(const FoldedNetwork& network,
                                                    const BackendOptions& options);

// Throws InputError naming the file and what is wrong with it, and as PrepareNetwork.
std::shared_ptr<const LoadedNetwork> LoadNetwork(const std::filesystem::path& path,
                                                 const BackendOptions& options);

// The largest difference of any value or prior between two evaluators for some positions of random
// games.
double LargestDifference(Evaluator& a, Evaluator& b, int size);

}  // namespace lielow

#include "nn/loaded_network.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "game/input_error.h"
#include "game/random.h"
#include "nn/eigen_evaluator.h"
#include "nn/encoding.h"
#ifdef LIELOW_HAS_TORCH
#include "nn/torch_evaluator.h"
#endif

namespace lielow {
namespace {

class EigenLoadedNetwork final : public LoadedNetwork {
 public:
  explicit EigenLoadedNetwork(const FoldedNetwork& network)
      : LoadedNetwork(network.info, "Eigen, float32", {.backend = Backend::kEigen}),
        model_(std::make_shared<const EigenModel>(network)) {}

  std::unique_ptr<Evaluator> MakeEvaluator(int max_batch) const override {
    return MakeEigenEvaluator(model_, max_batch);
  }

  std::function<void()> MakeForwardPass(int size, int batch) const override {
    const EigenNetwork& network = model_->ForSize(size);
    const auto count = static_cast<std::size_t>(batch);
    return [model = model_, &network, batch, workspace = EigenNetwork::Workspace(network),
            planes = std::vector<float>(count * static_cast<std::size_t>(EncodedSize(size)) +
                                        EigenNetwork::kPlanesSlack),
            policy = std::vector<float>(count * static_cast<std::size_t>(NumActions(size))),
            value = std::vector<float>(count)]() mutable {
      network.Forward(planes.data(), batch, workspace, policy.data(), value.data());
    };
  }

 private:
  const std::shared_ptr<const EigenModel> model_;
};

#ifdef LIELOW_HAS_TORCH

class TorchLoadedNetwork final : public LoadedNetwork {
 public:
  TorchLoadedNetwork(std::shared_ptr<const InferenceNetwork> network, const ModelInfo& info,
                     Device device, Precision precision)
      : LoadedNetwork(info, "LibTorch, " + PrecisionText(*network),
                      {.backend = Backend::kTorch, .device = device, .precision = precision}),
        network_(std::move(network)) {}

  std::unique_ptr<Evaluator> MakeEvaluator(int max_batch) const override {
    return MakeTorchEvaluator(network_, max_batch);
  }

  std::function<void()> MakeForwardPass(int size, int batch) const override {
    return MakeTorchForwardPass(network_, size, batch);
  }

 private:
  const std::shared_ptr<const InferenceNetwork> network_;
};

std::shared_ptr<LoadedNetwork> WithTorch(const FoldedNetwork& network, Device device,
                                         Precision precision) {
  return std::make_shared<TorchLoadedNetwork>(MakeInferenceNetwork(network, device, precision),
                                              network.info, device, precision);
}

// How far LibTorch may be from Eigen in probabilities.
bool IsRight(const LoadedNetwork& torch, const LoadedNetwork& eigen) {
  const bool exact = torch.backend().ends_with("float32");
  const auto a = torch.MakeEvaluator(1);
  const auto b = eigen.MakeEvaluator(1);
  return LargestDifference(*a, *b, torch.info().size) <= (exact ? 1e-3 : 0.1);
}

double ForwardSeconds(const LoadedNetwork& network) {
  using Clock = std::chrono::steady_clock;
  constexpr int kBatch = 32;
  const auto forward = network.MakeForwardPass(network.info().size, kBatch);
  forward();  // Whatever is made only once.
  double best = INFINITY;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    forward();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

#endif

}  // namespace

bool HasTorch() {
#ifdef LIELOW_HAS_TORCH
  return true;
#else
  return false;
#endif
}

double LargestDifference(Evaluator& a, Evaluator& b, int size) {
  Random random(1);
  Position position(size);
  double largest = 0;
  for (int i = 0; i < 16; ++i) {
    std::vector<Evaluation> of_a(1);
    std::vector<Evaluation> of_b(1);
    a.Evaluate({&position, 1}, of_a);
    b.Evaluate({&position, 1}, of_b);
    largest = std::max<double>(largest, std::abs(of_a[0].value - of_b[0].value));
    for (std::size_t k = 0; k < of_a[0].priors.size(); ++k) {
      largest = std::max<double>(largest, std::abs(of_a[0].priors[k] - of_b[0].priors[k]));
    }
    const MoveList moves = position.LegalMoves();
    position.Play(moves[random.Below(moves.size())]);
    if (position.over()) position = Position(size);
  }
  return largest;
}

#ifdef LIELOW_HAS_TORCH

std::shared_ptr<const LoadedNetwork> PrepareNetwork(const FoldedNetwork& network,
                                                    const BackendOptions& options) {
  CheckDevice(options.device);
  auto eigen = std::make_shared<EigenLoadedNetwork>(network);
  if (options.backend == Backend::kEigen) return eigen;
  std::string warning;
  std::vector<Precision> precisions = {options.precision};
  if (options.precision != Precision::kFloat32) precisions.push_back(Precision::kFloat32);
  for (const Precision precision : precisions) {
    const auto torch = WithTorch(network, options.device, precision);
    if (!IsRight(*torch, *eigen)) {
      warning +=
          (warning.empty() ? "" : "; ") + torch->backend() + " computes this network wrongly";
      continue;
    }
    torch->warning_ = warning;
    const bool choose = options.backend == Backend::kAuto && !UsesGpu(options.device);
    if (!choose || ForwardSeconds(*torch) < ForwardSeconds(*eigen)) return torch;
    break;
  }
  eigen->warning_ = warning;
  return eigen;
}

bool LoadedNetwork::on_gpu() const {
  return options_.backend == Backend::kTorch && UsesGpu(options_.device);
}

#else

bool LoadedNetwork::on_gpu() const { return false; }

std::shared_ptr<const LoadedNetwork> PrepareNetwork(const FoldedNetwork& network,
                                                    const BackendOptions& options) {
  if (options.backend == Backend::kTorch || options.device == Device::kCuda) {
    throw InputError("this program was built without LibTorch; allowed is backend=eigen");
  }
  return std::make_shared<EigenLoadedNetwork>(network);
}

#endif

std::shared_ptr<const LoadedNetwork> LoadNetwork(const std::filesystem::path& path,
                                                 const BackendOptions& options) {
  return PrepareNetwork(LoadFoldedNetwork(path), options);
}

}  // namespace lielow

#include "nn/eigen_evaluator.h"

#include <optional>
#include <utility>
#include <vector>

#include "game/action.h"
#include "nn/network_evaluator.h"

namespace lielow {
namespace {

class EigenEvaluator final : public NetworkEvaluator {
 public:
  EigenEvaluator(std::shared_ptr<const EigenModel> model, int max_batch)
      : NetworkEvaluator(model->info().step, max_batch), model_(std::move(model)) {}

 private:
  static_assert(kSlack >= EigenNetwork::kPlanesSlack);

  Logits Forward(float* planes, int size, int count) override {
    if (network_ == nullptr || network_->size() != size) {
      network_ = &model_->ForSize(size);
      workspace_.emplace(*network_);
      policy_.resize(static_cast<std::size_t>(max_batch() * NumActions(size)));
      value_.resize(static_cast<std::size_t>(max_batch()));
    }
    network_->Forward(planes, count, *workspace_, policy_.data(), value_.data());
    return {policy_.data(), value_.data()};
  }

  const std::shared_ptr<const EigenModel> model_;
  const EigenNetwork* network_ = nullptr;  // The model's, for the size that was asked for last.
  std::optional<EigenNetwork::Workspace> workspace_;
  std::vector<float> policy_;
  std::vector<float> value_;
};

}  // namespace

const EigenNetwork& EigenModel::ForSize(int size) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<const EigenNetwork>& network = by_size_[size];
  if (!network) network = std::make_unique<const EigenNetwork>(network_, size);
  return *network;
}

std::unique_ptr<Evaluator> MakeEigenEvaluator(std::shared_ptr<const EigenModel> model,
                                              int max_batch) {
  return std::make_unique<EigenEvaluator>(std::move(model), max_batch);
}

}  // namespace lielow

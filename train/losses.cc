#include "train/losses.h"

#include "game/action.h"

namespace lielow {
namespace {

namespace F = torch::nn::functional;

// Large enough to leave an illegal move no probability, small enough to stay finite.
constexpr float kIllegalLogit = -1e4F;

// The softened policy is proportional to this power of the policy: what is only second best is
// worth learning too (KataGo's methods, "Auxiliary Soft Policy Target").
constexpr double kSoftPower = 0.25;

// Mean over the rows of the cross-entropy; a row of zeros as target counts as 0.
torch::Tensor CrossEntropy(const torch::Tensor& target, const torch::Tensor& logits) {
  return -(target * torch::log_softmax(logits, -1)).sum(-1).mean();
}

torch::Tensor Softened(const torch::Tensor& policy) {
  const torch::Tensor softer = policy.pow(kSoftPower);
  return softer / softer.sum(1, /*keepdim=*/true);
}

}  // namespace

torch::Tensor ToTensor(const std::vector<float>& values, const std::vector<std::int64_t>& shape,
                       torch::Device device) {
  auto* data = const_cast<float*>(values.data());
  return torch::from_blob(data, shape, torch::kFloat).to(device);
}

LossTensors ComputeLosses(const TrainingOutput& output, const Batch& batch,
                          const TrainingOptions& options, torch::Device device) {
  const std::int64_t rows = batch.positions;
  const std::int64_t area = std::int64_t{batch.size} * batch.size;
  const std::int64_t actions = NumActions(batch.size);
  const torch::Tensor policy = ToTensor(batch.policy, {rows, actions}, device);
  const torch::Tensor mask = kIllegalLogit * ToTensor(batch.illegal, {rows, actions}, device);
  const torch::Tensor stacks = ToTensor(batch.stacks, {rows, area}, device);
  const torch::Tensor survival = F::binary_cross_entropy_with_logits(
      output.survival_logits, ToTensor(batch.survival, {rows, area}, device),
      F::BinaryCrossEntropyWithLogitsFuncOptions().weight(stacks).reduction(torch::kSum));
  const torch::Tensor plies_left = ToTensor(batch.plies_left, {rows}, device) / kPliesUnit;

  LossTensors losses;
  const torch::Tensor logits = output.main.policy_logits + mask;
  losses.policy = CrossEntropy(policy, logits);
  {
    const torch::NoGradGuard no_grad;
    losses.policy_agreement = (logits.argmax(-1) == policy.argmax(-1)).to(torch::kFloat).mean();
    losses.policy_entropy = CrossEntropy(torch::softmax(logits, -1), logits);
  }
  losses.value = torch::binary_cross_entropy_with_logits(output.main.value_logits,
                                                         ToTensor(batch.value, {rows}, device));
  losses.total =
      losses.policy + options.value_weight * losses.value +
      options.soft_policy_weight *
          CrossEntropy(Softened(policy), output.soft_policy_logits + mask) +
      options.reply_weight *
          CrossEntropy(ToTensor(batch.reply, {rows, actions}, device), output.reply_policy_logits) +
      options.survival_weight * survival / stacks.sum() +
      options.king_weight *
          CrossEntropy(ToTensor(batch.king_ends, {rows, 2, area}, device), output.king_logits) +
      options.plies_left_weight * F::smooth_l1_loss(output.plies_left, plies_left);
  return losses;
}

}  // namespace lielow

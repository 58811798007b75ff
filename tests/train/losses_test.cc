#include "train/losses.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "game/action.h"

namespace lielow {
namespace {

constexpr int kSize = 4;
constexpr int kArea = kSize * kSize;
const int kActions = NumActions(kSize);

// Two positions on 4x4 with four legal moves each, the first four actions; two stacks each, of
// which one survives.
Batch SmallBatch() {
  Batch batch;
  batch.positions = 2;
  batch.size = kSize;
  batch.policy.assign(static_cast<std::size_t>(2 * kActions), 0);
  batch.illegal.assign(static_cast<std::size_t>(2 * kActions), 1);
  batch.reply.assign(static_cast<std::size_t>(2 * kActions), 0);
  batch.survival.assign(2 * kArea, 0);
  batch.stacks.assign(2 * kArea, 0);
  batch.king_ends.assign(std::size_t{2} * 2 * kArea, 0);
  batch.value = {1, 0};
  batch.plies_left = {32, 64};
  for (std::size_t row = 0; row < 2; ++row) {
    const std::size_t action = row * static_cast<std::size_t>(kActions);
    batch.policy[action] = 1;
    for (std::size_t i = 0; i < 4; ++i) batch.illegal[action + i] = 0;
    batch.reply[action + 7] = row == 0 ? 1 : 0;  // The second has none.
    batch.stacks[row * kArea] = 1;
    batch.stacks[row * kArea + 1] = 1;
    batch.survival[row * kArea] = 1;
    batch.king_ends[row * 2 * kArea] = 1;
    batch.king_ends[(row * 2 + 1) * kArea + 3] = 1;
  }
  return batch;
}

// A network that knows nothing: all logits 0.
TrainingOutput Zeros() {
  return {.main = {torch::zeros({2, kActions}), torch::zeros({2})},
          .soft_policy_logits = torch::zeros({2, kActions}),
          .reply_policy_logits = torch::zeros({2, kActions}),
          .survival_logits = torch::zeros({2, kArea}),
          .king_logits = torch::zeros({2, 2, kArea}),
          .plies_left = torch::zeros({2})};
}

TrainingOptions NoWeights() {
  TrainingOptions options;
  options.value_weight = options.soft_policy_weight = options.reply_weight = 0;
  options.survival_weight = options.king_weight = options.plies_left_weight = 0;
  return options;
}

LossTensors Losses(const TrainingOutput& output, const TrainingOptions& options) {
  return ComputeLosses(output, SmallBatch(), options, torch::kCPU);
}

// What a weight of 1 adds to the loss.
double Part(const TrainingOutput& output, double TrainingOptions::*weight) {
  TrainingOptions options = NoWeights();
  const double without = Losses(output, options).total.item<double>();
  options.*weight = 1;
  return Losses(output, options).total.item<double>() - without;
}

TEST(LossesTest, OfANetworkThatKnowsNothing) {
  const LossTensors losses = Losses(Zeros(), NoWeights());
  EXPECT_NEAR(losses.policy.item<double>(), std::log(4), 1e-5);  // Four legal moves.
  EXPECT_NEAR(losses.value.item<double>(), std::log(2), 1e-5);
  EXPECT_NEAR(losses.total.item<double>(), std::log(4), 1e-5);
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::value_weight), std::log(2), 1e-5);
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::soft_policy_weight), std::log(4), 1e-5);
  // All actions, and half of the positions have no reply.
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::reply_weight), std::log(kActions) / 2, 1e-4);
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::survival_weight), std::log(2), 1e-5);
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::king_weight), std::log(kArea), 1e-5);
  // 1 and 2 units from the truth: 0.5 and 1.5.
  EXPECT_NEAR(Part(Zeros(), &TrainingOptions::plies_left_weight), 1, 1e-5);
}

TEST(LossesTest, VanishWhereTheNetworkIsRightAndSure) {
  TrainingOutput output = Zeros();
  output.main.policy_logits.select(1, 0).fill_(50);
  output.main.value_logits = torch::tensor({50.0F, -50.0F});
  output.reply_policy_logits.select(1, 7).fill_(50);
  output.survival_logits.fill_(-50);
  output.survival_logits.select(1, 0).fill_(50);
  output.king_logits.select(1, 0).select(1, 0).fill_(50);
  output.king_logits.select(1, 1).select(1, 3).fill_(50);
  output.plies_left = torch::tensor({1.0F, 2.0F});
  EXPECT_NEAR(Losses(output, NoWeights()).total.item<double>(), 0, 1e-5);
  for (const auto weight : {&TrainingOptions::value_weight, &TrainingOptions::reply_weight,
                            &TrainingOptions::survival_weight, &TrainingOptions::king_weight,
                            &TrainingOptions::plies_left_weight}) {
    EXPECT_NEAR(Part(output, weight), 0, 1e-4);
  }
}

TEST(LossesTest, SquaresWithoutAStackDoNotMatterForSurvival) {
  TrainingOutput output = Zeros();
  output.survival_logits.select(1, 9).fill_(50);
  EXPECT_NEAR(Part(output, &TrainingOptions::survival_weight), std::log(2), 1e-5);
}

TEST(LossesTest, IllegalMovesDoNotMatterForThePolicy) {
  TrainingOutput output = Zeros();
  output.main.policy_logits.select(1, 20).fill_(50);
  EXPECT_NEAR(Losses(output, NoWeights()).policy.item<double>(), std::log(4), 1e-5);
}

// All outputs of the network, random.
std::vector<torch::Tensor> RandomOutputs() {
  torch::manual_seed(3);
  const std::vector<std::vector<std::int64_t>> shapes = {
      {2, kActions}, {2}, {2, kActions}, {2, kActions}, {2, kArea}, {2, 2, kArea}, {2}};
  std::vector<torch::Tensor> outputs;
  for (const auto& shape : shapes) outputs.push_back(torch::randn(shape).set_requires_grad(true));
  return outputs;
}

TrainingOutput OutputOf(const std::vector<torch::Tensor>& outputs) {
  return {.main = {outputs[0], outputs[1]},
          .soft_policy_logits = outputs[2],
          .reply_policy_logits = outputs[3],
          .survival_logits = outputs[4],
          .king_logits = outputs[5],
          .plies_left = outputs[6]};
}

// Each loss's gradient against the slope of the loss itself, in every number of every output.
TEST(LossesTest, GradientsAreTheSlopesOfTheLosses) {
  const Batch batch = SmallBatch();  // The tensors look into it.
  const std::vector<double TrainingOptions::*> weights = {
      &TrainingOptions::value_weight, &TrainingOptions::soft_policy_weight,
      &TrainingOptions::reply_weight, &TrainingOptions::survival_weight,
      &TrainingOptions::king_weight,  &TrainingOptions::plies_left_weight};
  for (std::size_t weight = 0; weight <= weights.size(); ++weight) {
    TrainingOptions options = NoWeights();  // The first time the policy alone.
    if (weight > 0) options.*weights[weight - 1] = 10;
    const std::vector<torch::Tensor> outputs = RandomOutputs();
    ComputeLosses(OutputOf(outputs), batch, options, torch::kCPU).total.backward();
    double largest = 0;
    for (const torch::Tensor& output : outputs) {
      for (std::int64_t i = 0; i < output.numel(); ++i) {
        const torch::NoGradGuard no_grad;
        const auto loss_at = [&](double change) {
          output.view({-1})[i] += change;
          const double loss =
              ComputeLosses(OutputOf(outputs), batch, options, torch::kCPU).total.item<double>();
          output.view({-1})[i] -= change;
          return loss;
        };
        constexpr double kStep = 0.05;
        const double slope = (loss_at(kStep) - loss_at(-kStep)) / (2 * kStep);
        const double gradient =
            output.grad().defined() ? output.grad().view({-1})[i].item<double>() : 0;
        ASSERT_NEAR(gradient, slope, 3e-3) << "loss " << weight << " number " << i;
        largest = std::max(largest, std::abs(slope));
      }
    }
    EXPECT_GT(largest, 0.05) << "loss " << weight;
  }
}

}  // namespace
}  // namespace lielow

#include "nn/torch_network.h"

#include <gmock/gmock.h>

#include <cmath>

#include "nn/encoding.h"
#include "nn/inference_network.h"
#include "tests/game/random_games.h"
#include "tests/nn/trained_network.h"

namespace lielow {
namespace {

using testing::ElementsAre;

constexpr NetworkOptions kShape = {.blocks = 2, .channels = 16, .pooling_every = 2};

// Some positions of random games on one board, as Encode writes them: [16, N, N, kNumPlanes].
torch::Tensor SomePlanes(int size) {
  constexpr int kPositions = 16;
  torch::Tensor planes = torch::zeros({kPositions, size, size, kNumPlanes});
  const auto length = static_cast<std::size_t>(EncodedSize(size));
  auto* data = planes.data_ptr<float>();
  const std::vector<Position> game = RandomGame(size, 3);
  for (std::size_t i = 0; i < kPositions; ++i) {
    const Position& position = game[i % game.size()];
    Encode(position, View(position.to_move()), {data + i * length, length});
  }
  return planes;
}

NetworkOutput Forward(Network& network, const torch::Tensor& planes) {
  return network->forward(planes.permute({0, 3, 1, 2}));
}

InferenceNetwork Folded(const Network& network, torch::ScalarType type = torch::kFloat) {
  return {Fold(network, {.network = network->options}), torch::kCPU, type};
}

double LargestDifference(const torch::Tensor& a, const torch::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

TEST(TorchNetworkTest, SameWeightsServeEveryBoard) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 1);
  for (const int size : {4, 5, 8, 9}) {
    const NetworkOutput output = Forward(network, SomePlanes(size));
    EXPECT_THAT(output.policy_logits.sizes().vec(), ElementsAre(16, NumActions(size)));
    EXPECT_THAT(output.value_logits.sizes().vec(), ElementsAre(16));
    EXPECT_TRUE(output.policy_logits.isfinite().all().item<bool>());
  }
}

TEST(TorchNetworkTest, SameSeedGivesTheSameWeights) {
  EXPECT_EQ(NetworkTensors(MakeNetwork(kShape, 5)), NetworkTensors(MakeNetwork(kShape, 5)));
  EXPECT_NE(NetworkTensors(MakeNetwork(kShape, 5)), NetworkTensors(MakeNetwork(kShape, 6)));
}

TEST(TorchNetworkTest, PolicyPlanesAreFlattenedByActionIndex) {
  // One position on a 4x4 board; the value of a plane at a square is its action index.
  torch::Tensor planes = torch::zeros({1, kNumDirections, 4, 4});
  for (int action = 0; action < NumActions(4); ++action) {
    const Move move = ActionMove(action, 4);
    planes[0][static_cast<int>(move.direction)][move.from.row()][move.from.column()] = action;
  }
  const torch::Tensor flat = FlattenPolicy(planes);
  EXPECT_TRUE(torch::equal(flat, torch::arange(NumActions(4), torch::kFloat).unsqueeze(0)));
}

TEST(TorchNetworkTest, PoolingGivesMeansThenMaxima) {
  // Two planes of 2x2.
  const torch::Tensor planes =
      torch::tensor({0.0F, 1.0F, 2.0F, 5.0F, -4.0F, -3.0F, -2.0F, -1.0F}).view({1, 2, 2, 2});
  EXPECT_TRUE(torch::equal(PoolBoard(planes), torch::tensor({{2.0F, -2.5F, 5.0F, -1.0F}})));
}

TEST(TorchNetworkTest, HeadsToLearnFromHaveTheirShapes) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 1);
  for (const int size : {4, 9}) {
    const TrainingOutput output = network->ForwardAll(SomePlanes(size).permute({0, 3, 1, 2}));
    EXPECT_THAT(output.soft_policy_logits.sizes().vec(), ElementsAre(16, NumActions(size)));
    EXPECT_THAT(output.reply_policy_logits.sizes().vec(), ElementsAre(16, NumActions(size)));
    EXPECT_THAT(output.survival_logits.sizes().vec(), ElementsAre(16, size * size));
    EXPECT_THAT(output.king_logits.sizes().vec(), ElementsAre(16, 2, size * size));
    EXPECT_THAT(output.plies_left.sizes().vec(), ElementsAre(16));
  }
}

TEST(TorchNetworkTest, PoolingTellsEverySquareOfTheWholeBoard) {
  const torch::NoGradGuard no_grad;
  ResidualBlock block(8, /*has_pooling=*/true);
  block->eval();
  block->pooling->weight.uniform_(-1, 1);
  // Planes that differ in one corner only: without pooling, the opposite one would not know.
  torch::Tensor x = torch::rand({1, 8, 9, 9});
  torch::Tensor y = x.clone();
  y.select(3, 0).select(2, 0).add_(3);
  const auto far = [&](const torch::Tensor& planes) {
    return block->forward(planes).select(3, 8).select(2, 8);
  };
  EXPECT_GT(LargestDifference(far(x), far(y)), 1e-3);
}

TEST(InferenceNetworkTest, GivesWhatTheNetworkGives) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 2);
  const InferenceNetwork inference = Folded(network);
  for (const int size : {5, 8, 9}) {
    const torch::Tensor planes = SomePlanes(size);
    const NetworkOutput expected = Forward(network, planes);
    const NetworkOutput output = inference.Forward(planes);
    ASSERT_EQ(output.policy_logits.sizes(), expected.policy_logits.sizes());
    ASSERT_EQ(output.value_logits.sizes(), expected.value_logits.sizes());
    EXPECT_LT(LargestDifference(output.policy_logits, expected.policy_logits), 1e-4);
    EXPECT_LT(LargestDifference(output.value_logits, expected.value_logits), 1e-4);
    // The positions differ by more than that, so that the comparison says something.
    EXPECT_GT(expected.policy_logits.std(0).max().item<double>(), 0.05);
    EXPECT_GT(expected.value_logits.std().item<double>(), 0.01);
  }
}

TEST(InferenceNetworkTest, EveryNormalisationIsFoldedIn) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor planes = SomePlanes(5);
  const NetworkOutput before = Folded(TrainedNetwork(kShape, 3)).Forward(planes);
  for (const std::string part : {"stem", "block0.first", "block0.second", "block1.first",
                                 "block1.second", "policy_hidden", "value_planes"}) {
    for (const std::string name :
         {"norm.weight", "norm.bias", "norm.running_mean", "norm.running_var", "conv.weight"}) {
      Network network = TrainedNetwork(kShape, 3);
      const std::string key = part + "." + name;
      auto parameters = network->named_parameters();
      auto buffers = network->named_buffers();
      ASSERT_TRUE(parameters.contains(key) || buffers.contains(key)) << key;
      (parameters.contains(key) ? parameters : buffers)[key].mul_(1.5).add_(0.1);
      const NetworkOutput expected = Forward(network, planes);
      const NetworkOutput output = Folded(network).Forward(planes);
      EXPECT_LT(LargestDifference(output.policy_logits, expected.policy_logits), 1e-4) << key;
      EXPECT_LT(LargestDifference(output.value_logits, expected.value_logits), 1e-4) << key;
      const double change = std::max(LargestDifference(output.policy_logits, before.policy_logits),
                                     LargestDifference(output.value_logits, before.value_logits));
      EXPECT_GT(change, 1e-3) << key;
    }
  }
}

TEST(InferenceNetworkTest, PoolingCounts) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 3);
  const torch::Tensor planes = SomePlanes(5);
  const NetworkOutput before = Folded(network).Forward(planes);
  network->blocks[1]->pooling->weight.mul_(1.5);
  EXPECT_GT(LargestDifference(Folded(network).Forward(planes).policy_logits, before.policy_logits),
            1e-3);
}

TEST(InferenceNetworkTest, CopiesTheWeights) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 4);
  const InferenceNetwork inference = Folded(network);
  const torch::Tensor planes = SomePlanes(5);
  const NetworkOutput before = inference.Forward(planes);
  for (const torch::Tensor& parameter : network->parameters()) parameter.data().zero_();
  const NetworkOutput after = inference.Forward(planes);
  EXPECT_TRUE(torch::equal(before.policy_logits, after.policy_logits));
  EXPECT_TRUE(torch::equal(before.value_logits, after.value_logits));
}

// A processor that computes in bfloat16 rounds to 8 bits at every layer. For one that does not,
// LibTorch converts back and forth.
TEST(InferenceNetworkTest, Bfloat16IsNearFloat32) {
  const torch::NoGradGuard no_grad;
  Network network = TrainedNetwork(kShape, 5);
  const InferenceNetwork exact = Folded(network);
  const InferenceNetwork rounded = Folded(network, torch::kBFloat16);
  const torch::Tensor planes = SomePlanes(8);
  const NetworkOutput expected = exact.Forward(planes);
  const NetworkOutput output = rounded.Forward(planes);
  EXPECT_EQ(output.policy_logits.scalar_type(), torch::kFloat);
  const double policy_size = expected.policy_logits.abs().max().item<double>();
  EXPECT_LT(LargestDifference(output.policy_logits, expected.policy_logits), 0.03 * policy_size);
  EXPECT_LT(LargestDifference(output.value_logits.sigmoid(), expected.value_logits.sigmoid()),
            0.02);
}

}  // namespace
}  // namespace lielow

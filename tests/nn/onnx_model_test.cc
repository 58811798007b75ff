#include "nn/onnx_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "game/action.h"
#include "nn/onnx_check.h"
#include "nn/onnx_interpreter.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSubsetOf;

constexpr int kChannels = 8;
constexpr NetworkOptions kPooled = {.blocks = 1, .channels = kChannels, .pooling_every = 1};
constexpr NetworkOptions kUnpooled = {.blocks = 1, .channels = kChannels, .pooling_every = 0};

// All weights and biases 0.
FoldedNetwork ZeroNetwork(const NetworkOptions& shape) {
  FoldedNetwork network = RandomFoldedNetwork(shape, 1);
  const auto clear = [](auto& layer) {
    std::ranges::fill(layer.weight, 0.0F);
    std::ranges::fill(layer.bias, 0.0F);
  };
  for (ConvLayer* layer :
       {&network.stem, &network.policy_hidden, &network.policy_out, &network.value_planes,
        &network.blocks[0].first, &network.blocks[0].second}) {
    clear(*layer);
  }
  clear(network.value_hidden);
  clear(network.value_out);
  if (network.blocks[0].pooling) clear(*network.blocks[0].pooling);
  return network;
}

float& Weight(ConvLayer& layer, int out, int in, int tap = 0) {
  const int taps = layer.kernel * layer.kernel;
  return layer.weight[static_cast<std::size_t>((out * layer.in + in) * taps + tap)];
}

float& Weight(DenseLayer& layer, int out, int in) {
  return layer.weight[static_cast<std::size_t>(out * layer.in + in)];
}

constexpr int kCentre = 4;  // Of the nine taps of a convolution.

// Channel 0 is 1 where an own stack of height 1 is; the policy's plane `direction` is `channel`.
FoldedNetwork SmallNetwork(const NetworkOptions& shape, int channel, int direction) {
  FoldedNetwork network = ZeroNetwork(shape);
  Weight(network.stem, 0, 0, kCentre) = 1;
  Weight(network.policy_hidden, channel, channel) = 1;
  Weight(network.policy_out, direction, channel) = 1;
  return network;
}

std::vector<float> Output(const FoldedNetwork& network, const std::vector<Position>& positions,
                          const std::string& name) {
  const auto outputs = RunOnnx(MakeOnnxModel(network), OnnxPlanes(positions));
  return std::get<std::vector<float>>(outputs.at(name).values);
}

// The policy logits that are not 0, as "row column direction".
std::vector<std::string> Places(const std::vector<float>& policy, int size) {
  std::vector<std::string> places;
  for (int index = 0; index < NumActions(size); ++index) {
    if (policy[static_cast<std::size_t>(index)] == 0) continue;
    const int square = index / kNumDirections;
    places.push_back(std::to_string(square / size) + " " + std::to_string(square % size) + " " +
                     std::to_string(index % kNumDirections));
  }
  return places;
}

TEST(OnnxModelTest, PolicyIsByActionIndex) {
  const FoldedNetwork network = SmallNetwork(kUnpooled, 0, 3);
  const auto policy = Output(network, {Position(5)}, kOnnxPolicy);
  EXPECT_THAT(Places(policy, 5), ElementsAre("1 0 3", "1 1 3", "1 2 3", "1 3 3", "1 4 3"));
}

TEST(OnnxModelTest, RedSeesItsOwnSideFirst) {
  Position position(5);
  position.Play(position.LegalMoves()[0]);
  ASSERT_EQ(position.to_move(), Color::kRed);
  const FoldedNetwork network = SmallNetwork(kUnpooled, 0, 3);
  EXPECT_EQ(Output(network, {position}, kOnnxPolicy), Output(network, {Position(5)}, kOnnxPolicy));
}

TEST(OnnxModelTest, FirstTapOfAConvolutionIsTheLowerRowAndColumn) {
  FoldedNetwork network = SmallNetwork(kUnpooled, 0, 8);
  Weight(network.stem, 0, 0, kCentre) = 0;
  Weight(network.stem, 0, 0, 0) = 1;
  const auto policy = Output(network, {Position(5)}, kOnnxPolicy);
  EXPECT_THAT(Places(policy, 5), ElementsAre("2 1 8", "2 2 8", "2 3 8", "2 4 8"));
}

TEST(OnnxModelTest, BlockAddsItsTwoConvolutions) {
  FoldedNetwork network = SmallNetwork(kUnpooled, 0, 0);
  Weight(network.blocks[0].first, 1, 0, kCentre) = 3;
  Weight(network.blocks[0].second, 0, 1, kCentre) = 2;
  const auto policy = Output(network, {Position(4)}, kOnnxPolicy);
  EXPECT_EQ(policy[static_cast<std::size_t>(ActionIndex({Square(2, 1), Direction::kNorth}, 4))], 7);
}

// On 8x8, 8 of 64 squares hold an own stack: the mean is 1/8, the maximum 1.
TEST(OnnxModelTest, PoolingAddsMeansAndMaximaToEverySquare) {
  FoldedNetwork network = SmallNetwork(kPooled, 1, 5);
  Weight(network.blocks[0].first, 0, 0, kCentre) = 1;
  Weight(*network.blocks[0].pooling, 1, 0) = 8;
  Weight(*network.blocks[0].pooling, 1, PoolingChannels(kChannels)) = 2;
  Weight(network.blocks[0].second, 1, 1, kCentre) = 1;
  const auto policy = Output(network, {Position(8)}, kOnnxPolicy);
  for (int square = 0; square < 64; ++square) {
    EXPECT_EQ(policy[static_cast<std::size_t>(square * kNumDirections + 5)], 3);
  }
}

TEST(OnnxModelTest, ValueIsTheProbabilityToWin) {
  FoldedNetwork network = SmallNetwork(kUnpooled, 0, 0);
  EXPECT_THAT(Output(network, {Position(8)}, kOnnxValue), ElementsAre(0.5F));
  Weight(network.value_planes, 0, 0) = 1;
  Weight(network.value_hidden, 0, 0) = 8;               // The mean.
  Weight(network.value_hidden, 1, kValueChannels) = 1;  // The maximum.
  Weight(network.value_out, 0, 0) = 1;
  Weight(network.value_out, 0, 1) = 2;
  network.value_out.bias[0] = -1;
  EXPECT_THAT(Output(network, {Position(8)}, kOnnxValue),
              ElementsAre(testing::FloatNear(1 / (1 + std::exp(-2.0F)), 1e-6F)));
}

TEST(OnnxModelTest, PositionsMayBeEvaluatedTogetherOrAlone) {
  for (const int size : {5, 8, 9}) {
    const FoldedNetwork network = RandomFoldedNetwork({.blocks = 2, .channels = 12}, 3);
    std::vector<Position> positions = RandomGame(size, 1);
    positions.resize(4);
    for (const std::string name : {kOnnxPolicy, kOnnxValue}) {
      std::vector<float> alone;
      for (const Position& position : positions) {
        const auto one = Output(network, {position}, name);
        alone.insert(alone.end(), one.begin(), one.end());
      }
      EXPECT_EQ(Output(network, positions, name), alone);
    }
  }
}

TEST(OnnxModelTest, InputsAndOutputsAreNamedAndAnyBatchAndBoardFit) {
  const OnnxModel model = MakeOnnxModel(ZeroNetwork(kPooled));
  using Dims = std::vector<std::variant<std::int64_t, std::string>>;
  ASSERT_EQ(model.inputs.size(), 1U);
  EXPECT_EQ(model.inputs[0].name, "planes");
  EXPECT_EQ(model.inputs[0].dims, (Dims{"batch", 52, "rows", "columns"}));
  ASSERT_EQ(model.outputs.size(), 2U);
  EXPECT_EQ(model.outputs[0].name, "policy_logits");
  EXPECT_EQ(model.outputs[0].dims, (Dims{"batch", "actions"}));
  EXPECT_EQ(model.outputs[1].name, "value");
  EXPECT_EQ(model.outputs[1].dims, (Dims{"batch", 1}));
}

TEST(OnnxModelTest, MetadataAreTheModelsAndSayWhatIsWhere) {
  FoldedNetwork network = ZeroNetwork(kPooled);
  network.info = {.size = 9, .network = kPooled, .step = 70, .name = "nine", .games = 5};
  const OnnxModel model = MakeOnnxModel(network);
  for (const auto& [key, value] : ModelMetadata(network.info)) {
    EXPECT_EQ(model.metadata.at(key), value) << key;
  }
  EXPECT_THAT(model.metadata.at("planes"), HasSubstr("[batch, 52, rows, columns]"));
  EXPECT_THAT(model.metadata.at("policy_logits"), HasSubstr("direction"));
  EXPECT_THAT(model.metadata.at("value"), HasSubstr("wins"));
  EXPECT_THAT(model.metadata.at("view"), HasSubstr("same way round"));
  std::vector<std::string> texts;
  for (const auto& [key, value] : model.metadata) texts.push_back(value);
  EXPECT_THAT(texts, Each(testing::Not(HasSubstr("\n"))));
}

TEST(OnnxModelTest, EachValueIsMadeOnceBeforeItIsUsed) {
  const OnnxModel model = MakeOnnxModel(RandomFoldedNetwork({.blocks = 4, .channels = 4}, 1));
  std::set<std::string> made = {kOnnxPlanes};
  std::set<std::string> used;
  std::set<std::string> operators;
  for (const OnnxTensor& tensor : model.initializers) EXPECT_TRUE(made.insert(tensor.name).second);
  for (const OnnxNode& node : model.nodes) {
    for (const std::string& input : node.inputs) EXPECT_TRUE(made.contains(input)) << input;
    used.insert(node.inputs.begin(), node.inputs.end());
    EXPECT_TRUE(made.insert(node.output).second) << node.output;
    operators.insert(node.op_type);
  }
  used.insert({kOnnxPolicy, kOnnxValue});
  EXPECT_EQ(made, used);
  EXPECT_THAT(operators, IsSubsetOf({"Conv", "Gemm", "Add", "Relu", "Sigmoid", "GlobalAveragePool",
                                     "GlobalMaxPool", "Concat", "Slice", "Transpose", "Flatten",
                                     "Unsqueeze"}));
}

TEST(OnnxModelTest, ParametersAreTheTrainedNumbers) {
  const int stem = 8 * 52 * 9 + 8;
  const int block = 2 * (8 * 8 * 9 + 8);
  const int pooling = 8 * 4 + 8;
  const int policy = 8 * 8 + 8 + 9 * 8 + 9;
  const int value = 32 * 8 + 32 + 64 * 64 + 64 + 64 + 1;
  EXPECT_EQ(ParameterCount(MakeOnnxModel(ZeroNetwork(kPooled))),
            static_cast<std::size_t>(stem + block + pooling + policy + value));
}

}  // namespace
}  // namespace lielow

#include "nn/folded_network.h"

#include <gmock/gmock.h>

#include "game/input_error.h"
#include "nn/encoding.h"

namespace lielow {
namespace {

using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;
using testing::ThrowsMessage;

constexpr int kChannels = 2;

// A model of one block of two channels, all weights `weight`, normalisations that change nothing.
ModelFile SmallModel(float weight) {
  ModelFile model;
  model.metadata = ModelMetadata(
      {.size = 5, .network = {.blocks = 1, .channels = kChannels, .pooling_every = 0}});
  const auto add = [&](const std::string& name, std::vector<std::int64_t> shape, float value) {
    std::size_t count = 1;
    for (const std::int64_t length : shape) count *= static_cast<std::size_t>(length);
    model.tensors.push_back({name, std::move(shape), std::vector<float>(count, value)});
  };
  const auto add_norm_conv = [&](const std::string& name, int in, int out, int kernel) {
    add(name + ".conv.weight", {out, in, kernel, kernel}, weight);
    add(name + ".norm.weight", {out}, 1);
    add(name + ".norm.bias", {out}, 0);
    add(name + ".norm.running_mean", {out}, 0);
    add(name + ".norm.running_var", {out}, 1 - 1e-5F);
  };
  add_norm_conv("stem", kNumPlanes, kChannels, 3);
  add_norm_conv("block0.first", kChannels, kChannels, 3);
  add_norm_conv("block0.second", kChannels, kChannels, 3);
  add_norm_conv("policy_hidden", kChannels, kChannels, 1);
  add_norm_conv("value_planes", kChannels, kValueChannels, 1);
  add("policy_out.weight", {9, kChannels, 1, 1}, weight);
  add("policy_out.bias", {9}, 0);
  add("value_hidden.weight", {kValueHidden, 2 * kValueChannels}, weight);
  add("value_hidden.bias", {kValueHidden}, 0);
  add("value_out.weight", {1, kValueHidden}, weight);
  add("value_out.bias", {1}, 0);
  add("plies_left_out.bias", {1}, 5);
  std::ranges::sort(model.tensors, {}, &NamedTensor::name);
  return model;
}

NamedTensor& Tensor(ModelFile& model, const std::string& name) {
  return *std::ranges::find(model.tensors, name, &NamedTensor::name);
}

TEST(FoldedNetworkTest, NormalisationBecomesWeightsAndBias) {
  ModelFile model = SmallModel(0.5F);
  // y = 3 * (x - 1) / sqrt(4) + 2 = 1.5 x + 0.5 for the first plane.
  Tensor(model, "stem.norm.weight").values[0] = 3;
  Tensor(model, "stem.norm.running_mean").values[0] = 1;
  Tensor(model, "stem.norm.running_var").values[0] = 4 - 1e-5F;
  Tensor(model, "stem.norm.bias").values[0] = 2;
  const FoldedNetwork network = FoldNetwork(model, "file");
  EXPECT_THAT(network.stem.bias, Pointwise(FloatNear(1e-5F), {0.5F, 0.0F}));
  EXPECT_NEAR(network.stem.weight.front(), 0.75F, 1e-5);
  EXPECT_NEAR(network.stem.weight.back(), 0.5F, 1e-5);
  EXPECT_EQ(network.blocks.size(), 1U);
  EXPECT_FALSE(network.blocks[0].pooling.has_value());
}

TEST(FoldedNetworkTest, WrongTensorsAreRefused) {
  const auto refusal = [](auto change) {
    ModelFile model = SmallModel(1);
    change(model);
    try {
      FoldNetwork(model, "file");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal([](ModelFile&) {}), "accepted");
  EXPECT_EQ(refusal([](ModelFile& model) {
              std::erase_if(model.tensors,
                            [](const NamedTensor& t) { return t.name == "policy_out.bias"; });
            }),
            "file: tensor \"policy_out.bias\" is missing");
  EXPECT_EQ(refusal([](ModelFile& model) {
              Tensor(model, "policy_out.bias").shape = {3, 3};
            }),
            "file: tensor \"policy_out.bias\" has shape [3, 3], expected [9]");
  EXPECT_EQ(refusal([](ModelFile& model) {
              model.tensors.push_back({"zzz", {1}, {1}});
            }),
            "file: tensor \"zzz\" is none of the network's");
  EXPECT_EQ(
      refusal([](ModelFile& model) { Tensor(model, "stem.norm.running_var").values[1] = -0.1F; }),
      "file: tensor \"stem.norm.running_var\" has a negative variance");
  EXPECT_THAT(refusal([](ModelFile& model) { model.metadata["channels"] = "3"; }),
              HasSubstr("has shape [2, 52, 3, 3], expected [3, 52, 3, 3]"));
}

// A network takes memory by what the metadata claims: a small file that claims much is refused
// before that.
TEST(FoldedNetworkTest, ClaimOfManyBlocksIsRefusedByTheFirstThatIsMissing) {
  ModelFile model = SmallModel(1);
  model.metadata["blocks"] = "100";
  EXPECT_THAT([&] { FoldNetwork(model, "file"); },
              ThrowsMessage<InputError>("file: tensor \"block1.first.conv.weight\" is missing"));
}

TEST(FoldedNetworkTest, RandomNetworkIsTheSameForTheSameSeed) {
  const NetworkOptions shape = {.blocks = 1, .channels = 8};
  EXPECT_EQ(RandomFoldedNetwork(shape, 5).stem.weight, RandomFoldedNetwork(shape, 5).stem.weight);
  EXPECT_NE(RandomFoldedNetwork(shape, 5).stem.weight, RandomFoldedNetwork(shape, 6).stem.weight);
}

TEST(FoldedNetworkTest, MultiplicationsAreThoseOfTheConvolutions) {
  // A square of the stem takes 9 * 52 * 2 of them, of the block 2 * 9 * 2 * 2, of the heads
  // 2 * 2 + 2 * 9 + 2 * 32.
  EXPECT_EQ(MultiplicationsOf({.blocks = 1, .channels = 2}, 4), 16 * (936 + 72 + 86));
}

}  // namespace
}  // namespace lielow

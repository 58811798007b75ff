#include "nn/torch_model.h"

#include <gmock/gmock.h>

#include "game/input_error.h"
#include "tests/nn/trained_network.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr NetworkOptions kShape = {.blocks = 2, .channels = 16};
constexpr ModelInfo kInfo = {.size = 5, .network = kShape, .step = 70};

class TorchModelTest : public testing::Test {
 protected:
  std::filesystem::path path() const { return directory_ / "model.safetensors"; }

  // A good model with something done to its file.
  template <class Damage>
  std::string ErrorAfter(Damage damage) const {
    SaveModel(path(), TrainedNetwork(kShape, 1), kInfo);
    ModelFile file = ReadModelFile(path());
    damage(file);
    file.metadata.erase("checksum");  // So that the damage itself is seen.
    WriteModelFile(path(), file);
    try {
      LoadModel(path());
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), AllOf(StartsWith(path().string() + ": "), Not(HasSubstr("\n"))));
      return error.what();
    }
    return "no error";
  }

  static NamedTensor& Named(ModelFile& file, const std::string& name) {
    for (NamedTensor& tensor : file.tensors) {
      if (tensor.name == name) return tensor;
    }
    throw std::out_of_range(name);
  }

  const TemporaryDirectory directory_;
};

TEST_F(TorchModelTest, SavedNetworkIsLoadedEqual) {
  const Network network = TrainedNetwork(kShape, 1);
  SaveModel(path(), network, kInfo);
  const LoadedModel loaded = LoadModel(path());
  EXPECT_EQ(loaded.info, kInfo);
  EXPECT_EQ(NetworkTensors(loaded.network), NetworkTensors(network));
  EXPECT_FALSE(loaded.network->is_training());
}

TEST_F(TorchModelTest, BatchStatisticsArePartOfTheModel) {
  std::vector<std::string> names;
  for (const NamedTensor& tensor : NetworkTensors(MakeNetwork(kShape, 1))) {
    names.push_back(tensor.name);
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"stem.conv.weight", "stem.norm.running_mean",
                                            "block1.second.norm.running_var", "value_out.bias"}));
  EXPECT_THAT(names, testing::Each(Not(EndsWith("num_batches_tracked"))));
}

TEST_F(TorchModelTest, MissingTensorIsRefused) {
  for (const std::string name :
       {"stem.conv.weight", "block1.first.norm.running_mean", "value_out.bias"}) {
    EXPECT_THAT(ErrorAfter([&](ModelFile& file) {
                  std::erase_if(file.tensors,
                                [&](const NamedTensor& tensor) { return tensor.name == name; });
                }),
                HasSubstr("tensor \"" + name + "\" is missing"));
  }
}

TEST_F(TorchModelTest, TensorOfAnotherShapeIsRefused) {
  EXPECT_THAT(ErrorAfter([](ModelFile& file) {
                NamedTensor& tensor = Named(file, "policy_out.weight");
                tensor.shape = {9, 16, 4, 1};
                tensor.values.resize(9 * 16 * 4);
              }),
              EndsWith("tensor \"policy_out.weight\" has shape [9, 16, 4, 1], expected "
                       "[9, 16, 1, 1]"));
}

TEST_F(TorchModelTest, TensorThatTheNetworkDoesNotHaveIsRefused) {
  EXPECT_THAT(ErrorAfter([](ModelFile& file) {
                file.tensors.push_back({"extra", {1}, {0}});
              }),
              HasSubstr("tensors, the network has"));
}

TEST_F(TorchModelTest, WrongClaimOfShapeIsRefused) {
  EXPECT_THAT(ErrorAfter([](ModelFile& file) { file.metadata["channels"] = "8"; }),
              HasSubstr("has shape"));
  EXPECT_NE(ErrorAfter([](ModelFile& file) { file.metadata["blocks"] = "1"; }), "no error");
  EXPECT_NE(ErrorAfter([](ModelFile& file) { file.metadata["blocks"] = "3"; }), "no error");
}

// Making a network of that size would take many seconds and gibibytes.
TEST_F(TorchModelTest, ClaimOfAHugeNetworkIsRefusedBeforeItIsMade) {
  EXPECT_THAT(ErrorAfter([](ModelFile& file) {
                file.metadata["blocks"] = "100";
                file.metadata["channels"] = "1024";
              }),
              HasSubstr("100 blocks of 1024 channels"));
}

}  // namespace
}  // namespace lielow

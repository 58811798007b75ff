#include "nn/model_export.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "game/input_error.h"
#include "nn/onnx_check.h"
#include "nn/onnx_format.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/support/random_model_file.h"

namespace lielow {
namespace {

constexpr NetworkOptions kShape = {.blocks = 2, .channels = 8};

std::string ContentOf(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

ModelFile ExampleFile() { return RandomModelFile({.size = 5, .network = kShape, .step = 3}, 1); }

class ModelExportTest : public testing::Test {
 protected:
  const TemporaryDirectory directory_;
  const std::filesystem::path onnx_ = directory_ / "model.onnx";
  const std::filesystem::path safetensors_ = directory_ / "model.safetensors";
};

TEST_F(ModelExportTest, OnnxFileHoldsTheNetwork) {
  const FoldedNetwork network = FoldNetwork(ExampleFile(), "model");
  const ExportedModel exported = ExportOnnx(network, onnx_);
  EXPECT_EQ(exported.bytes, std::filesystem::file_size(onnx_));
  EXPECT_EQ(exported.parameters, ParameterCount(MakeOnnxModel(network)));
  EXPECT_LT(exported.largest_difference, 1e-5);
  EXPECT_TRUE(ParseOnnx(ContentOf(onnx_)) == MakeOnnxModel(network));
}

TEST_F(ModelExportTest, OnnxFileThatFailsTheCheckIsNotWritten) {
  std::ofstream(onnx_) << "before";
  FoldedNetwork network = FoldNetwork(ExampleFile(), "model");
  std::ranges::fill(network.policy_out.weight, 3e38F);  // More than a sum can hold.
  EXPECT_THAT([&] { ExportOnnx(network, onnx_); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::StartsWith(onnx_.string() + ": not written: ")));
  EXPECT_TRUE(ContentOf(onnx_) == "before");
}

TEST_F(ModelExportTest, SafetensorsHoldWhatPlayersRead) {
  const ModelFile file = ExampleFile();
  const ExportedModel exported = ExportSafetensors(file, "model", safetensors_);
  EXPECT_EQ(exported.bytes, std::filesystem::file_size(safetensors_));
  EXPECT_EQ(exported.largest_difference, 0);
  const ModelFile written = ReadModelFile(safetensors_);
  EXPECT_EQ(written.metadata, file.metadata);
  EXPECT_EQ(exported.parameters, ParameterCount(written));
  // A head that is there to learn from: nine planes of eight channels, and their biases.
  EXPECT_EQ(ParameterCount(file) - ParameterCount(written), 9U * 8 + 9);
  EXPECT_EQ(MakeOnnxModel(LoadFoldedNetwork(safetensors_)),
            MakeOnnxModel(FoldNetwork(file, "model")));
}

TEST_F(ModelExportTest, ModelThatIsNoNetworkIsRefused) {
  ModelFile file = ExampleFile();
  file.tensors.pop_back();
  EXPECT_THROW(ExportSafetensors(file, "model", safetensors_), InputError);
  EXPECT_FALSE(std::filesystem::exists(safetensors_));
}

}  // namespace
}  // namespace lielow

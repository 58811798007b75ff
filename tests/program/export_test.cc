// The command `export`, on a model that was not trained.

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/program/json_output.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/support/random_model_file.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ExportCommandTest : public testing::Test {
 protected:
  ExportCommandTest() { WriteModelFile(model_, Model()); }

  static ModelFile Model() {
    return RandomModelFile({.size = 5, .network = {.blocks = 2, .channels = 8}, .step = 3}, 1);
  }

  const TemporaryDirectory directory_;
  const std::string model_ = directory_ / "model.safetensors";
  const std::string onnx_ = directory_ / "model.onnx";
};

TEST_F(ExportCommandTest, WritesOnnx) {
  const Json json = JsonObject({"export", model_, "--to", onnx_, "--json"});
  EXPECT_THAT(Names(json),
              ElementsAre("model", "file", "format", "bytes", "parameters", "largest_difference"));
  EXPECT_EQ(json["model"], model_);
  EXPECT_EQ(json["file"], onnx_);
  EXPECT_EQ(json["format"], "onnx");
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(onnx_));
  EXPECT_GT(json["parameters"].get<int>(), 1000);
  EXPECT_LT(json["largest_difference"].get<double>(), 1e-4);
}

TEST_F(ExportCommandTest, WritesSafetensorsThatItReadsItself) {
  const std::string file = directory_ / "play.safetensors";
  const Json json = JsonObject({"export", model_, "--to", file, "--json"});
  EXPECT_EQ(json["format"], "safetensors");
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(file));
  EXPECT_EQ(json["largest_difference"], 0);
  const Json inspected = JsonObject({"inspect", file, "--json"});
  EXPECT_EQ(inspected["parameters"], json["parameters"]);
  EXPECT_EQ(inspected["step"], 3);
  const std::string copy = directory_ / "copy.safetensors";
  JsonObject({"export", file, "--to", copy, "--json"});
  EXPECT_EQ(JsonObject({"inspect", copy, "--json"}), inspected);
}

TEST_F(ExportCommandTest, TellsPeopleTheSame) {
  const ProgramResult onnx = RunProgram({"export", model_, "--to", onnx_});
  EXPECT_EQ(onnx.exit_code, 0);
  EXPECT_EQ(onnx.errors, "");
  EXPECT_THAT(onnx.output,
              AllOf(StartsWith(onnx_ + ": "), HasSubstr(" parameters\nchecked: in 16 positions")));
  const std::string file = directory_ / "play.safetensors";
  EXPECT_THAT(RunProgram({"export", model_, "--to", file}).output,
              AllOf(StartsWith(file + ": "), EndsWith("tensors that play needs\n")));
}

TEST_F(ExportCommandTest, FilesThatCannotBeAreRefused) {
  const auto to = [&](const std::string& file) {
    return RunProgram({"export", model_, "--to", file});
  };
  for (const std::string name : {"model.pt", "model", "onnx", ".onnx"}) {
    const std::string file = directory_ / name;
    EXPECT_TRUE(IsRefusal(to(file), "--to " + file + ": expected a name that ends in .onnx or "));
    EXPECT_FALSE(std::filesystem::exists(file));
  }
  EXPECT_TRUE(IsRefusal(to(directory_ / "no/model.onnx"), "no/model.onnx"));
  const std::string folder = directory_ / "folder.onnx";
  std::filesystem::create_directory(folder);
  EXPECT_TRUE(IsRefusal(to(folder), folder));
  EXPECT_TRUE(IsRefusal(RunProgram({"export", model_}), "--to"));
}

TEST_F(ExportCommandTest, FilesThatAreNoModelAreRefused) {
  const std::string text = directory_ / "text.safetensors";
  std::ofstream(text) << std::string(1000, 'a');
  const std::string incomplete = directory_ / "incomplete.safetensors";
  ModelFile model = Model();
  model.tensors.pop_back();
  WriteModelFile(incomplete, model);
  for (const std::string& file : {text, incomplete, std::string(directory_ / "none.safetensors")}) {
    for (const std::string to : {directory_ / "a.onnx", directory_ / "a.safetensors"}) {
      EXPECT_TRUE(IsRefusal(RunProgram({"export", file, "--to", to}), file));
      EXPECT_FALSE(std::filesystem::exists(to));
    }
  }
}

TEST_F(ExportCommandTest, NetworkThatFailsTheCheckIsAFailureThatLeavesNothing) {
  ModelFile model = Model();
  for (NamedTensor& tensor : model.tensors) {
    if (tensor.name == "policy_out.weight") std::ranges::fill(tensor.values, 3e38F);
  }
  WriteModelFile(model_, model);
  const ProgramResult result = RunProgram({"export", model_, "--to", onnx_, "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, StartsWith("lielow: " + onnx_ + ": not written: "));
  EXPECT_FALSE(std::filesystem::exists(onnx_));
}

TEST_F(ExportCommandTest, FullDiskIsAFailureThatLeavesNothing) {
  const ProgramResult result =
      RunProgram({"export", model_, "--to", onnx_}, {.largest_file = 1000});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr(onnx_));
  EXPECT_FALSE(std::filesystem::exists(onnx_));
}

}  // namespace
}  // namespace lielow

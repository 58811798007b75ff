// Networks and configurations that come with the program, wherever it is called from.

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "nn/model_file.h"
#include "tests/program/json_output.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/support/random_model_file.h"

namespace lielow {
namespace {

using testing::HasSubstr;

// A folder with a network for the 5x5 board and a configuration.
class ShippedFilesTest : public testing::Test {
 protected:
  ShippedFilesTest() {
    std::filesystem::create_directories(data_ / "models");
    std::filesystem::create_directories(data_ / "configs");
    WriteModelFile(data_ / "models" / "5x5.safetensors",
                   RandomModelFile({.size = 5, .network = {.blocks = 1, .channels = 8}}, 1));
    std::ofstream(data_ / "configs" / "mine.yaml") << "name: mine\n";
    ::setenv("LIELOW_DATA", data_.c_str(), 1);
  }
  ~ShippedFilesTest() override { ::unsetenv("LIELOW_DATA"); }

  const TemporaryDirectory directory_;
  const std::filesystem::path data_ = directory_ / "data";
};

TEST_F(ShippedFilesTest, NetIsTheNetworkForTheBoard) {
  const Json match = JsonObject(
      {"match", "net,sims=4,backend=eigen", "random", "--size", "5", "--games", "2", "--json"});
  EXPECT_EQ(match["games"], 2);
}

TEST_F(ShippedFilesTest, NetOnABoardWithoutANetworkIsRefused) {
  EXPECT_TRUE(IsRefusal(RunProgram({"match", "net", "random", "--size", "6"}), "size 6"));
  EXPECT_TRUE(IsRefusal(RunProgram({"match", "net:,sims=4", "random", "--size", "5"}),
                        "expected a model file"));
}

TEST_F(ShippedFilesTest, CommandsUseItWhereNoPlayerIsNamed) {
  const ProgramResult engine =
      RunProgram({"engine", "--size", "5"}, {.input = "ugi\nsetoption Size 6\nugi\n"});
  EXPECT_THAT(engine.output, HasSubstr("Player type string default net,"));
  EXPECT_THAT(engine.output, HasSubstr("Player type string default rollouts:"));
  const Json analysis = JsonObject({"analyze", "--size", "5", "--sims", "20", "--json"});
  const auto prior = [&](std::size_t line) { return analysis["lines"][line]["prior"]; };
  EXPECT_NE(prior(0), prior(1)) << "equal priors are those of rollouts";
}

TEST_F(ShippedFilesTest, ABrokenOneIsNamed) {
  std::ofstream(data_ / "models" / "5x5.safetensors") << "nonsense";
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "--size", "5"}), "5x5.safetensors"));
}

#ifdef LIELOW_HAS_TORCH

TEST_F(ShippedFilesTest, ConfigurationsAreFoundByName) {
  for (const char* name : {"mine", "mine.yaml", "configs/mine.yaml"}) {
    const ProgramResult result =
        RunProgram({"config", name}, {.directory = directory_.path().string()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("name: mine"));
  }
  EXPECT_TRUE(IsRefusal(RunProgram({"config", "yours"}), "yours"));
}

#endif

}  // namespace
}  // namespace lielow

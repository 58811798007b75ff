// Players made of a model file that is there: in builds without LibTorch too.

#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "tests/program/json_output.h"
#include "tests/program/run_program.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;

// A network of 1 block x 1 channel, for 4x4.
const std::string kModel = LIELOW_TEST_DATA "/models/tiny.safetensors";

std::vector<std::string> Match(const std::string& player) {
  return {"match", player, "random", "--games", "4", "--size", "4", "--json"};
}

TEST(NetworkFileTest, PlaysByTheBackendThatNeedsNoLibTorch) {
  EXPECT_EQ(JsonObject(Match("net:" + kModel + ",sims=8,backend=eigen"))["games"], 4);
}

TEST(NetworkFileTest, AnalyzesAPosition) {
  const Json analysis = JsonObject(
      {"analyze", "--size", "4", "--player", "net:" + kModel + ",sims=50,backend=eigen", "--json"});
  EXPECT_FALSE(analysis["lines"].empty());
}

TEST(NetworkFileTest, ServesBoardsOfEverySize) {
  EXPECT_EQ(JsonObject({"match", "net:" + kModel + ",sims=4,backend=eigen", "random", "--games",
                        "2", "--size", "9", "--json"})["games"],
            2);
}

TEST(NetworkFileTest, IsInspected) {
  const Json info = JsonObject({"inspect", kModel, "--json"});
  EXPECT_EQ(info["size"], 4);
  EXPECT_EQ(info["blocks"], 1);
  EXPECT_EQ(info["channels"], 1);
  EXPECT_EQ(info["parameters"], 5037);
  EXPECT_EQ(info["step"], 3);
  EXPECT_EQ(info["name"], "tiny");
  EXPECT_EQ(info["date"], "2026.12.01");
  EXPECT_EQ(info["checksum"], "3f97d00bec7c1187");
}

TEST(NetworkFileTest, ChangedWeightAndNewerPlanesAreRefusedByEveryReader) {
  std::ifstream in(kModel, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::string changed = good;
  changed[changed.size() - 1] ^= 1;
  std::string newer = good;
  newer.replace(newer.find("\"encoding_version\":\"2\""), 22, "\"encoding_version\":\"3\"");
  const TemporaryDirectory directory;
  const std::string file = directory / "model.safetensors";
  for (const auto& [bytes, reason] :
       {std::pair(changed, "damaged: the checksum of its tensors is"),
        std::pair(newer, "the model expects input planes of version 3")}) {
    std::ofstream(file, std::ios::binary) << bytes;
    for (const auto& arguments :
         {std::vector<std::string>{"inspect", file}, Match("net:" + file + ",backend=eigen")}) {
      const ProgramResult result = RunProgram(arguments);
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_THAT(result.errors, HasSubstr(reason));
    }
  }
}

}  // namespace
}  // namespace lielow

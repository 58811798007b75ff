// Trained networks as players, and files that are none.

#include <gmock/gmock.h>

#include <fstream>

#include "tests/program/smoke_run.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;

class NetworkPlayerTest : public testing::Test {
 protected:
  NetworkPlayerTest() : run_(directory_ / "run") {
    const ProgramResult result = run_.Train({"stop.steps=3", "evaluation.opponents=[]"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
  }

  // The arguments of a match of eight games against the random player.
  static std::vector<std::string> Match(const std::string& player,
                                        const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"match", player,   "random", "--games",
                                          "8",     "--size", "5",      "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  const TemporaryDirectory directory_;
  const SmokeRun run_;
};

TEST_F(NetworkPlayerTest, PlaysAMatchWhoseRecordReplays) {
  const std::string record = directory_ / "match.lgn";
  const Json match =
      JsonObject(Match("net:" + run_.path().string() + ",sims=8", {"--record", record}));
  EXPECT_EQ(match["games"], 8);
  EXPECT_EQ(match["a_wins"].get<int>() + match["b_wins"].get<int>(), 8);
  EXPECT_EQ(match["a_as_blue"]["games"], 4);
  EXPECT_EQ(match["a_as_red"]["games"], 4);
  EXPECT_EQ(JsonLines({"replay", record, "--json"}).size(), 8U);
  // Who won, by the record's tags.
  std::ifstream lines(record);
  bool a_is_blue = false;
  int a_wins = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("[Blue ")) a_is_blue = line.starts_with("[Blue \"net:");
    if (line == "[Result \"1-0\"]") a_wins += a_is_blue ? 1 : 0;
    if (line == "[Result \"0-1\"]") a_wins += a_is_blue ? 0 : 1;
  }
  EXPECT_EQ(match["a_wins"], a_wins);
}

TEST_F(NetworkPlayerTest, SameSeedGivesTheSameMatchOnAnyNumberOfThreads) {
  const std::string player = "net:" + run_.path().string() + ",sims=16";
  const auto match = [&](const std::string& threads, const std::string& concurrency) {
    Json json = JsonObject(
        Match(player, {"--seed", "7", "--threads", threads, "--concurrency", concurrency}));
    for (const char* time : {"seconds", "a_seconds_per_move", "b_seconds_per_move"}) {
      json.erase(time);
    }
    return json;
  };
  const Json one = match("1", "1");
  EXPECT_EQ(match("1", "1"), one);
  EXPECT_EQ(match("3", "4"), one);
}

TEST_F(NetworkPlayerTest, BothBackendsPlay) {
  for (const std::string backend : {"torch", "eigen"}) {
    const std::string player = "net:" + run_.path().string() + ",sims=4,backend=" + backend;
    EXPECT_EQ(JsonObject(Match(player))["games"], 8) << backend;
  }
}

TEST_F(NetworkPlayerTest, StepsOfARunAreChosenByNumber) {
  const std::string run = "net:" + run_.path().string();
  EXPECT_EQ(JsonObject(Match(run + "@0,sims=2"))["games"], 8);
  EXPECT_EQ(JsonObject(Match(run + "@3,sims=2"))["games"], 8);
  const ProgramResult unknown = RunProgram(Match(run + "@2"));
  EXPECT_TRUE(IsRefusal(unknown, "step 2"));
  EXPECT_THAT(unknown.errors, HasSubstr("there are 0, 3"));
  EXPECT_TRUE(IsRefusal(RunProgram(Match(run + "@latest")), "\"latest\""));
}

TEST_F(NetworkPlayerTest, TakesOnlyItsOptions) {
  const std::string run = "net:" + run_.path().string();
  for (const std::string option : {"sims=0", "n=5", "search=best", "temperature=-1", "noise=2",
                                   "backend=none", "device=none"}) {
    const std::string name = option.substr(0, option.find('='));
    EXPECT_TRUE(IsRefusal(RunProgram(Match(run + "," + option)), name));
  }
}

TEST_F(NetworkPlayerTest, PlaysAgainstPeople) {
  const ProgramResult result = RunProgram(
      {"play", "--red", "net:" + run_.path().string() + ",sims=8", "--size", "5", "--seed", "1"},
      {.input = "a2-a1\nhint\nquit\n"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Blue: a2-a1"));
  EXPECT_THAT(result.output, HasSubstr("\nRed: "));
  EXPECT_THAT(result.output, HasSubstr("\nhint: "));
}

TEST_F(NetworkPlayerTest, DamagedModelsAreRefusedByTheFile) {
  const std::string good = FileBytes(run_ / "models/3.safetensors");
  std::string other_blocks = good;
  other_blocks.replace(other_blocks.find("\"blocks\":\"1\""), 12, "\"blocks\":\"2\"");
  std::string newer = good;
  newer.replace(newer.find("\"format_version\":\"1\""), 20, "\"format_version\":\"9\"");
  std::string not_finite = good;
  not_finite.replace(not_finite.size() - 4, 4, "\xff\xff\xff\x7f");
  const std::string file = directory_ / "damaged.safetensors";
  for (const std::string& bytes :
       {good.substr(0, 5), good.substr(0, 1000), good.substr(0, good.size() - 1), good + "more",
        other_blocks, newer, not_finite}) {
    std::ofstream(file, std::ios::binary) << bytes;
    EXPECT_TRUE(IsRefusal(RunProgram({"inspect", file}), file));
    EXPECT_TRUE(IsRefusal(RunProgram(Match("net:" + file)), file));
  }
}

}  // namespace
}  // namespace lielow

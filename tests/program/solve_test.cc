// What scripts rely on in `lielow solve`.

#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "tests/program/json_output.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SolveCommandTest, SolvesTheStartOf4x4) {
  const Json json = JsonObject({"solve", "--size", "4", "--json"});
  EXPECT_THAT(Names(json), ElementsAre("result", "plies", "move", "line", "nodes", "seconds"));
  EXPECT_EQ(json["result"], "loss");
  EXPECT_EQ(json["plies"], 15);
  EXPECT_EQ(json["line"].size(), 15U);
  EXPECT_EQ(json["move"], json["line"][0]);
  EXPECT_GT(json["nodes"], 100);
  EXPECT_TRUE(json["seconds"].is_number());
}

TEST(SolveCommandTest, SolvesAPosition) {
  const Json json = JsonObject({"solve", "--position", "R13/B13/4/4 b", "--json"});
  EXPECT_EQ(json["result"], "win");
  EXPECT_EQ(json["plies"], 1);
  EXPECT_EQ(json["line"], Json::array({"a3xa4"}));
}

TEST(SolveCommandTest, TellsPeopleTheSame) {
  const ProgramResult win = RunProgram({"solve", "--position", "R13/B13/4/4 b"});
  EXPECT_EQ(win.exit_code, 0);
  EXPECT_THAT(win.output, HasSubstr("Blue wins in 1 ply\na3xa4\n"));
  const ProgramResult loss = RunProgram({"solve", "--size", "4"});
  EXPECT_THAT(loss.output, HasSubstr("Blue loses in 15 plies\n"));
}

TEST(SolveCommandTest, LimitsLeaveItUnknown) {
  for (const std::vector<std::string>& limit :
       {std::vector<std::string>{"--max-nodes", "1000"}, {"--max-seconds", "0.1"}}) {
    std::vector<std::string> arguments = {"solve", "--json"};
    arguments.insert(arguments.end(), limit.begin(), limit.end());
    const Json json = JsonObject(arguments);
    EXPECT_EQ(json["result"], "unknown");
    EXPECT_TRUE(json["plies"].is_null());
    EXPECT_TRUE(json["move"].is_null());
    EXPECT_TRUE(json["line"].empty());
  }
  const ProgramResult result = RunProgram({"solve", "--max-nodes", "1000"});
  EXPECT_THAT(result.output, HasSubstr("not decided: Blue wins in "));
}

TEST(SolveCommandTest, CtrlCEndsItWithWhatIsKnown) {
  ProgramResult result;
  // Before the program has taken charge of the signal it just ends: then again, a little later.
  for (const int milliseconds : {100, 1000, 10'000}) {
    RunningProgram program({"solve", "--json"});
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    program.Send(SIGINT);
    result = program.Wait();
    if (!result.output.empty()) break;
  }
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.output, HasSubstr("\"result\":\"unknown\""));
}

TEST(SolveCommandTest, BadInputIsRefused) {
  const std::vector<std::vector<std::string>> options = {
      {"--max-seconds", "-1"}, {"--max-seconds", "nan"}, {"--max-nodes", "0"},
      {"--max-nodes", "-5"},   {"--max-nodes", "many"},  {"--max-memory", "0"},
      {"--max-memory", "1"},   {"--max-memory", "-1"},   {"--max-memory", "99999999999999999999"},
      {"--max-memory", "1.5"},
  };
  for (const std::vector<std::string>& option : options) {
    std::vector<std::string> arguments = {"solve", "--size", "4"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    EXPECT_TRUE(IsRefusal(RunProgram(arguments), option[0])) << option[1];
  }
  EXPECT_TRUE(IsRefusal(RunProgram({"solve", "--size", "3"}), "size 3"));
  EXPECT_TRUE(IsRefusal(RunProgram({"solve", "--position", "4/4 b"}), "position string"));
}

}  // namespace
}  // namespace lielow

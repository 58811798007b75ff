// lielow analyze: what scripts rely on, and that it ends when it should.

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "tests/program/json_output.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The kings stand side by side: Blue can take Red's.
constexpr const char* kTwoKings = "R13/B13/4/4 b";

// The king may go to a4 or d1, which loses in 3; on d4 it is captured.
constexpr const char* kLost = "4/3R1/4/B33 b";

TEST(AnalyzeCommandTest, LinesAreSortedAndComplete) {
  const Json json = JsonObject(
      {"analyze", "--player", "uniform", "--sims", "500", "--lines", "4", "--size", "9", "--json"});
  EXPECT_THAT(Names(json), ElementsAre("position", "value", "proven", "plies", "lines",
                                       "simulations", "evaluations", "seconds"));
  EXPECT_EQ(json["simulations"], 500);
  EXPECT_TRUE(json["proven"].is_null());
  EXPECT_NEAR(json["value"].get<double>(), 0.5, 0.2);
  ASSERT_EQ(json["lines"].size(), 4U);
  int visits_before = 500;
  for (const Json& line : json["lines"]) {
    EXPECT_THAT(Names(line),
                ElementsAre("move", "visits", "prior", "value", "proven", "plies", "line"));
    EXPECT_EQ(line["line"][0], line["move"]);
    EXPECT_LE(line["visits"].get<int>(), visits_before);
    visits_before = line["visits"].get<int>();
  }
}

TEST(AnalyzeCommandTest, ProofsComeWithTheirDistance) {
  const Json win = JsonObject({"analyze", "--position", kTwoKings, "--json"});
  EXPECT_EQ(win["proven"], "win");
  EXPECT_EQ(win["plies"], 1);
  EXPECT_EQ(win["value"], 1);
  EXPECT_EQ(win["lines"][0]["move"], "a3xa4");
  EXPECT_EQ(win["lines"][0]["proven"], "win");

  const Json loss = JsonObject({"analyze", "--position", kLost, "--lines", "10", "--json"});
  EXPECT_EQ(loss["proven"], "loss");
  EXPECT_EQ(loss["plies"], 3);
  ASSERT_EQ(loss["lines"].size(), 4U);
  // The longest losses first.
  std::vector<int> plies;
  for (const Json& line : loss["lines"]) {
    EXPECT_EQ(line["proven"], "loss");
    plies.push_back(line["plies"].get<int>());
  }
  EXPECT_THAT(plies, ElementsAre(3, 3, 2, 1));
}

TEST(AnalyzeCommandTest, SameSeedGivesTheSameAnalysis) {
  const std::vector<std::string> arguments = {"analyze", "--sims", "300", "--seed", "7", "--json"};
  EXPECT_EQ(JsonObject(arguments)["lines"], JsonObject(arguments)["lines"]);
}

TEST(AnalyzeCommandTest, TimeEndsIt) {
  const Json json = JsonObject({"analyze", "--player", "uniform", "--ms", "50", "--json"});
  EXPECT_GE(json["seconds"].get<double>(), 0.05);
  EXPECT_GT(json["simulations"].get<int>(), 0);
}

TEST(AnalyzeCommandTest, InterruptShowsWhatHasBeenFound) {
  // A signal that comes before the analysis has begun ends the program at once: then once more,
  // with more patience.
  ProgramResult result;
  for (useconds_t patience = 200'000; result.output.empty(); patience *= 2) {
    ASSERT_LT(patience, 60'000'000U);
    RunningProgram program({"analyze", "--infinite", "--json", "--player", "uniform:memory=8"});
    usleep(patience);
    program.Send(SIGINT);
    result = program.Wait();
  }
  EXPECT_EQ(result.exit_code, 130);
  const Json json = Json::parse(result.output);
  EXPECT_GT(json["simulations"].get<int>(), 0);
  EXPECT_EQ(json["lines"].size(), 5U);
}

TEST(AnalyzeCommandTest, EveryMoveOfAGameIsJudged) {
  const std::string game = "1. b2-b3 b7-b6 2. a2-a3 a7-a6 3. b3-b5 b6-b4 *";
  std::vector<Json> plies = JsonLines({"analyze", "-", "--sims", "200", "--json"}, game);
  ASSERT_EQ(plies.size(), 6U);
  EXPECT_THAT(Names(plies[0]),
              ElementsAre("game", "ply", "position", "value", "proven", "plies", "best", "line",
                          "move", "move_value", "move_proven", "move_plies", "judgement"));
  for (std::size_t i = 0; i < plies.size(); ++i) EXPECT_EQ(plies[i]["ply"], i + 1);
  EXPECT_EQ(plies[4]["move"], "b3-b5");
}

TEST(AnalyzeCommandTest, BlunderIsNamed) {
  const std::string game = "[Size \"4\"]\n[Position \"R13/B13/4/4 b\"]\n1. a3-b3 a4xb3 0-1\n";
  const ProgramResult result = RunProgram({"analyze", "-", "--sims", "200"}, {.input = game});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("1. a3-b3??  loses in 2  (blunder; wins in 1 with a3xa4)"));
  EXPECT_THAT(result.output, HasSubstr("2. a4xb3  wins in 1"));
}

TEST(AnalyzeCommandTest, AWinThatIsOnlySeenAfterItsFirstMoveBlamesTheMoveThatAllowedIt) {
  const std::string game =
      "1. f2-f3 h7-h6 2. d2-e3 h6-f4 3. e2-d2 f4-c4 4. f3-f1 c4-c8 5. f1-c4 c8-h8 6. e3-e5 a7-a8 "
      "7. e5xh8 1-0\n";
  const ProgramResult result =
      RunProgram({"analyze", "-", "--sims", "200", "--json"}, {.input = game});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  std::istringstream lines(result.output);
  nlohmann::json before;
  int wins_that_were_allowed = 0;
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json here = nlohmann::json::parse(line);
    if (here["move_proven"] == "win") {
      EXPECT_EQ(here["proven"], "win") << line;
      EXPECT_LE(here["plies"], here["move_plies"]) << line;
      EXPECT_TRUE(before.is_null() || before["move_proven"] == "loss") << before;
      if (!before.is_null() && before["judgement"] == "blunder") ++wins_that_were_allowed;
    }
    before = here;
  }
  EXPECT_GT(wins_that_were_allowed, 0);
}

TEST(AnalyzeCommandTest, BadInputIsRefused) {
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "--player", "greedy"}), "no search tree"));
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "--player", "uniform:search=gumbel", "--ms", "9"}),
                        "search=gumbel"));
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "no-such-file.lgn"}), "no-such-file.lgn"));
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "x.lgn", "--size", "8"}), "--size"));
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "--sims", "0"}), "--sims"));
  EXPECT_TRUE(IsRefusal(RunProgram({"analyze", "--position", "nonsense"}), "position"));
}

}  // namespace
}  // namespace lielow

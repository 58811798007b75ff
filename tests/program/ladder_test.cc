// `lielow ladder`, as a user or a script would run it.

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "selfplay/run_database.h"
#include "tests/program/json_output.h"
#include "tests/program/run_program.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

std::vector<std::string> Ladder(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"ladder", "random", "greedy", "alphabeta:depth=2",
                                        "--size", "5",      "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

const Json& Standing(const Json& ladder, const std::string& player) {
  for (const Json& standing : ladder["players"]) {
    if (standing["player"] == player) return standing;
  }
  ADD_FAILURE() << player << " is not in the ladder";
  return ladder["players"][0];
}

TEST(LadderTest, RanksThePlayersByStrength) {
  const Json ladder = JsonObject(Ladder({"--games", "120"}));
  ASSERT_EQ(ladder["players"].size(), 3U);
  int games = 0;
  for (const Json& standing : ladder["players"]) {
    EXPECT_LE(standing["low"].get<double>(), standing["elo"].get<double>());
    EXPECT_GE(standing["high"].get<double>(), standing["elo"].get<double>());
    games += standing["games"].get<int>();
  }
  EXPECT_EQ(games, 240);  // Each game has two players.
  EXPECT_EQ(ladder["players"][0]["player"], "alphabeta:depth=2");
  EXPECT_EQ(ladder["players"][2]["player"], "random");
  EXPECT_EQ(Standing(ladder, "random")["elo"], 0);  // The first one is the anchor.
}

TEST(LadderTest, AnchorIsWhereItIsPut) {
  const Json ladder =
      JsonObject(Ladder({"--games", "40", "--anchor", "greedy", "--anchor-elo", "1000"}));
  EXPECT_EQ(Standing(ladder, "greedy")["elo"], 1000);
  EXPECT_EQ(Standing(ladder, "greedy")["low"], 1000);
  EXPECT_LT(Standing(ladder, "random")["elo"].get<double>(), 1000);
}

TEST(LadderTest, ResultsAreKeptAndExtended) {
  const TemporaryDirectory directory;
  const std::string file = directory / "ladder.db";
  JsonObject(Ladder({"--games", "32", "--database", file}));
  const auto rows = [&] { return RunDatabase(file, RunDatabase::Mode::kReadOnly).LadderRows(5); };
  ASSERT_EQ(rows().size(), 16U);
  // Nothing is played again.
  const Json shown = JsonObject(Ladder({"--games", "0", "--database", file}));
  EXPECT_EQ(rows().size(), 16U);
  // Another player joins, and plays most.
  std::vector<std::string> more = Ladder({"--games", "32", "--database", file});
  more.push_back("rollouts:n=20");
  const Json ladder = JsonObject(more);
  ASSERT_EQ(rows().size(), 32U);
  EXPECT_EQ(ladder["players"].size(), 4U);
  EXPECT_GE(Standing(ladder, "rollouts:n=20")["games"], 16);
  // All openings of two players differ.
  std::set<std::tuple<std::string, std::string, int>> distinct;
  for (const LadderRow& row : rows()) {
    distinct.emplace(std::min(row.a, row.b), std::max(row.a, row.b), row.opening);
  }
  EXPECT_EQ(distinct.size(), 32U);
}

TEST(LadderTest, SameSeedRanksTheSame) {
  EXPECT_EQ(JsonObject(Ladder({"--games", "64", "--seed", "3"})),
            JsonObject(Ladder({"--games", "64", "--seed", "3"})));
}

TEST(LadderTest, BadFieldsAreRefused) {
  EXPECT_TRUE(IsRefusal(RunProgram({"ladder", "random"}), "found 1 players"));
  EXPECT_TRUE(IsRefusal(RunProgram({"ladder", "random", "random"}), "1 of them different"));
  EXPECT_TRUE(IsRefusal(RunProgram({"ladder", "random", "nobody"}), "nobody"));
  EXPECT_TRUE(IsRefusal(RunProgram(Ladder({"--anchor", "uniform"})), "--anchor"));
  const TemporaryDirectory empty;
  EXPECT_TRUE(IsRefusal(RunProgram({"ladder", empty.path().string()}), empty.path().string()));
}

TEST(LadderTest, AnEngineThatSaysNothingLosesAfterItsTime) {
  const Json ladder = JsonObject({"ladder", "greedy", "engine:sleep 1000", "--games", "4", "--size",
                                  "4", "--engine-start", "0.05", "--json"});
  EXPECT_EQ(Standing(ladder, "greedy")["score"], 1.0) << ladder;
}

}  // namespace
}  // namespace lielow

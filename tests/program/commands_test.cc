// What scripts rely on in the commands that need no network: perft, moves, replay and match.

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "tests/program/json_output.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PerftCommandTest, CountsFromTheStart) {
  const Json json = JsonObject({"perft", "--depth", "3", "--json"});
  EXPECT_THAT(Names(json), ElementsAre("depth", "leaves", "seconds"));
  EXPECT_EQ(json["depth"], 3);
  EXPECT_EQ(json["leaves"], 97520);
  EXPECT_TRUE(json["seconds"].is_number());
}

TEST(PerftCommandTest, DivisionByFirstMovesIsSortedAndSumsUp) {
  const Json json = JsonObject({"perft", "--size", "9", "--depth", "2", "--divide", "--json"});
  EXPECT_EQ(json["leaves"], 7396);
  const std::vector<std::string> moves = Names(json["moves"]);
  EXPECT_EQ(moves.size(), 86U);
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
  int sum = 0;
  for (const auto& [move, leaves] : json["moves"].items()) sum += leaves.get<int>();
  EXPECT_EQ(sum, 7396);
}

// The kings stand side by side, Blue is to move: of six moves one takes Red's king and one leaves
// the board, and no move follows those two.
constexpr const char* kTwoKings = "R13/B13/4/4 b";

TEST(PerftCommandTest, FinishedGamesHaveNoSuccessors) {
  const std::vector<std::string> perft = {"perft", "--position", kTwoKings, "--divide", "--json"};
  const auto leaves = [&](const char* depth) {
    std::vector<std::string> arguments = perft;
    arguments.insert(arguments.end(), {"--depth", depth});
    return JsonObject(arguments);
  };
  EXPECT_EQ(leaves("0")["leaves"], 1);
  EXPECT_EQ(leaves("1")["leaves"], 6);
  const Json moves = leaves("2")["moves"];
  EXPECT_EQ(moves["a3xa4"], 0);
  EXPECT_EQ(moves["a3-off"], 0);
  EXPECT_EQ(moves["a3-b4"], 4);  // a4-a3, a4-b3, a4-off, a4xb4.
}

TEST(PerftCommandTest, TellsPeopleTheSame) {
  const ProgramResult result = RunProgram({"perft", "--size", "4", "--depth", "2", "--divide"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("a2-a1 22\n"));
  EXPECT_THAT(result.output, HasSubstr("444 positions after 2 moves"));
}

TEST(MovesCommandTest, ListsMovesSortedWithPositionsAndWinners) {
  const Json json = JsonObject({"moves", "--position", kTwoKings, "--json"});
  EXPECT_EQ(json, Json::parse(R"({
    "position": "R13/B13/4/4 b",
    "moves": [
      {"move": "a3-a2", "position": "R13/4/B23/4 r", "winner": null},
      {"move": "a3-b2", "position": "R13/4/1B22/4 r", "winner": null},
      {"move": "a3-b3", "position": "R13/1B22/4/4 r", "winner": null},
      {"move": "a3-b4", "position": "R1B22/4/4/4 r", "winner": null},
      {"move": "a3-off", "position": "R13/4/4/4 r", "winner": "r"},
      {"move": "a3xa4", "position": "B13/4/4/4 r", "winner": "b"}]})"));
}

TEST(MovesCommandTest, SizeAndPositionMayBothBeGivenIfTheyAgree) {
  const std::vector<std::string> moves = {"moves", "--json", "--position", kTwoKings};
  std::vector<std::string> with_size = moves;
  with_size.insert(with_size.end(), {"--size", "4"});
  EXPECT_EQ(JsonObject(with_size), JsonObject(moves));
  with_size.back() = "5";
  EXPECT_TRUE(IsRefusal(RunProgram(with_size), "--size 5"));
}

// Blue's king is taken in game 1; game 2 goes on.
constexpr const char* kGoodGames = R"([Size "4"]
[Result "0-1"]

1. a2-a1 { first king } c3-c4 2. a1-c3 b3xc3 0-1

[Position "R13/B13/4/4 b"]

1. a3-a2 a4-b4 *
)";

TEST(ReplayCommandTest, TellsHowEachGameEnds) {
  const TemporaryDirectory directory;
  const std::string file = directory / "games.lgn";
  std::ofstream(file) << kGoodGames;
  const std::vector<Json> games = JsonLines({"replay", file, "--json"});
  EXPECT_THAT(games, ElementsAre(Json::parse(R"({
                "game": 1, "plies": 4, "position": "2R21/r11r1r1/1b1b1b1/4 b", "result": "0-1",
                "termination": "king captured"})"),
                                 Json::parse(R"({
                "game": 2, "plies": 2, "position": "1R22/4/B23/4 b", "result": "*",
                "termination": "unfinished"})")));
  EXPECT_EQ(JsonLines({"replay", "-", "--json"}, kGoodGames), games);
}

TEST(ReplayCommandTest, CountsGamesThroughAllFiles) {
  const TemporaryDirectory directory;
  const std::string file = directory / "games.lgn";
  std::ofstream(file) << kGoodGames;
  const std::vector<Json> games = JsonLines({"replay", file, file, "--json"});
  ASSERT_EQ(games.size(), 4U);
  EXPECT_EQ(games[3]["game"], 4);
}

TEST(ReplayCommandTest, TakesABareListOfMoves) {
  const std::vector<Json> games = JsonLines({"replay", "-", "--json"}, " D2-D3\ne7-e6, d3-d5\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0]["plies"], 3);
  EXPECT_EQ(games[0]["position"], "8/r1r1r1r11r1r1r1/4R23/3B34/8/8/b1b1b11b1b1b1b1/8 r");
}

TEST(ReplayCommandTest, RefusesAnIllegalMoveNamingGamePlyMoveAndReason) {
  const ProgramResult result = RunProgram({"replay", "-"}, {.input = std::string(kGoodGames) + R"(
[Size "4"]

1. a2-a1 c3-c4 2. b2-b4
)"});
  EXPECT_TRUE(IsRefusal(result, "game 3: ply 3: move \"b2-b4\""));
  EXPECT_THAT(result.errors, HasSubstr("has height 1: it can go to"));
}

TEST(ReplayCommandTest, RefusesAResultThatContradictsTheMoves) {
  const ProgramResult result =
      RunProgram({"replay", "-"}, {.input = "[Size \"4\"]\n\n1. a2-a1 c3-c4 2. a1-c3 b3xc3 1-0\n"});
  EXPECT_TRUE(IsRefusal(result, "game 1"));
}

// The games of a record without their dates, sorted: games played at once end in any order.
std::vector<std::string> SortedGames(const std::string& file) {
  std::ifstream record(file);
  std::vector<std::string> games;
  for (std::string line; std::getline(record, line);) {
    if (line.starts_with("[Event")) games.emplace_back();
    if (!line.starts_with("[Date")) games.back() += line + "\n";
  }
  std::sort(games.begin(), games.end());
  return games;
}

TEST(MatchCommandTest, FieldsAddUp) {
  const Json json = JsonObject(
      {"match", "greedy", "random", "--games", "20", "--size", "5", "--openings", "2", "--json"});
  EXPECT_THAT(
      Names(json),
      ElementsAre("games", "a_wins", "b_wins", "a_score", "a_as_blue", "a_as_red", "elo", "elo_low",
                  "elo_high", "distinct_games", "equal_pairs", "mean_plies", "a_seconds_per_move",
                  "b_seconds_per_move", "a_failures", "b_failures", "seconds"));
  EXPECT_EQ(json["games"], 20);
  const int a_wins = json["a_wins"];
  EXPECT_GT(a_wins, 10);
  EXPECT_EQ(a_wins + json["b_wins"].get<int>(), 20);
  EXPECT_DOUBLE_EQ(json["a_score"], a_wins / 20.0);
  EXPECT_EQ(json["a_as_blue"]["games"], 10);
  EXPECT_EQ(json["a_as_red"]["games"], 10);
  EXPECT_EQ(json["a_as_blue"]["wins"].get<int>() + json["a_as_red"]["wins"].get<int>(), a_wins);
  EXPECT_LE(json["elo_low"], json["elo"]);
  EXPECT_LE(json["elo"], json["elo_high"]);
  EXPECT_GT(json["elo"], 0);
}

TEST(MatchCommandTest, SameSeedGivesTheSameGamesOnAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  const auto match = [&](const std::string& record, const std::vector<std::string>& how) {
    std::vector<std::string> arguments = {"match",    "rollouts:n=20",   "greedy", "--games",
                                          "12",       "--size",          "5",      "--json",
                                          "--record", directory / record};
    arguments.insert(arguments.end(), how.begin(), how.end());
    Json json = JsonObject(arguments);
    for (const char* time : {"seconds", "a_seconds_per_move", "b_seconds_per_move"}) {
      json.erase(time);
    }
    return json;
  };
  const Json one = match("one.lgn", {"--seed", "3", "--threads", "1", "--concurrency", "1"});
  const Json two = match("two.lgn", {"--seed", "3", "--threads", "3", "--concurrency", "5"});
  match("other.lgn", {"--seed", "4"});
  EXPECT_EQ(one, two);
  const auto games = SortedGames(directory / "one.lgn");
  EXPECT_EQ(games.size(), 12U);
  EXPECT_EQ(games, SortedGames(directory / "two.lgn"));
  EXPECT_NE(games, SortedGames(directory / "other.lgn"));
}

TEST(MatchCommandTest, RecordedGamesReplayWithTheSameResults) {
  const TemporaryDirectory directory;
  const std::string file = directory / "match.lgn";
  const Json match = JsonObject({"match", "random", "greedy", "--games", "6", "--size", "4",
                                 "--openings", "1", "--record", file, "--json"});
  const std::vector<Json> games = JsonLines({"replay", file, "--json"});
  ASSERT_EQ(games.size(), 6U);
  int plies = 0;
  for (const Json& game : games) {
    plies += game["plies"].get<int>();
    EXPECT_NE(game["result"], "*");
  }
  EXPECT_DOUBLE_EQ(match["mean_plies"], plies / 6.0);
}

TEST(BenchCommandTest, SearchIsMeasuredOnTheSizeThatIsAskedFor) {
  const Json json = JsonObject({"bench", "search", "--size", "5", "--seconds", "0.1", "--json"});
  EXPECT_EQ(json["bench"], "search");
  EXPECT_EQ(json["size"], 5);
  EXPECT_EQ(json["player"], "alphabeta");
  EXPECT_GT(json["nodes_per_second"], 0);
  EXPECT_GT(json["mean_depth"], 0);
}

TEST(MatchCommandTest, AlphaBetaPlaysToADepthOrForATime) {
  const Json json = JsonObject({"match", "alphabeta:depth=3,seed=1", "alphabeta:ms=1,depth=1",
                                "--games", "4", "--size", "5", "--json"});
  EXPECT_EQ(json["games"], 4);
}

TEST(MatchCommandTest, TestOfTwoRatingDifferencesEndsTheMatch) {
  const Json json = JsonObject(
      {"match", "greedy", "random", "--games", "400", "--size", "5", "--sprt", "0,100", "--json"});
  EXPECT_EQ(json["sprt"], "accept");
  EXPECT_LT(json["games"], 400);
  EXPECT_EQ(JsonObject({"match", "random", "random", "--games", "4", "--size", "5", "--sprt",
                        "-1,1", "--json"})["sprt"],
            "undecided");
  EXPECT_FALSE(JsonObject({"match", "random", "random", "--games", "4", "--size", "5", "--json"})
                   .contains("sprt"));
  for (const char* bad : {"x", "1", "1,", "1,x", "20,0", "0,0", "0,20,30", "0,5000", "nan,1"}) {
    EXPECT_TRUE(IsRefusal(RunProgram({"match", "random", "random", "--sprt", bad}), "--sprt"))
        << bad;
  }
}

}  // namespace
}  // namespace lielow

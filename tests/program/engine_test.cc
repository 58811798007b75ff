// `lielow engine` as other programs meet it, and in matches.

#include <gmock/gmock.h>

#include <fstream>

#include "tests/program/json_output.h"
#include "tests/program/run_program.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

ProgramResult Engine(const std::string& input, const ProgramOptions& options = {}) {
  ProgramOptions with_input = options;
  with_input.input = input;
  return RunProgram({"engine", "--player", "uniform:sims=20", "--size", "5"}, with_input);
}

std::string FileText(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(EngineTest, SpeaksTheProtocol) {
  const ProgramResult result =
      Engine("ugi\nisready\nposition startpos moves a2-a3\r\ngo nodes 10\nquery p1turn\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, AllOf(HasSubstr("\nugiok\nreadyok\ninfo depth "),
                                   HasSubstr("\nbestmove "), EndsWith("\nresponse false\n")));
}

TEST(EngineTest, SurvivesLinesOfAnyLength) {
  const std::string huge(5 << 20, 'x');
  const ProgramResult result = Engine(huge + "\nposition startpos moves " + huge + "\n" +
                                      std::string("\0\0\n", 3) + "isready\n" + huge);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, AllOf(HasSubstr("readyok\n"), HasSubstr("a line is too long")));
  EXPECT_LT(result.output.size(), 2000U);
}

TEST(EngineTest, EndsWithItsInputAndWithItsReader) {
  EXPECT_EQ(Engine("").exit_code, 0);
  EXPECT_EQ(Engine("go infinite\nquit\n").exit_code, 0);
  EXPECT_EQ(Engine("go infinite\n").exit_code, 0);
  const ProgramResult unread = Engine("ugi\ngo infinite\n", {.unread_output = true});
  EXPECT_EQ(unread.signal, 0);
  EXPECT_EQ(unread.exit_code, 0);
}

TEST(EngineTest, BadPlayerIsRefused) {
  EXPECT_TRUE(IsRefusal(RunProgram({"engine", "--player", "nobody"}), "nobody"));
  EXPECT_TRUE(IsRefusal(RunProgram({"match", "engine:", "random"}), "engine:"));
}

TEST(EngineTest, PlaysAMatchMoveForMoveAsTheBuiltInPlayers) {
  const TemporaryDirectory directory;
  const std::string program = LIELOW_PROGRAM;
  const auto play = [&](const std::string& a, const std::string& b, const std::string& record) {
    Json match = JsonObject({"match", a, b, "--games", "12", "--size", "5", "--seed", "5",
                             "--threads", "2", "--record", record, "--json"});
    EXPECT_EQ(match["a_failures"], 0);
    EXPECT_EQ(match["b_failures"], 0);
    return match;
  };
  const std::string a = "uniform:sims=16,opening_temperature=1";
  const std::string b = "rollouts:n=30,seed=4";
  const auto engine = [&](const std::string& player) {
    return "engine:" + program + " engine --player " + player;
  };
  const Json built_in = play(a, b, directory / "built-in.lgn");
  const Json engines = play(engine(a), engine(b), directory / "engines.lgn");
  for (const char* field : {"a_wins", "b_wins", "elo", "mean_plies", "distinct_games"}) {
    EXPECT_EQ(engines[field], built_in[field]) << field;
  }
  // The games are written as they end, in any order; their moves are the same.
  const auto moves = [](const std::string& text) {
    std::vector<std::string> games;
    for (std::size_t at = text.find("\n1. "); at != std::string::npos;
         at = text.find("\n1. ", at + 1)) {
      games.push_back(text.substr(at, text.find("\n\n", at + 2) - at));
    }
    std::sort(games.begin(), games.end());
    return games;
  };
  EXPECT_EQ(moves(FileText(directory / "engines.lgn")),
            moves(FileText(directory / "built-in.lgn")));
  EXPECT_EQ(moves(FileText(directory / "engines.lgn")).size(), 12U);
}

TEST(EngineTest, FailuresAreCountedAndWrittenDown) {
  const TemporaryDirectory directory;
  const std::string record = directory / "match.lgn";
  const std::vector<std::string> match = {"match", "engine:exit 9", "random", "--games",
                                          "4",     "--size",        "5",      "--record",
                                          record,  "--json"};
  const ProgramResult result = RunProgram(match);
  EXPECT_THAT(result.errors, HasSubstr("A lost a game: ended with exit code 9\n"));
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json["a_failures"], 4);
  EXPECT_EQ(json["b_wins"], 4);
  EXPECT_THAT(FileText(record), HasSubstr("{ ended with exit code 9 }"));
  EXPECT_EQ(RunProgram({"replay", record}).exit_code, 0);

  std::vector<std::string> stopping = match;
  stopping.push_back("--stop-on-failure");
  const ProgramResult stopped = RunProgram(stopping);
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_THAT(stopped.errors, HasSubstr("A lost a game: ended with exit code 9"));
}

TEST(EngineTest, MatchOfADeterministicPlayerWithItselfSaysThatItIsOneGameTwice) {
  const ProgramResult result = RunProgram(
      {"match", "alphabeta:depth=2", "alphabeta:depth=2", "--games", "8", "--size", "5"});
  EXPECT_THAT(result.output, AllOf(HasSubstr("4 distinct games, 4 played before"),
                                   HasSubstr("4 of 4 pairs are one game played twice"),
                                   HasSubstr("Elo of A over B: +0, 95 % interval -")));
  EXPECT_THAT(result.output, HasSubstr("time a move: A "));
}

TEST(EngineTest, BalancedOpeningsAreThoseThatAPlayerThinksEven) {
  const Json json = JsonObject({"match", "random", "random", "--games", "8", "--size", "5",
                                "--balanced", "rollouts:n=60", "--json"});
  EXPECT_EQ(json["games"], 8);
  EXPECT_TRUE(
      IsRefusal(RunProgram({"match", "random", "random", "--balanced", "greedy"}), "--balanced"));
}

}  // namespace
}  // namespace lielow

// `lielow play` as driven through standard input. The dialogue itself is tested in
// tests/tools/play_session_test.cc.

#include <gmock/gmock.h>

#include "tests/program/json_output.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ProgramResult Play(const std::vector<std::string>& arguments, const std::string& input) {
  std::vector<std::string> all = {"play"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return RunProgram(all, {.input = input});
}

// Enters every move that a board could ever allow, again and again: a person with no idea of the
// rules who finishes the game all the same.
std::string EveryMove(int size) {
  std::string moves;
  const auto for_each_square = [&](const auto& visit) {
    const std::string columns = std::string("abcdefghi").substr(0, static_cast<std::size_t>(size));
    const std::string rows = std::string("123456789").substr(0, static_cast<std::size_t>(size));
    for (const char column : columns) {
      for (const char row : rows) visit(std::string{column, row});
    }
  };
  for_each_square([&](const std::string& from) {
    for_each_square([&](const std::string& to) { moves += from + to + "!\n"; });
    moves += from + "off!\n";
  });
  return moves;
}

TEST(PlayTest, WholeGameAgainstTheRandomPlayerIsSavedAndReplays) {
  const TemporaryDirectory directory;
  const std::string file = directory / "game.lgn";
  std::string input;
  for (int i = 0; i < 20; ++i) input += EveryMove(4);
  input += "save " + file + "\nquit\n";
  const ProgramResult result = Play({"--red", "random", "--size", "4", "--seed", "5"}, input);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, StartsWith("Lielow 4x4. Blue: human. Red: random\n"));
  EXPECT_THAT(result.output, HasSubstr(" wins: "));
  const std::vector<Json> games = JsonLines({"replay", file, "--json"});
  ASSERT_EQ(games.size(), 1U);
  EXPECT_NE(games[0]["result"], "*");
  EXPECT_THAT(games[0]["termination"].get<std::string>(), StartsWith("king "));
}

TEST(PlayTest, SameSeedGivesTheSameGame) {
  const std::vector<std::string> play = {"--blue", "random", "--red",  "rollouts:n=10",
                                         "--size", "5",      "--seed", "3"};
  const ProgramResult result = Play(play, "");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr(" wins: "));
  EXPECT_EQ(Play(play, "").output, result.output);
  std::vector<std::string> other = play;
  other.back() = "4";
  EXPECT_NE(Play(other, "").output, result.output);
}

TEST(PlayTest, EndOfTheInputEndsTheProgram) {
  for (const char* input : {"", "a2-a1\n", "a2-a1", "save", "resign\n"}) {
    SCOPED_TRACE(input);
    const ProgramResult result = Play({"--red", "random", "--size", "4", "--seed", "1"}, input);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, "");
    EXPECT_THAT(result.output, HasSubstr("Move 1, Blue to move"));
  }
}

TEST(PlayTest, SurvivesGarbage) {
  std::string garbage = std::string("\0\x1b[2J\xff\xfe\n", 8) + std::string(100000, 'a') + "\n";
  garbage += "a2-a9\nz9xz9\n-\nsave\nsave /\nundo undo\nyes\n!\n\n\r\n";
  const ProgramResult result =
      Play({"--red", "random", "--size", "4", "--seed", "1"}, garbage + "a2-a1\nposition\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, AllOf(HasSubstr("Blue: a2-a1\n"), Not(HasSubstr("\x1b"))));
  EXPECT_LT(result.output.size(), 10000U);
}

TEST(PlayTest, GoesOnFromAPosition) {
  const ProgramResult result =
      Play({"--red", "random", "--position", "R13/B13/4/4 b"}, "a3xa4\nposition\nquit\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, AllOf(HasSubstr("Blue wins: Red's king was taken (a3xa4)"),
                                   HasSubstr("B13/4/4/4 r\n")));
}

TEST(PlayTest, WithoutATerminalThereAreNoColorsAndNoPrompts) {
  const ProgramResult result = Play({"--red", "random", "--size", "4", "--seed", "1"}, "a2-a1\n");
  EXPECT_THAT(result.output, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("> "))));
}

}  // namespace
}  // namespace lielow

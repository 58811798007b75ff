// The course of games in dialogue. The commands are tested in play_session_commands_test.cc.

#include "tools/play_session.h"

#include <gmock/gmock.h>

#include "game/random.h"
#include "tests/tools/play_script.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(PlaySessionTest, WholeGameReadsLikeThis) {
  PlaySetup setup = HumanAgainst({{1, {"c3-c4", 0.631F}}, {3, {"b3xc3", {}, {Proof::kWin, 1}}}});
  EXPECT_EQ(Dialogue(std::move(setup), "a2-a1\na1-c3\nyes\n"),
            R"(Lielow 4x4. Blue: human. Red: scripted
b1, r1: stacks with their heights; B3*: a king. Enter a move (d2-d3) or help

      a    b    c    d
   +--------------------+
 4 |  .    .    .    .  | 4
 3 | r1   r1   r1   r1  | 3
 2 | b1   b1   b1   b1  | 2
 1 |  .    .    .    .  | 1
   +--------------------+
      a    b    c    d

Move 1, Blue to move
Blue: a2-a1
  Blue's first king: a1 is Blue's one highest stack, of height 2
Red: c3-c4 (Red wins with 63 %)
  Red's first king: c4 is Red's one highest stack, of height 2

      a    b    c    d
   +--------------------+
 4 |  .    .  [R2*]  .  | 4
 3 | r1   r1   ( )  r1  | 3
 2 |  .   b1   b1   b1  | 2
 1 | B2*   .    .    .  | 1
   +--------------------+
      a    b    c    d

Move 2, Blue to move
a1-c3 loses: Red can take Blue's king with b3xc3
Enter yes or a1-c3! to do it all the same
Blue: a1-c3
Red: b3xc3 (Red wins at once)

      a    b    c    d
   +--------------------+
 4 |  .    .   R2*   .  | 4
 3 | r1   ( ) [r1]  r1  | 3
 2 |  .   b1   b1   b1  | 2
 1 |  .    .    .    .  | 1
   +--------------------+
      a    b    c    d

Red wins: Blue's king was taken (b3xc3)
undo, save FILE, new or quit?
)");
}

TEST(PlaySessionTest, ComputerSaysWhatItThinksOfItsMove) {
  const auto red_says = [](const ScriptedMove& move) {
    return Said(HumanAgainst({{1, move}}), "a2-a1\n")[3];
  };
  EXPECT_EQ(red_says({"c3-c4"}), "Red: c3-c4");
  EXPECT_EQ(red_says({"c3-c4", 0.5F}), "Red: c3-c4 (Red wins with 50 %)");
  EXPECT_EQ(red_says({"c3-c4", 1.0F}), "Red: c3-c4 (Red wins with 99 %)");
  EXPECT_EQ(red_says({"c3-c4", 0.0F}), "Red: c3-c4 (Red wins with 1 %)");
  EXPECT_EQ(red_says({"c3-c4", 1.0F, {Proof::kWin, 5}}),
            "Red: c3-c4 (Red wins by force within 5 plies)");
  EXPECT_EQ(red_says({"c3-c4", 0.0F, {Proof::kLoss, 2}}),
            "Red: c3-c4 (Red loses by force within 2 plies)");
}

TEST(PlaySessionTest, MovesMayBeWrittenInManyWays) {
  for (const std::string move :
       {"b5xe5", "  B5xE5\r", "b5 x e5", "\tb5e5", "B5 E5", "b5xe5!", "b5xe5 !"}) {
    EXPECT_THAT(Said(TwoHumans(Position::Parse("8/8/1R56/1b32r13/8/8/8/B57 b")), move + "\n"),
                Contains("Blue: b5xe5"))
        << move;
  }
  for (const std::string move : {"a5-off", "A5OFF", "a5 off", "a5 - Off"}) {
    EXPECT_THAT(Said(TwoHumans(Position::Parse("8/8/1R56/b37/8/8/8/B57 b")), move + "\n"),
                Contains("Blue: a5-off"))
        << move;
  }
}

TEST(PlaySessionTest, WrongInputIsAnsweredInOneLine) {
  const std::pair<std::string, std::string> kAnswers[] = {
      {"a2-a5",
       "move \"a2-a5\": a2 has height 1: it can go to a3, b3, b1, a1, or off the board, not to a5"},
      {"a2xa3", "move \"a2xa3\": a3 is empty: write '-' to move there"},
      {"a2-b2", "move \"a2-b2\": an own stack stands on b2"},
      {"a2 b2", "move \"a2-b2\": an own stack stands on b2"},
      {"a7-a6", "move \"a7-a6\": the stack on a7 is not Blue's"},
      {"a4-a5", "move \"a4-a5\": there is no stack on a4"},
      {"z9", "move \"z9\": is not a move: expected a form like a2-a3, b5xe5 or c4-off"},
      {"a2a", "move \"a2a\": is not a move: expected a form like a2-a3, b5xe5 or c4-off"},
      {"a9a9", "move \"a9a9\": is not a move: expected a form like a2-a3, b5xe5 or c4-off"},
      {"hello", "\"hello\": is neither a move nor a command; help lists both"},
      {"!", "\"!\": is neither a move nor a command; help lists both"},
      {"yes", "yes: there is nothing to confirm"},
      {"undo 2", "\"undo 2\": undo stands alone"},
      {"\033[A\x80", "\"?[A?\": is neither a move nor a command; help lists both"},
  };
  for (const auto& [input, answer] : kAnswers) {
    EXPECT_THAT(Said(TwoHumans(Position(8)), input + "\n"),
                ElementsAre("Move 1, Blue to move", answer));
  }
}

TEST(PlaySessionTest, LinesOfAnyLengthAreOneWrongInput) {
  EXPECT_THAT(
      Said(TwoHumans(Position(8)),
           "undo" + std::string(1000000, ' ') + "\n" + std::string(1000000, 'x') + "\nd2-d3\n"),
      ElementsAre("Move 1, Blue to move",
                  "line of more than 1000 characters: enter help for what is understood",
                  "line of more than 1000 characters: enter help for what is understood",
                  "Blue: d2-d3", "  Blue's first king: d3 is Blue's one highest stack, of height 2",
                  "Move 1, Red to move"));
}

TEST(PlaySessionTest, BytesOfAnyKindNeitherEndTheSessionNorComeBack) {
  Random random(1);
  std::string input;
  for (int i = 0; i < 100000; ++i) input += static_cast<char>(random.Below(256));
  const std::string said = Dialogue(TwoHumans(Position(8)), input + "\nd2-d3\n");
  EXPECT_THAT(said, HasSubstr("Blue: d2-d3"));
  for (const char c : said) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
}

TEST(PlaySessionTest, MoveThatLosesAtOnceIsAskedAbout) {
  // Blue's king on a1 can leave the board or go next to d2.
  const Position start = Position::Parse("4/2R31/3r1/B22b1 b");
  EXPECT_THAT(Said(TwoHumans(start), "a1-off\n"),
              ElementsAre("Move 1, Blue to move", "a1-off loses: Blue's own king leaves the board",
                          "Enter yes or a1-off! to do it all the same"));
  EXPECT_THAT(Said(TwoHumans(start), "a1-c1\nYES\n"),
              AllOf(Contains("a1-c1 loses: Red can take Blue's king with d2xc1"),
                    Contains("Blue: a1-c1"), Contains("Move 1, Red to move")));
  EXPECT_THAT(Said(TwoHumans(start), "a1-off!\n"),
              ElementsAre("Move 1, Blue to move", "Blue: a1-off",
                          "Red wins: Blue's own king left the board (a1-off)",
                          "undo, save FILE, new or quit?"));
}

TEST(PlaySessionTest, OnlyTheNextEntryConfirms) {
  const Position start = Position::Parse("4/2R31/3r1/B22b1 b");
  for (const std::string between : {"moves\n", "a1-c1\n", "nonsense\n", "a1-off\nno\n"}) {
    EXPECT_THAT(Said(TwoHumans(start), "a1-off\n" + between + "position\nyes\n"),
                AllOf(Contains("4/2R31/3r1/B22b1 b"), Contains("yes: there is nothing to confirm"),
                      Not(Contains("Blue: a1-off"))))
        << between;
  }
}

TEST(PlaySessionTest, WarnsOfAThreatToTheKing) {
  EXPECT_THAT(Said(TwoHumans(Position::Parse("4/4/r13/B1b1R21 b")), ""),
              ElementsAre("Move 1, Blue to move",
                          "Careful: Red threatens to take Blue's king with c1xa1 or a2xa1"));
}

TEST(PlaySessionTest, TellsOfTheOpponentsCrownThatOnesOwnMoveMoves) {
  EXPECT_THAT(Said(TwoHumans(Position::Parse("r22r2/b1R12/4/3B2 b")), "a3xa4\n"),
              Contains("  Red's crown moves from b3 to d4: d4 is now Red's one highest stack, of "
                       "height 2"));
}

TEST(PlaySessionTest, HumanCanBeRed) {
  EXPECT_THAT(
      Said(HumanAgainst({{0, {"a2-a1", 0.5F}}, {2, {"b2-b1", 0.6F}}}, Color::kBlue), "c3-c4\n"),
      ElementsAre("Blue: a2-a1 (Blue wins with 50 %)",
                  "  Blue's first king: a1 is Blue's one highest stack, of height 2",
                  "Move 1, Red to move", "Red: c3-c4",
                  "  Red's first king: c4 is Red's one highest stack, of height 2",
                  "Blue: b2-b1 (Blue wins with 60 %)", "Move 2, Red to move"));
}

TEST(PlaySessionTest, EndOfInputQuits) {
  EXPECT_THAT(Said(TwoHumans(Position(8)), ""), ElementsAre("Move 1, Blue to move"));
  EXPECT_THAT(Said(TwoHumans(Position(8)), "d2-d3"), Contains("Move 1, Red to move"));
  EXPECT_THAT(Said(TwoHumans(Position(8)), "quit\nd2-d3\n"), ElementsAre("Move 1, Blue to move"));
}

TEST(PlaySessionTest, PromptsAndThinksAloudOnATerminalOnly) {
  const std::map<int, ScriptedMove> moves = {{1, {"c3-c4"}}};
  PlaySetup on_terminal = HumanAgainst(moves);
  on_terminal.interactive = true;
  const std::string seen = Dialogue(std::move(on_terminal), "a2-a1\n");
  EXPECT_THAT(seen, HasSubstr("\nBlue> Blue: a2-a1\n"));
  EXPECT_THAT(seen, HasSubstr("Red is thinking...\r                  \rRed: c3-c4\n"));
  EXPECT_THAT(seen, EndsWith("\nBlue> \n"));
  const std::string piped = Dialogue(HumanAgainst(moves), "a2-a1\n");
  EXPECT_THAT(piped, AllOf(Not(HasSubstr(">")), Not(HasSubstr("thinking"))));
}

TEST(PlaySessionTest, TwoComputersPlayOneGameWithoutAnyInput) {
  PlaySetup setup = TwoHumans(Position::Parse("4/2R31/3r1/B22b1 b"));
  setup.seats[0] = {"blue script",
                    std::make_unique<ScriptedPlayer>(std::map<int, ScriptedMove>{
                        {0, {"d1-c2", 0.4F}}, {2, {"a1xc3", 1.0F, {Proof::kWin, 1}}}})};
  setup.seats[1] = {"red script", std::make_unique<ScriptedPlayer>(
                                      std::map<int, ScriptedMove>{{1, {"d2-d1", 0.7F}}})};
  EXPECT_EQ(Dialogue(std::move(setup), "moves\n"),
            R"(Lielow 4x4. Blue: blue script. Red: red script
Blue: d1-c2 (Blue wins with 40 %)
Red: d2-d1 (Red wins with 70 %)
Blue: a1xc3 (Blue wins at once)
  Blue's crown moves from c3 to c2: c2 is now Blue's one highest stack, of height 2

      a    b    c    d
   +--------------------+
 4 |  .    .    .    .  | 4
 3 |  .    .  [b1]   .  | 3
 2 |  .    .   B2*   .  | 2
 1 | ( )   .    .   r2  | 1
   +--------------------+
      a    b    c    d

Blue wins: Red's king was taken (a1xc3)
)");
}

std::vector<std::string> RandomGame(std::uint64_t seed) {
  PlaySetup setup = TwoHumans(Position(8));
  setup.seats[0] = {"random", std::make_unique<RandomPlayer>()};
  setup.seats[1] = {"random", std::make_unique<RandomPlayer>()};
  setup.seed = seed;
  return Said(std::move(setup), "");
}

TEST(PlaySessionTest, SeedDecidesTheComputersMoves) {
  EXPECT_THAT(RandomGame(1), Not(SizeIs(0)));
  EXPECT_EQ(RandomGame(1), RandomGame(1));
  EXPECT_NE(RandomGame(1), RandomGame(2));
}

}  // namespace
}  // namespace lielow

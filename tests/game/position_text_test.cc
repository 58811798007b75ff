#include <gtest/gtest.h>

#include "game/input_error.h"
#include "game/position.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

// The message of refusal; empty if the text is accepted.
std::string Refusal(const std::string& text) {
  try {
    Position::Parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PositionTextTest, AcceptedTextsComeBackAsTheyWere) {
  for (const char* text : {
           "8/r1r1r1r1r1r1r1r1/8/8/8/8/b1b1b1b1b1b1b1b1/8 b",
           "4/r1r12/b1b12/4 r",
           "B93r52r51/4r54/R48/9/9/5r43/2b73b72/9/2b56 r",
           "4r23/r1r1r4r12R5r1/7B1/8/8/b27/4b2b12/b22b21b2b21 b",  // A king below tied stacks.
           "b1r1b1r1/b1r1b1r1/b1r1b1r1/b1r1b1r1 b",
       }) {
    EXPECT_EQ(Position::Parse(text).ToString(), text);
  }
}

TEST(PositionTextTest, EveryPartOfTheTextIsRead) {
  const Position position = Position::Parse("1r3R32/5/2b22/5/B44 r");
  EXPECT_EQ(position.size(), 5);
  EXPECT_EQ(position.to_move(), Color::kRed);
  EXPECT_EQ(position.height(Square(1, 4)), 3);
  EXPECT_EQ(position.color(Square(1, 4)), Color::kRed);
  EXPECT_EQ(position.height(Square(2, 2)), 2);
  EXPECT_EQ(position.color(Square(2, 2)), Color::kBlue);
  EXPECT_EQ(position.height(Square(4, 4)), 0);
  EXPECT_EQ(position.king(Color::kBlue), Square(0, 0));
  EXPECT_EQ(position.king(Color::kRed), Square(2, 4));
  EXPECT_FALSE(position.over());
}

TEST(PositionTextTest, ReachablePositionsAreReadBackEqual) {
  for (const Position& position : RandomPositions(4)) {
    if (position.over()) continue;
    EXPECT_EQ(Position::Parse(position.ToString()), position) << position.ToString();
  }
}

TEST(PositionTextTest, FinishedPositionIsWrittenWithoutTheLosersKing) {
  Position position = Position::Parse("8/8/8/8/3b1R23/7r3/7r3/B27 b");
  position.Play({Square(3, 3), Direction::kEast});
  ASSERT_TRUE(position.over());
  EXPECT_EQ(position.ToString(), "8/8/8/8/4b13/7r3/7r3/B27 r");
}

TEST(PositionTextTest, NumbersOfRowsThatNoBoardHasAreRefused) {
  EXPECT_EQ(Refusal("b12/3/r12 b"), "position string: found 3 rows, allowed are 4 to 9");
  EXPECT_EQ(Refusal("9/9/9/9/9/9/9/9/9/9 b"),
            "position string: found more than 9 rows, allowed are 4 to 9");
  EXPECT_EQ(Refusal(std::string(1000000, '/') + " b"),
            "position string: found more than 9 rows, allowed are 4 to 9");
  EXPECT_EQ(Refusal(" 4/4/4/4 b"), "position string: found 1 rows, allowed are 4 to 9");
}

TEST(PositionTextTest, RowsThatDoNotFillTheBoardAreRefused) {
  EXPECT_EQ(Refusal("4/r1r11/b1b12/4 b"),
            "position string, character 8: row 3 has 3 squares, expected 4");
  EXPECT_EQ(Refusal("4/r1r12/b1b1/4 b"),
            "position string, character 13: row 2 has 2 squares, expected 4");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/ b"),
            "position string, character 15: row 1 has 0 squares, expected 4");
  EXPECT_EQ(Refusal("5/r1r12/b1b12/4 b"),
            "position string, character 1: row 4 is longer than 4 squares");
  EXPECT_EQ(Refusal("4/r1r12b1/b1b12/4 b"),
            "position string, character 8: row 3 is too long: expected '/'");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4b1 b"),
            "position string, character 16: row 1 is too long: expected a space");
}

TEST(PositionTextTest, SplitEmptySquaresAreRefused) {
  EXPECT_EQ(Refusal("22/r1r12/b1b12/4 b"),
            "position string, character 2: empty squares are split into two digits");
  EXPECT_EQ(Refusal("4/r1r111/b1b12/4 b"),
            "position string, character 8: empty squares are split into two digits");
}

TEST(PositionTextTest, HeightsThatNoStackCanHaveAreRefused) {
  EXPECT_EQ(Refusal("4/r0r12/b1b12/4 b"),
            "position string, character 4: found '0', expected a height of 1 to 4");
  EXPECT_EQ(Refusal("4/R5r12/b1b12/4 b"),
            "position string, character 4: found '5', expected a height of 1 to 4");
  EXPECT_EQ(Refusal("4/rr12/b1b12/4 b"),
            "position string, character 4: found 'r', expected a height of 1 to 4");
}

TEST(PositionTextTest, CharactersOutOfPlaceAreRefused) {
  EXPECT_EQ(Refusal("4/x1r12/b1b12/4 b"),
            "position string, character 3: found 'x', expected a digit 1-9 or one of b, r, B, R");
  EXPECT_EQ(Refusal("0/r1r12/b1b12/4 b"),
            "position string, character 1: found '0', expected a digit 1-9 or one of b, r, B, R");
  EXPECT_EQ(Refusal("4/\xC3\xA9r12/b1b12/4 b"),
            "position string, character 3: found a character that cannot be printed, expected a "
            "digit 1-9 or one of b, r, B, R");
}

TEST(PositionTextTest, MissingOrLeftOverPartsAreRefused) {
  EXPECT_EQ(Refusal(""),
            "position string, character 1: expected a space and the side to move after the board");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4"),
            "position string, character 16: expected a space and the side to move after the board");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4 "),
            "position string, character 17: found the end, expected b or r to move");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4  b"),
            "position string, character 17: found ' ', expected b or r to move");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4 B"),
            "position string, character 17: found 'B', expected b or r to move");
  EXPECT_EQ(Refusal("4/r1r12/b1b12/4 b "),
            "position string, character 18: found ' ' after the side to move");
  EXPECT_EQ(Refusal(std::string("4/r1r12/b1b12/4 b\0", 18)),
            "position string, character 18: found a character that cannot be printed after the "
            "side to move");
}

TEST(PositionTextTest, SidesWithTwoKingsOrNoStackAreRefused) {
  EXPECT_EQ(Refusal("4/r1r12/B2B22/4 b"), "position string, character 11: Blue has a second king");
  EXPECT_EQ(Refusal("4/R1R12/b1b12/4 b"), "position string, character 5: Red has a second king");
  EXPECT_EQ(Refusal("4/4/b1b12/4 b"), "position string, Red: has no stack");
  EXPECT_EQ(Refusal("4/r1r12/4/4 r"), "position string, Blue: has no stack");
}

TEST(PositionTextTest, CrownsThatTheRulesCannotHavePlacedAreRefused) {
  EXPECT_EQ(Refusal("4/r1r12/b2b12/4 b"),
            "position string, Blue: has no king although it has a stack higher than 1");
  EXPECT_EQ(Refusal("4/r2r22/b1b12/4 b"),
            "position string, Red: has no king although it has a stack higher than 1");
  EXPECT_EQ(Refusal("4/r1r12/b13/4 b"),
            "position string, Blue: has no king although it has only one stack");
  EXPECT_EQ(Refusal("4/r1r12/b2B12/4 b"),
            "position string, Blue: the king on b2 is not the one highest stack");
}

TEST(PositionTextTest, KingsBelowOrAmongTiedTallestStacksAreAccepted) {
  EXPECT_EQ(Refusal("4/r1r12/b2B1b21/4 b"), "");
  EXPECT_EQ(Refusal("4/r1r12/b2B2b11/4 b"), "");
  EXPECT_EQ(Refusal("4/r1r12/b1B12/4 b"), "");
}

TEST(PositionTextTest, EveryBeginningOfATextIsRefused) {
  const std::string text = "4r23/r1r1r4r12R5r1/7B1/8/8/b27/4b2b12/b22b21b2b21 b";
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_NE(Refusal(text.substr(0, length)), "") << length;
  }
}

}  // namespace
}  // namespace lielow

#include "game/move_text.h"

#include <gtest/gtest.h>

#include "game/input_error.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

// Blue: king of 3 on b3, 1 on b2, 2 on d1. Red: king of 2 on e3, 1 on c2, 1 on h8.
Position Example() { return Position::Parse("7r1/8/8/8/8/1B32R23/1b1r15/3b24 b"); }

std::string Refusal(const Position& position, std::string_view text) {
  try {
    ParseMove(position, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string Refusal(std::string_view text) { return Refusal(Example(), text); }

TEST(MoveTextTest, TheThreeFormsAreWritten) {
  const Position position = Example();
  EXPECT_EQ(MoveText(position, {Square(1, 1), Direction::kNorthWest}), "b2-a3");
  EXPECT_EQ(MoveText(position, {Square(1, 2), Direction::kEast}), "b3xe3");
  EXPECT_EQ(MoveText(position, {Square(1, 2), Direction::kOff}), "b3-off");
}

TEST(MoveTextTest, EveryLegalMoveIsReadBackFromItsText) {
  for (const Position& position : RandomPositions(3)) {
    for (const Move move : position.LegalMoves()) {
      EXPECT_EQ(ParseMove(position, MoveText(position, move)), move) << position.ToString();
    }
  }
}

TEST(MoveTextTest, CaseAndSurroundingWhiteSpaceDoNotMatter) {
  const Move capture{Square(1, 2), Direction::kEast};
  EXPECT_EQ(ParseMove(Example(), "B3Xe3"), capture);
  EXPECT_EQ(ParseMove(Example(), " \t b3xE3\r\n"), capture);
  EXPECT_EQ(ParseMove(Example(), "B3-OFF"), (Move{Square(1, 2), Direction::kOff}));
}

TEST(MoveTextTest, WrongOperatorIsRefusedWithWhatStandsThere) {
  EXPECT_EQ(Refusal("b3-e3"),
            "move \"b3-e3\": an enemy stack of height 2 stands on e3: write 'x' to capture it");
  EXPECT_EQ(Refusal("b3xb6"), "move \"b3xb6\": b6 is empty: write '-' to move there");
  EXPECT_EQ(Refusal("b3xoff"), "move \"b3xoff\": a stack leaves the board with '-': b3-off");
  EXPECT_EQ(Refusal("b2-b3"), "move \"b2-b3\": an own stack stands on b3");
  EXPECT_EQ(Refusal("b2xb3"), "move \"b2xb3\": an own stack stands on b3");
}

TEST(MoveTextTest, MovesOfNoStackOrOfTheOtherSideAreRefused) {
  EXPECT_EQ(Refusal("a1-a2"), "move \"a1-a2\": there is no stack on a1");
  EXPECT_EQ(Refusal("h8-h7"), "move \"h8-h7\": the stack on h8 is not Blue's");
}

TEST(MoveTextTest, MovesOfAWrongDistanceAreRefused) {
  EXPECT_EQ(
      Refusal("b3-b5"),
      "move \"b3-b5\": b3 has height 3: it can go to b6, e6, e3, or off the board, not to b5");
  EXPECT_EQ(
      Refusal("d1-f2"),
      "move \"d1-f2\": d1 has height 2: it can go to d3, f3, f1, b1, or off the board, not to f2");
  EXPECT_EQ(Refusal("b2-b2"),
            "move \"b2-b2\": b2 has height 1: it can go to c3, c2, c1, b1, a1, a2, a3, not to b2");
  EXPECT_EQ(
      Refusal("b2-off"),
      "move \"b2-off\": b2 has height 1: it can go to c3, c2, c1, b1, a1, a2, a3, not off the "
      "board");
}

TEST(MoveTextTest, SquaresOutsideTheBoardAreRefused) {
  EXPECT_EQ(Refusal("b3-b9"), "move \"b3-b9\": there is no square b9 on a 8x8 board");
  EXPECT_EQ(Refusal("i1-i2"), "move \"i1-i2\": there is no square i1 on a 8x8 board");
  EXPECT_EQ(Refusal(Position(4), "a5-a4"), "move \"a5-a4\": there is no square a5 on a 4x4 board");
}

TEST(MoveTextTest, TextsThatAreNoMovesAreRefused) {
  const std::string reason = "\": is not a move: expected a form like a2-a3, b5xe5 or c4-off";
  for (const std::string text : {"", "b3", "b3-", "b3e3", "b3:e3", "b3-e33", "b3-of", "b3 - b6",
                                 "j1-j2", "b0-b1", "3b-6b", "resign", "b3--b6"}) {
    EXPECT_EQ(Refusal(text), "move \"" + text + reason);
  }
  EXPECT_EQ(Refusal("b3-\xE2\x80\x93"), "move \"b3-???" + reason);
}

TEST(MoveTextTest, LongTextsAreShortenedInTheMessage) {
  EXPECT_EQ(Refusal(std::string(1000000, 'a')),
            "move \"aaaaaaaaaaaaaaaaaaaa...\": is not a move: expected a form like a2-a3, b5xe5 or "
            "c4-off");
}

TEST(MoveTextTest, NoMoveIsReadWhenTheGameIsOver) {
  Position position = Example();
  position.Play({Square(1, 2), Direction::kEast});
  EXPECT_EQ(Refusal(position, "h8-h7"), "move \"h8-h7\": the game is over");
}

}  // namespace
}  // namespace lielow

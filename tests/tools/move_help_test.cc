#include "tools/move_help.h"

#include <gtest/gtest.h>

#include "game/input_error.h"
#include "game/move_text.h"

namespace lielow {
namespace {

// Blue: king of 2 on a1, a stack of 1 on d1. Red: king of 3 on c3, a stack of 1 on d2.
constexpr const char* kPosition = "4/2R31/3r1/B22b1 b";

std::string ErrorOf(const Position& position, const std::string& square) {
  try {
    StackMovesText(position, square);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(LegalMovesTextTest, ListsMovesByStackAndMarksTheDecisiveOnes) {
  EXPECT_EQ(LegalMovesText(Position::Parse(kPosition)),
            "a1 (height 2): a1-a3 a1xc3# a1-c1? a1-off?\n"
            "d1 (height 1): d1xd2 d1-c1 d1-c2 d1-off\n"
            "# takes the king and wins; ? loses your own king at once\n");
}

TEST(LegalMovesTextTest, ExplainsNoMarkThatDoesNotOccur) {
  EXPECT_EQ(LegalMovesText(Position::Parse("R13/4/4/3B1 b")),
            "d1 (height 1): d1-d2 d1-c1 d1-c2 d1-off?\n"
            "? loses your own king at once\n");
  EXPECT_EQ(LegalMovesText(Position::Parse("r13/1r12/4/b12b1 b")),
            "a1 (height 1): a1-a2? a1-b2? a1-b1 a1-off\n"
            "d1 (height 1): d1-d2 d1-c1 d1-c2? d1-off\n"
            "? loses your own king at once\n");
}

TEST(StackMovesTextTest, SaysWhatEachMoveDoes) {
  const Position position = Position::Parse(kPosition);
  EXPECT_EQ(StackMovesText(position, "a1"),
            "a1-a3   grows to 3\n"
            "a1xc3   takes Red's king and wins\n"
            "a1-c1   loses: Red can take Blue's king with d2xc1\n"
            "a1-off  loses: Blue's own king leaves the board\n");
  EXPECT_EQ(StackMovesText(position, "D1"),
            "d1xd2   takes a stack of height 1, shrinks to 1\n"
            "d1-c1   grows to 2\n"
            "d1-c2   grows to 2\n"
            "d1-off  leaves the board\n");
}

TEST(StackMovesTextTest, StackAmongItsOwnHasNoMove) {
  EXPECT_EQ(StackMovesText(Position::Parse("3r1/b1b1b1r1/b1b1b11/b1b1b11 b"), "b2"),
            "the stack on b2 has no move\n");
}

TEST(StackMovesTextTest, RefusesWhatIsNoStackOfTheSideToMove) {
  const Position position = Position::Parse(kPosition);
  EXPECT_EQ(ErrorOf(position, "e1"), "moves \"e1\": is not a square, expected a1 to d4");
  EXPECT_EQ(ErrorOf(position, "a0"), "moves \"a0\": is not a square, expected a1 to d4");
  EXPECT_EQ(ErrorOf(position, "a1 d1"), "moves \"a1 d1\": is not a square, expected a1 to d4");
  EXPECT_EQ(ErrorOf(position, "b1"), "moves \"b1\": there is no stack of Blue on b1");
  EXPECT_EQ(ErrorOf(position, "c3"), "moves \"c3\": there is no stack of Blue on c3");
}

TEST(LossReasonTest, NamesTheMoveThatTakesTheKing) {
  const Position position = Position::Parse(kPosition);
  EXPECT_EQ(LossReason(position, ParseMove(position, "a1-c1")),
            "Red can take Blue's king with d2xc1");
  EXPECT_EQ(LossReason(position, ParseMove(position, "a1-off")),
            "Blue's own king leaves the board");
  EXPECT_EQ(LossReason(position, ParseMove(position, "a1-a3")), std::nullopt);
  EXPECT_EQ(LossReason(position, ParseMove(position, "a1xc3")), std::nullopt);
}

TEST(KingThreatTest, NamesAllCapturesOfTheKingToMove) {
  EXPECT_EQ(KingThreat(Position::Parse("4/4/r1r12/B12R2 b")),
            "Red threatens to take Blue's king with a2xa1 or b2xa1");
  EXPECT_EQ(KingThreat(Position::Parse("4/4/r1r12/B12R2 r")), std::nullopt);
  EXPECT_EQ(KingThreat(Position::Parse("4/4/b13/R12B1 r")),
            "Blue threatens to take Red's king with a2xa1");
}

TEST(KingThreatTest, IsNoneWithoutAKing) { EXPECT_EQ(KingThreat(Position(8)), std::nullopt); }

}  // namespace
}  // namespace lielow

#include "mcts/tactics.h"

#include <gtest/gtest.h>

#include "game/move_text.h"

namespace lielow {
namespace {

ProvenResult ResultOf(const char* position, const char* move) {
  const Position parsed = Position::Parse(position);
  return ImmediateResult(parsed, ParseMove(parsed, move));
}

TEST(TacticsTest, TakingTheKingWinsInOne) {
  EXPECT_EQ(ResultOf("4/4/1R22/B13 b", "a1xb2"), (ProvenResult{Proof::kWin, 1}));
  EXPECT_EQ(ResultOf("4/4/1R22/B13 r", "b2-d2"), (ProvenResult{Proof::kNone, 0}));
}

TEST(TacticsTest, MovingTheOwnKingOffLosesInOne) {
  EXPECT_EQ(ResultOf("4/4/1R22/B13 b", "a1-off"), (ProvenResult{Proof::kLoss, 1}));
}

TEST(TacticsTest, MovingAnotherStackOffDecidesNothing) {
  EXPECT_EQ(ResultOf("R23/4/4/b12B2 b", "a1-off"), (ProvenResult{Proof::kNone, 0}));
}

TEST(TacticsTest, MovingTheKingWhereItCanBeTakenLosesInTwo) {
  // The red stack of 1 reaches every square beside it, d4 among them, but not a4.
  EXPECT_EQ(ResultOf("4/3R1/4/B33 b", "a1-d4"), (ProvenResult{Proof::kLoss, 2}));
  EXPECT_EQ(ResultOf("4/3R1/4/B33 b", "a1-a4"), (ProvenResult{Proof::kNone, 0}));
}

TEST(TacticsTest, LeavingTheKingWhereItCanBeTakenLosesInTwo) {
  EXPECT_EQ(ResultOf("4/4/b22R1/3B3 b", "a2-c4"), (ProvenResult{Proof::kLoss, 2}));
}

TEST(TacticsTest, CrownThatComesToAThreatenedStackLosesInTwo) {
  // The king captures on a1 and is 1 high there, out of reach. But now the stack of 2 on a3, beside
  // a red one, is the highest.
  EXPECT_EQ(ResultOf("3B3/b2r12/4/r13 b", "d4xa1"), (ProvenResult{Proof::kLoss, 2}));
  EXPECT_EQ(ResultOf("3B3/b2r12/4/r13 b", "d4-d1"), (ProvenResult{Proof::kNone, 0}));
}

TEST(TacticsTest, WithoutAKingNothingIsLost) {
  // Red can capture the stack on a3 next, but nobody has a king.
  EXPECT_EQ(ResultOf("5/r1r1r1r1r1/5/b1b1b1b1b1/5 b", "a2-off"), (ProvenResult{Proof::kNone, 0}));
}

}  // namespace
}  // namespace lielow

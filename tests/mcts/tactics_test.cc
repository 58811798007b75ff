#include "mcts/tactics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "game/move_text.h"
#include "game/random.h"

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

// What FindTactics says of one move.
ProvenResult TacticOf(const char* position, const char* move) {
  const Position parsed = Position::Parse(position);
  const MoveList moves = parsed.LegalMoves();
  std::vector<ProvenResult> results(static_cast<std::size_t>(moves.size()));
  FindTactics(parsed, moves, results);
  const auto found = std::find(moves.begin(), moves.end(), ParseMove(parsed, move));
  return results[static_cast<std::size_t>(found - moves.begin())];
}

TEST(FindTacticsTest, AttackOnAKingThatCanOnlyLeaveWinsInTwo) {
  // From c4 the stack, 2 high by then, reaches a4. Blue has one stack, too high to stay.
  EXPECT_EQ(TacticOf("B43/3R1/4/4 r", "d3-c4"), (ProvenResult{Proof::kWin, 2}));
  EXPECT_EQ(TacticOf("B43/3R1/4/4 r", "d3-d2"), (ProvenResult{Proof::kNone, 0}));
}

TEST(FindTacticsTest, AttackOnAKingThatIsTakenWhereverItGoesWinsInThree) {
  // After d4-c4 the king on a4 is attacked. It can go to d4, d1 and a1: beside d3, c2 and b1.
  EXPECT_EQ(TacticOf("B32R1/3r1/2r11/1r12 r", "d4-c4"), (ProvenResult{Proof::kWin, 3}));
  // Without the stack on c2, d1 is safe.
  EXPECT_EQ(TacticOf("B32R1/3r1/4/1r12 r", "d4-c4"), (ProvenResult{Proof::kNone, 0}));
}

TEST(FindTacticsTest, SaysTheSameAsImmediateResultOfWhatIsDecidedAtOnce) {
  int decided = 0;
  Random random(1);
  for (int game = 0; game < 200; ++game) {
    Position position(4 + game % 6);
    while (!position.over()) {
      const MoveList moves = position.LegalMoves();
      std::vector<ProvenResult> results(static_cast<std::size_t>(moves.size()));
      FindTactics(position, moves, results);
      for (int i = 0; i < moves.size(); ++i) {
        const ProvenResult immediate = ImmediateResult(position, moves[i]);
        const ProvenResult found = results[static_cast<std::size_t>(i)];
        if (immediate.proof != Proof::kNone) {
          EXPECT_EQ(found, immediate);
          ++decided;
        } else {
          EXPECT_NE(found.proof, Proof::kLoss);
        }
      }
      position.Play(moves[random.Below(moves.size())]);
    }
  }
  EXPECT_GT(decided, 10000);
}

}  // namespace
}  // namespace lielow

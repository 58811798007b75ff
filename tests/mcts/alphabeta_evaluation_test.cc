#include "mcts/alphabeta_evaluation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "game/position.h"
#include "game/symmetry.h"
#include "mcts/alphabeta.h"

namespace lielow {
namespace {

int ValueOf(const Position& position) {
  return position.OnBoard(
      []<int N>(const Board<N>& board) { return BoardEvaluation<N>(board).Value(); });
}

TEST(AlphaBetaEvaluationTest, IsTheSameUnderAllSymmetriesAndExchangeOfColors) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      for (Position position(size); !position.over();) {
        const int value = ValueOf(position);
        for (int i = 0; i < kNumSymmetries; ++i) {
          ASSERT_EQ(ValueOf(Symmetry(i).Apply(position)), value) << position.ToString();
        }
        ASSERT_EQ(ValueOf(ExchangeColors(position)), value) << position.ToString();
        const MoveList moves = position.LegalMoves();
        position.Play(moves[random.Below(moves.size())]);
      }
    }
  }
}

TEST(AlphaBetaEvaluationTest, KnowsWhetherTheKingIsAttacked) {
  const auto in_check = [](const char* text) {
    return Position::Parse(text).OnBoard(
        []<int N>(const Board<N>& board) { return BoardEvaluation<N>(board).in_check(); });
  };
  // The red king on a2 is three high: it lands on d2, and jumps over b2.
  EXPECT_TRUE(in_check("4/1r22/R32B1/4 b"));
  EXPECT_FALSE(in_check("4/1r22/R3B12/4 b"));
}

// Values of proven results are never reached, however many stacks there are.
TEST(AlphaBetaEvaluationTest, StaysFarFromProvenValues) {
  std::string rows = "b2b2b2b2B3b2b2b2b2";
  for (int row = 1; row < 8; ++row) rows += "/b1b1b1b1b1b1b1b1b1";
  rows += "/R18";
  for (const char* turn : {" b", " r"}) {
    EXPECT_LT(std::abs(ValueOf(Position::Parse(rows + turn))), AlphaBetaResult::kProvenValue / 2);
  }
}

TEST(AlphaBetaEvaluationTest, WinProbabilitiesOfBothPlayersSumToOne) {
  EXPECT_EQ(WinProbability(0), 0.5);
  EXPECT_GT(WinProbability(100), 0.7);
  EXPECT_NEAR(WinProbability(250) + WinProbability(-250), 1, 1e-12);
  EXPECT_EQ(WinProbability(AlphaBetaResult::kWonValue), 1);
}

}  // namespace
}  // namespace lielow

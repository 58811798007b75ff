#include "tools/truth_sample.h"

#include <gmock/gmock.h>

#include "game/move_text.h"
#include "game/random.h"
#include "mcts/solver.h"

namespace lielow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Positions near the end of random games on the smallest board.
std::vector<Position> LatePositions(int count) {
  std::vector<Position> positions;
  Random random(5);
  while (std::ssize(positions) < count) {
    std::vector<Position> game = {Position(4)};
    while (!game.back().over()) {
      const MoveList moves = game.back().LegalMoves();
      game.push_back(game.back());
      game.back().Play(moves[random.Below(moves.size())]);
    }
    if (game.size() > 4) positions.push_back(game[game.size() - 4]);
  }
  return positions;
}

TEST(TruthSampleTest, AgreesWithTheSolverOnThePositionsThemselves) {
  const TruthSample sample =
      SampleTruth(LatePositions(60), {.positions = 1000}, [](const TruthSample&) {});
  EXPECT_EQ(sample.looked_at, 60);
  EXPECT_EQ(sample.decided.size() + static_cast<std::size_t>(sample.undecided), 60U);
  EXPECT_GT(sample.critical.size(), 5U);
  int won = 0;
  for (const TruePosition& truth : sample.decided) {
    EXPECT_THAT(truth.keeps_win,
                SizeIs(static_cast<std::size_t>(truth.position.LegalMoves().size())));
    EXPECT_EQ(truth.won ? Proof::kWin : Proof::kLoss, Solve(truth.position, {}).proof());
    won += truth.won ? 1 : 0;
  }
  EXPECT_GT(won, 0);
  EXPECT_LT(won, 60);
  for (const TruePosition& truth : sample.critical) EXPECT_TRUE(truth.critical());
}

// b2 can take the king on c2, or leave the board and lose its own.
TEST(TruthSampleTest, KnowsWhichMovesKeepTheWin) {
  const Position position = Position::Parse("4/4/1B1R11/4 b");
  const TruthSample sample = SampleTruth({position}, {}, [](const TruthSample&) {});
  ASSERT_THAT(sample.critical, SizeIs(1));
  const MoveList moves = position.LegalMoves();
  for (int i = 0; i < moves.size(); ++i) {
    const std::string text = MoveText(position, moves[i]);
    const bool keeps = sample.critical[0].keeps_win[static_cast<std::size_t>(i)];
    if (text == "b2xc2") {
      EXPECT_TRUE(keeps);
    } else if (text == "b2-off") {
      EXPECT_FALSE(keeps);
    }
  }
}

TEST(TruthSampleTest, StopsAtTheNumberWantedAndIsRepeatable) {
  const auto sample = [](std::uint64_t seed) {
    return SampleTruth(LatePositions(200), {.positions = 10, .seed = seed},
                       [](const TruthSample&) {});
  };
  const TruthSample first = sample(1);
  EXPECT_THAT(first.decided, SizeIs(10));
  EXPECT_THAT(first.critical, SizeIs(10));
  EXPECT_LT(first.looked_at, 200);
  const auto positions = [](const TruthSample& of) {
    std::vector<Position> all;
    for (const TruePosition& truth : of.decided) all.push_back(truth.position);
    return all;
  };
  EXPECT_EQ(positions(sample(1)), positions(first));
  EXPECT_NE(positions(sample(2)), positions(first));
}

TEST(TruthSampleTest, WhatTheSolverDoesNotDecideIsCountedAndLeftOut) {
  const TruthSample sample =
      SampleTruth({Position(6), Position(7)}, {.max_nodes = 10}, [](const TruthSample&) {});
  EXPECT_EQ(sample.undecided, 2);
  EXPECT_THAT(sample.decided, IsEmpty());
  EXPECT_THAT(sample.critical, IsEmpty());
}

}  // namespace
}  // namespace lielow

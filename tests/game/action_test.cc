#include "game/action.h"

#include <gtest/gtest.h>

#include "tests/game/random_games.h"

namespace lielow {
namespace {

TEST(ActionTest, IndexIsSquareTimesNinePlusDirection) {
  EXPECT_EQ(ActionIndex({Square(0, 0), Direction::kNorth}, 8), 0);
  EXPECT_EQ(ActionIndex({Square(0, 0), Direction::kOff}, 8), 8);
  EXPECT_EQ(ActionIndex({Square(1, 0), Direction::kNorthEast}, 8), 10);
  EXPECT_EQ(ActionIndex({Square(2, 1), Direction::kEast}, 8), (8 + 2) * 9 + 2);
  EXPECT_EQ(ActionIndex({Square(2, 1), Direction::kEast}, 9), (9 + 2) * 9 + 2);
}

TEST(ActionTest, EveryIndexIsThatOfItsMove) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int index = 0; index < NumActions(size); ++index) {
      const Move move = ActionMove(index, size);
      EXPECT_LT(move.from.column(), size);
      EXPECT_LT(move.from.row(), size);
      EXPECT_EQ(ActionIndex(move, size), index);
    }
  }
}

TEST(ActionTest, NumbersOfActions) {
  EXPECT_EQ(NumActions(4), 144);
  EXPECT_EQ(NumActions(8), 576);
  EXPECT_EQ(kMaxActions, 729);
}

TEST(ActionTest, LegalMovesComeInIncreasingIndex) {
  for (const Position& position : RandomPositions(4)) {
    int last = -1;
    for (const Move move : position.LegalMoves()) {
      const int index = ActionIndex(move, position.size());
      EXPECT_GT(index, last) << position.ToString();
      EXPECT_LT(index, NumActions(position.size())) << position.ToString();
      last = index;
    }
  }
}

}  // namespace
}  // namespace lielow

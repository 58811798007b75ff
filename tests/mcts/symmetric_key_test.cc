#include "mcts/symmetric_key.h"

#include <gtest/gtest.h>

#include <map>

#include "game/position.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

SymmetricKey Key(const Position& position) {
  return position.OnBoard([](const auto& board) { return KeyOf(board); });
}

TEST(SymmetricKeyTest, IsTheSameForAllPositionsOfEqualWorth) {
  for (const Position& position : RandomPositions(3)) {
    if (position.over()) continue;
    const SymmetricKey key = Key(position);
    for (int s = 0; s < kNumSymmetries; ++s) {
      const Position image = Symmetry(s).Apply(position);
      EXPECT_EQ(Key(image), key) << position.ToString();
      EXPECT_EQ(Key(ExchangeColors(image)), key) << position.ToString();
    }
  }
}

// The least position string of all images names a position up to symmetry.
std::string CanonicalText(const Position& position) {
  std::string least = "~";
  for (int s = 0; s < kNumSymmetries; ++s) {
    const Position image = Symmetry(s).Apply(position);
    least = std::min({least, image.ToString(), ExchangeColors(image).ToString()});
  }
  return least;
}

TEST(SymmetricKeyTest, IsDifferentForOtherPositionsInBothHalves) {
  std::map<std::uint64_t, std::string> by_least;
  std::map<std::uint64_t, std::string> by_sum;
  for (const Position& position : RandomPositions(10)) {
    if (position.over()) continue;
    const SymmetricKey key = Key(position);
    const std::string text = CanonicalText(position);
    EXPECT_EQ(by_least.emplace(key.least, text).first->second, text);
    EXPECT_EQ(by_sum.emplace(key.sum, text).first->second, text);
  }
  EXPECT_GT(by_least.size(), 1000U);
}

TEST(SymmetricKeyTest, AfterAMoveNeedsOnlyTheChanges) {
  for (const Position& position : RandomPositions(3)) {
    if (position.over()) continue;
    position.OnBoard([&]<int N>(const Board<N>& before) {
      const auto lanes = LanesOf(before, Other(before.to_move()));
      before.ForEachMove([&](BoardMove move) {
        Board<N> after = before;
        after.Play(move);
        EXPECT_EQ(LanesAfter<N>(lanes, before, move, after), LanesOf(after, after.to_move()))
            << position.ToString();
      });
    });
  }
}

TEST(SymmetricKeyTest, TellsKingsAndTheTurn) {
  EXPECT_NE(Key(Position::Parse("R1r12/4/4/B1b12 b")), Key(Position::Parse("R1r12/4/4/b1B12 b")));
  EXPECT_NE(Key(Position::Parse("R1r12/4/4/B23 b")), Key(Position::Parse("R1r12/4/4/B23 r")));
}

}  // namespace
}  // namespace lielow

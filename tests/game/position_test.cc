#include "game/position.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "game/input_error.h"
#include "game/move_text.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr Square At(const char* text) { return {text[0] - 'a', text[1] - '1'}; }

Position After(Position position, const std::vector<const char*>& moves) {
  for (const char* move : moves) position.Play(ParseMove(position, move));
  return position;
}

Position After(const char* position, const std::vector<const char*>& moves) {
  return After(Position::Parse(position), moves);
}

std::vector<std::string> LegalMoveTexts(const Position& position) {
  std::vector<std::string> texts;
  for (const Move move : position.LegalMoves()) texts.push_back(MoveText(position, move));
  return texts;
}

TEST(PositionTest, StartsOfAllSizesHaveTheStacksOfTheRules) {
  EXPECT_EQ(Position(4).ToString(), "4/r1r1r1r1/b1b1b1b1/4 b");
  EXPECT_EQ(Position(5).ToString(), "5/r1r1r1r1r1/5/b1b1b1b1b1/5 b");
  EXPECT_EQ(Position(6).ToString(), "6/r1r1r1r1r1r1/6/6/b1b1b1b1b1b1/6 b");
  EXPECT_EQ(Position(7).ToString(), "7/r1r1r1r1r1r1r1/7/7/7/b1b1b1b1b1b1b1/7 b");
  EXPECT_EQ(Position(8).ToString(), "8/r1r1r1r1r1r1r1r1/8/8/8/8/b1b1b1b1b1b1b1b1/8 b");
  EXPECT_EQ(Position(9).ToString(),
            "r1r1r1r1r1r1r1r1r1/9/r1r1r1r1r1r1r1r1r1/9/9/9/b1b1b1b1b1b1b1b1b1/9/"
            "b1b1b1b1b1b1b1b1b1 b");
}

TEST(PositionTest, SizesThatNoBoardHasAreRefused) {
  for (const int size : {-1, 0, 3, 10, 1000}) EXPECT_THROW(Position{size}, InputError) << size;
}

// The worked examples of the rules, in their order.

TEST(PositionTest, StackJumpsOverOthersAndGrowsOnAnEmptySquare) {
  const Position position = After("8/8/8/8/3r14/2b15/1B36/r17 b", {"b2-e5"});
  EXPECT_EQ(position.ToString(), "8/8/8/4B43/3r14/2b15/8/r17 r");
}

TEST(PositionTest, CapturingStackShrinksToHeightOne) {
  const Position position = After("7R3/8/8/1B32r23/8/8/8/b17 b", {"b5xe5"});
  EXPECT_EQ(position.height(At("e5")), 1);
  EXPECT_EQ(position.color(At("e5")), Color::kBlue);
  EXPECT_EQ(position.height(At("b5")), 0);
  EXPECT_FALSE(position.over());
}

TEST(PositionTest, CapturingTheKingWinsAtOnce) {
  const Position position = After("8/8/8/8/3b1R23/8/8/B27 b", {"d4xe4"});
  EXPECT_EQ(position.winner(), Color::kBlue);
  EXPECT_EQ(position.ending(), Ending::kKingCaptured);
  EXPECT_THAT(LegalMoveTexts(position), IsEmpty());
}

TEST(PositionTest, MovingTheOwnKingOffLosesAtOnce) {
  const Position position = After("7r1/8/8/8/2B35/8/8/b16r1 b", {"c4-off"});
  EXPECT_EQ(position.winner(), Color::kRed);
  EXPECT_EQ(position.ending(), Ending::kKingMovedOff);
  EXPECT_THAT(LegalMoveTexts(position), IsEmpty());
}

TEST(PositionTest, KingThatShrinksLosesItsCrownToAStackAloneAtTheTop) {
  const Position position = After("7r1/8/8/8/8/1B32r13/4b23/7r1 b", {"b3xe3"});
  EXPECT_EQ(position.height(At("e3")), 1);
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("e2")));
}

TEST(PositionTest, FirstMoveToAnEmptySquareMakesTheFirstKing) {
  for (const int size : {8, 9}) {
    Position position(size);
    EXPECT_EQ(position.king(Color::kBlue), std::nullopt);
    EXPECT_EQ(position.king(Color::kRed), std::nullopt);
    position = After(position, {size == 8 ? "d2-d3" : "d3-d4"});
    EXPECT_THAT(position.king(Color::kBlue), Optional(At(size == 8 ? "d3" : "d4")));
    EXPECT_EQ(position.king(Color::kRed), std::nullopt);
    position = After(position, {"e7-e6"});
    EXPECT_THAT(position.king(Color::kRed), Optional(At("e6")));
  }
}

// What is easy to get wrong.

TEST(PositionTest, KingThatCapturedKeepsItsCrownBelowTiedTallerStacks) {
  const Position position = After("R27/8/8/3r14/8/8/1b2b25/3B44 b", {"d1xd5"});
  EXPECT_EQ(position.ToString(), "R27/8/8/3B14/8/8/1b2b25/8 r");
}

TEST(PositionTest, CaptureOfOneOfTwoTiedStacksMovesTheOpponentsCrown) {
  const Position position = After("8/8/8/8/1R21b24/8/b27/7B1 r", {"b4xd4"});
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("a2")));
  EXPECT_FALSE(position.over());
}

TEST(PositionTest, CaptureCanGiveTheOpponentItsFirstKing) {
  const Position position = After("8/8/8/3r1r13/2B25/8/3b34/b37 b", {"d2xd5"});
  EXPECT_FALSE(position.over());
  EXPECT_THAT(position.king(Color::kRed), Optional(At("e5")));
}

TEST(PositionTest, StackThatLeavesTheBoardCrownsTheOneAloneAtTheTop) {
  const Position position = After("R27/8/8/8/8/8/8/b22b23B1 b", {"a1-off"});
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("d1")));
}

TEST(PositionTest, StackThatLeavesTheBoardCanMakeAFirstKing) {
  const Position position = After("R27/8/8/8/8/8/8/b16b1 b", {"a1-off"});
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("h1")));
}

TEST(PositionTest, TieAtTheTopLeavesASideWithoutAKingUncrowned) {
  const Position position = After("R27/8/8/8/8/8/8/b12b13b1 b", {"a1-off"});
  EXPECT_EQ(position.king(Color::kBlue), std::nullopt);
}

TEST(PositionTest, CrownStaysWithTheKingWhenAnotherStackDrawsLevel) {
  const Position position = After("R27/8/8/8/8/8/8/b16B2 b", {"a1-a2"});
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("h1")));
}

TEST(PositionTest, LosingSideIsNotCrownedAgainAndTheWinnersCrownMoves) {
  // The blue king shrinks to 1 as it captures the red king: its crown goes to b1.
  const Position position = After("8/8/8/3R44/8/8/8/1b21B44 b", {"d1xd5"});
  EXPECT_EQ(position.winner(), Color::kBlue);
  EXPECT_THAT(position.king(Color::kBlue), Optional(At("b1")));
  const Position more = After("8/8/8/3R43r2/8/8/8/1b21B44 b", {"d1xd5"});
  EXPECT_EQ(more.king(Color::kRed), std::nullopt);
}

TEST(PositionTest, SideToMoveSwitchesWithTheLastMoveToo) {
  EXPECT_EQ(After("8/8/8/8/3b1R23/8/8/B27 b", {"d4xe4"}).to_move(), Color::kRed);
}

TEST(PositionTest, CaptureWithoutAnyKingDoesNotEndTheGame) {
  const Position position = After("4/r1r12/b1b12/4 b", {"a2xa3"});
  EXPECT_FALSE(position.over());
  EXPECT_THAT(position.king(Color::kRed), Optional(At("b3")));  // Red's only stack.
  EXPECT_EQ(position.king(Color::kBlue), std::nullopt);
}

TEST(PositionTest, AllDirectionsOffTheBoardAreOneMove) {
  EXPECT_THAT(LegalMoveTexts(Position::Parse("4/4/3R1/B13 b")),
              ElementsAre("a1-a2", "a1-b2", "a1-b1", "a1-off"));
}

TEST(PositionTest, StackAsHighAsTheBoardCanOnlyLeaveIt) {
  EXPECT_THAT(LegalMoveTexts(Position::Parse("4/2B41/3R1/4 b")), ElementsAre("c3-off"));
}

TEST(PositionTest, StackInTheMiddleOfTheBoardCannotLeaveIt) {
  EXPECT_THAT(LegalMoveTexts(Position::Parse("4/1B12/3R1/4 b")),
              ElementsAre("b3-b4", "b3-c4", "b3-c3", "b3-c2", "b3-b2", "b3-a2", "b3-a3", "b3-a4"));
}

TEST(PositionTest, OwnStacksBlockLandingButNotJumping) {
  // From a1 two squares over a2 and b2, but not onto c1.
  std::vector<std::string> moves = LegalMoveTexts(Position::Parse("4/4/b1b12/B21b1R1 b"));
  const auto is_of_other = [](const std::string& move) { return move.substr(0, 2) != "a1"; };
  moves.erase(std::remove_if(moves.begin(), moves.end(), is_of_other), moves.end());
  EXPECT_THAT(moves, ElementsAre("a1-a3", "a1-c3", "a1-off"));
}

TEST(PositionTest, KingCaptureIsTheFirstLegalMoveThatTakesTheKing) {
  for (const Position& position : RandomPositions(4)) {
    std::optional<Move> expected;
    for (const Move move : position.LegalMoves()) {
      const auto target = position.Target(move);
      if (target && target == position.king(Other(position.to_move()))) {
        expected = move;
        break;
      }
    }
    EXPECT_EQ(position.KingCapture(), expected) << position.ToString();
  }
}

TEST(PositionTest, IsLegalAgreesWithTheListOfLegalMoves) {
  for (const Position& position : RandomPositions(2)) {
    const MoveList legal = position.LegalMoves();
    for (int column = 0; column < position.size(); ++column) {
      for (int row = 0; row < position.size(); ++row) {
        for (int d = 0; d < kNumDirections; ++d) {
          const Move move{Square(column, row), static_cast<Direction>(d)};
          const bool listed = std::find(legal.begin(), legal.end(), move) != legal.end();
          EXPECT_EQ(position.IsLegal(move), listed) << position.ToString();
        }
      }
    }
  }
}

TEST(PositionTest, EveryReachablePositionKeepsTheInvariantsOfTheRules) {
  for (const Position& position : RandomPositions(4)) {
    SCOPED_TRACE(position.ToString());
    EXPECT_EQ(position.LegalMoves().empty(), position.over());
    EXPECT_EQ(position.winner().has_value(), position.over());
    for (const Color color : {Color::kBlue, Color::kRed}) {
      int tallest = 0;
      std::vector<int> counts(static_cast<std::size_t>(position.size()) + 1);
      for (int number = 0; number < position.size() * position.size(); ++number) {
        const Square square(number % position.size(), number / position.size());
        if (position.color(square) != color) continue;
        tallest = std::max(tallest, position.height(square));
        ++counts[static_cast<std::size_t>(position.height(square))];
      }
      for (int height = 1; height <= position.size(); ++height) {
        EXPECT_EQ(position.StackCount(color, height), counts[static_cast<std::size_t>(height)]);
      }
      const auto king = position.king(color);
      if (position.winner() == Other(color)) {
        EXPECT_EQ(king, std::nullopt);
      } else if (counts[static_cast<std::size_t>(tallest)] == 1) {
        ASSERT_TRUE(king.has_value());
        EXPECT_EQ(position.height(*king), tallest);
      } else if (tallest > 1) {
        EXPECT_TRUE(king.has_value());
      }
      if (king) {
        EXPECT_EQ(position.color(*king), color);
      }
    }
  }
}

TEST(PositionTest, PositionsReachedInOtherOrdersAreEqual) {
  const Position start = After(Position(8), {"d2-d3", "e7-e6", "d3-d5", "e6-g4"});
  const Position one = After(start, {"a2-a3", "a7-a6", "h2-h3"});
  const Position two = After(start, {"h2-h3", "a7-a6", "a2-a3"});
  EXPECT_EQ(one, two);
}

TEST(PositionTest, PositionsThatDifferInACrownAreNotEqual) {
  const Position one = After(Position(8), {"a2-a3", "a7-a6", "h2-h3"});
  const Position two = After(Position(8), {"h2-h3", "a7-a6", "a2-a3"});
  EXPECT_NE(one, two);
}

}  // namespace
}  // namespace lielow

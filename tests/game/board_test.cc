#include "game/board.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "game/position.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

template <int N>
Board<N> Parse(const char* text) {
  return Position::Parse(text).OnBoard([]<int M>(const Board<M>& board) {
    if constexpr (M == N) return board;
    return Board<N>();
  });
}

template <int N>
std::string Name(int square) {
  return Square(square % N, square / N).ToString();
}

// The number of a square such as "b3".
template <int N>
int At(const char* text) {
  return (text[1] - '1') * N + text[0] - 'a';
}

// By rows from a1.
template <int N>
std::vector<std::string> Names(typename Board<N>::Set squares) {
  std::vector<std::string> names;
  for (; squares != 0; squares &= squares - 1) names.push_back(Name<N>(First(squares)));
  return names;
}

template <int N>
std::vector<std::string> Moves(const Board<N>& board) {
  std::vector<std::string> moves;
  board.ForEachMove([&](BoardMove move) {
    moves.push_back(Name<N>(move.from) + " " +
                    (move.to == kNoBoardSquare ? "off" : Name<N>(move.to)));
  });
  return moves;
}

TEST(BoardTest, StackOfThreeInTheCornerReachesThreeSquares) {
  const auto board = Parse<8>("7R1/8/8/8/8/8/8/B37 b");
  EXPECT_THAT(Names<8>(board.Attacked(Color::kBlue)), ElementsAre("d1", "a4", "d4"));
  EXPECT_THAT(Names<8>(board.Attacked(Color::kRed)), ElementsAre("g7", "h7", "g8"));
}

TEST(BoardTest, AttackedSquaresDoNotWrapRoundTheEdge) {
  // One step east of h4 is not a5, and one step west of a4 is not h3.
  const auto board = Parse<8>("8/8/8/8/R16B1/8/8/8 b");
  EXPECT_THAT(Names<8>(board.Attacked(Color::kBlue)), ElementsAre("g3", "h3", "g4", "g5", "h5"));
  EXPECT_THAT(Names<8>(board.Attacked(Color::kRed)), ElementsAre("a3", "b3", "b4", "a5", "b5"));
}

TEST(BoardTest, AttackedSquaresReachTheLastRowOfTheLargestBoard) {
  const auto board = Parse<9>("9/9/9/9/4B44/9/9/9/R18 b");
  EXPECT_THAT(Names<9>(board.Attacked(Color::kBlue)),
              ElementsAre("a1", "e1", "i1", "a5", "i5", "a9", "e9", "i9"));
}

TEST(BoardTest, SquaresOfBothSidesStacksCountAsAttacked) {
  const auto board = Parse<4>("4/4/4/B1b1R11 b");
  EXPECT_THAT(Names<4>(board.Attacked(Color::kBlue)),
              ElementsAre("a1", "b1", "c1", "a2", "b2", "c2"));
}

TEST(BoardTest, KingIsAttackedByStacksWhoseHeightIsTheirDistance) {
  // To e5: a1 is 4 away, c3 2, e2 3, h8 3, e7 2, b5 3, and d1 not in line.
  const auto board = Parse<8>("7b3/4b13/8/1b32R13/8/2b25/4b33/B42b44 b");
  EXPECT_THAT(Names<8>(board.KingAttackers()), UnorderedElementsAre("a1", "c3", "e2", "b5", "h8"));
}

TEST(BoardTest, StacksBetweenDoNotShieldTheKing) {
  const auto board = Parse<8>("8/8/8/8/8/8/8/B3r1r1R14 b");
  EXPECT_THAT(Names<8>(board.KingAttackers()), ElementsAre("a1"));
}

TEST(BoardTest, NoKingHasNoAttackers) {
  const auto board = Parse<4>("4/r1r12/b1b12/4 b");
  EXPECT_THAT(Names<4>(board.KingAttackers()), IsEmpty());
}

TEST(BoardTest, KingNextToTheEdgeIsNotAttackedRoundIt) {
  const auto board = Parse<8>("8/8/8/8/R17/7B1/8/8 b");
  EXPECT_THAT(Names<8>(board.KingAttackers()), IsEmpty());
}

TEST(BoardTest, StacksAreFoundByHeight) {
  const auto board = Parse<9>("R98/9/9/9/9/9/9/9/b1b2b3B9b8b7b6b5b4 b");
  EXPECT_EQ(board.height(At<9>("a1")), 1);
  EXPECT_EQ(board.height(At<9>("d1")), 9);
  EXPECT_EQ(board.height(At<9>("e1")), 8);
  EXPECT_EQ(board.height(At<9>("e5")), 0);
  EXPECT_THAT(Names<9>(board.StacksOfHeight(Color::kBlue, 9)), ElementsAre("d1"));
  EXPECT_THAT(Names<9>(board.StacksOfHeight(Color::kRed, 9)), ElementsAre("a9"));
  EXPECT_THAT(Names<9>(board.StacksOfHeight(Color::kBlue, 7)), ElementsAre("f1"));
  EXPECT_THAT(Names<9>(board.StacksOfHeight(Color::kRed, 7)), IsEmpty());
}

TEST(BoardTest, StackLeavesTheBoardByOneMoveHoweverManyWaysLeadOff) {
  const auto board = Parse<4>("3R1/4/4/B13 b");
  EXPECT_THAT(Moves(board), UnorderedElementsAre("a1 a2", "a1 b2", "a1 b1", "a1 off"));
  EXPECT_EQ(board.CountMoves(), 4);
}

TEST(BoardTest, StackAsHighAsTheBoardOnlyLeaves) {
  const auto board = Parse<9>("8R1/9/9/9/4B94/9/9/9/9 b");
  EXPECT_THAT(Moves(board), ElementsAre("e5 off"));
}

TEST(BoardTest, OwnStacksAreNotLandedOn) {
  const auto board = Parse<4>("3R1/4/b1b12/B1b12 b");
  EXPECT_FALSE(board.IsLegal(At<4>("a1"), Direction::kNorth));
  EXPECT_FALSE(board.IsLegal(At<4>("a1"), Direction::kNorthEast));
  EXPECT_FALSE(board.IsLegal(At<4>("a1"), Direction::kEast));
  EXPECT_TRUE(board.IsLegal(At<4>("a1"), Direction::kOff));
}

TEST(BoardTest, MoveOfSaysWhereTheStackGoesAndHowHighItIs) {
  const auto board = Parse<8>("8/8/8/8/3R14/8/1B26/8 b");
  const BoardMove move = board.MoveOf(At<8>("b2"), Direction::kNorthEast);
  EXPECT_EQ(Name<8>(move.from), "b2");
  EXPECT_EQ(Name<8>(move.to), "d4");
  EXPECT_EQ(move.height, 2);
  EXPECT_EQ(move.direction, Direction::kNorthEast);
  EXPECT_EQ(board.MoveOf(At<8>("b2"), Direction::kOff).to, kNoBoardSquare);
}

TEST(BoardTest, EmptySquaresEnemyStacksAndFinishedGamesHaveNoLegalMove) {
  auto board = Parse<8>("8/8/8/8/3R14/8/1B26/8 b");
  EXPECT_FALSE(board.IsLegal(At<8>("a1"), Direction::kNorth));
  EXPECT_FALSE(board.IsLegal(At<8>("d4"), Direction::kNorth));
  board.Play(board.MoveOf(At<8>("b2"), Direction::kNorthEast));
  ASSERT_TRUE(board.over());
  EXPECT_FALSE(board.IsLegal(At<8>("d4"), Direction::kNorth));
}

TEST(BoardTest, CaptureOfTheKingEndsTheGame) {
  auto board = Parse<8>("8/8/8/8/3R14/8/1B26/8 b");
  board.Play(board.MoveOf(At<8>("b2"), Direction::kNorthEast));
  EXPECT_EQ(board.ending(), Ending::kKingCaptured);
  EXPECT_EQ(board.loser(), Color::kRed);
  EXPECT_EQ(board.king(Color::kRed), kNoBoardSquare);
  EXPECT_EQ(Name<8>(board.king(Color::kBlue)), "d4");
  EXPECT_EQ(board.height(At<8>("d4")), 1);
}

TEST(BoardTest, MoveIsSafeUnlessTheKingIsTakenNextOrGone) {
  // Red's stack of 2 on d4 can take what stands on d2, but not what stands on e1.
  const auto board = Parse<8>("7R3/8/8/8/3r24/8/8/3B14 b");
  EXPECT_FALSE(board.IsSafe(board.MoveOf(At<8>("d1"), Direction::kNorth)));
  EXPECT_TRUE(board.IsSafe(board.MoveOf(At<8>("d1"), Direction::kEast)));
  EXPECT_FALSE(board.IsSafe(board.MoveOf(At<8>("d1"), Direction::kOff)));
}

TEST(BoardTest, MoveThatTakesTheKingIsSafe) {
  const auto board = Parse<8>("8/8/8/8/8/3r34/3R34/3B13r3 b");
  EXPECT_TRUE(board.IsSafe(board.MoveOf(At<8>("d1"), Direction::kNorth)));
}

TEST(BoardTest, HashDoesNotDependOnTheOrderOfMoves) {
  const auto start = Parse<8>("7R1/8/8/8/8/8/7r1/b12b13B2 b");
  const auto play = [](Board<8>& board, const char* from, Direction direction) {
    board.Play(board.MoveOf(At<8>(from), direction));
  };
  auto one = start;
  play(one, "a1", Direction::kNorth);
  play(one, "h2", Direction::kWest);
  play(one, "d1", Direction::kNorth);
  auto two = start;
  play(two, "d1", Direction::kNorth);
  play(two, "h2", Direction::kWest);
  play(two, "a1", Direction::kNorth);
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.hash(), two.hash());
  EXPECT_NE(one.hash(), start.hash());
}

TEST(BoardTest, HashTellsTheKingAndTheSideToMove) {
  const auto board = Parse<4>("r1r12/4/4/b1b12 b");
  EXPECT_NE(board.hash(), Parse<4>("r1r12/4/4/b1b12 r").hash());
  EXPECT_NE(board.hash(), Parse<4>("r1r12/4/4/B1b12 b").hash());
  EXPECT_NE(Parse<4>("r1r12/4/4/b1B12 b").hash(), Parse<4>("r1r12/4/4/B1b12 b").hash());
}

}  // namespace
}  // namespace lielow

#include "nn/encoding.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/game/random_games.h"

namespace lielow {
namespace {

std::vector<float> Planes(const Position& position, Symmetry view) {
  // Filled with rubbish, as memory that is used again.
  std::vector<float> planes(static_cast<std::size_t>(EncodedSize(position.size())), 77.0F);
  Encode(position, view, planes);
  return planes;
}

std::vector<float> Planes(const Position& position) {
  return Planes(position, View(position.to_move()));
}

float At(const std::vector<float>& planes, int plane, Square square, int size) {
  return planes[static_cast<std::size_t>((square.row() * size + square.column()) * kNumPlanes +
                                         plane)];
}

std::vector<Square> AllSquares(int size) {
  std::vector<Square> squares;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) squares.emplace_back(column, row);
  }
  return squares;
}

// The squares of a 5x5 board on which the plane is not 0, row by row from a1, each with its value
// in units of `unit` where that is not 1: "a3 c3*2".
std::string Marks(const std::vector<float>& planes, int plane, float unit = 1) {
  std::string text;
  for (const Square square : AllSquares(5)) {
    const float value = At(planes, plane, square, 5) / unit;
    if (value == 0) continue;
    text += (text.empty() ? "" : " ") + square.ToString();
    if (value != 1) text += "*" + std::to_string(static_cast<int>(std::lround(value)));
  }
  return text;
}

//   5 . . . . R2     Blue's king of 2 on b2 can capture b4, land on d4 and on its own d2, or leave.
//   4 . r1. . .      Blue's 1 on d2 can go one step anywhere; Red's 1 on b4 too. Red's king of 2
//   3 . . . . .      can go to e3, c3 and c5, or leave.
//   2 . B2. b1.
//   1 . . . . .
//     a b c d e
Position Example() { return Position::Parse("4R2/1r13/5/1B21b11/5 b"); }

TEST(EncodingTest, StacksAreOneHotByHeightAndSide) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 0), "d2");
  EXPECT_EQ(Marks(planes, 1), "b2");
  EXPECT_EQ(Marks(planes, 9), "b4");
  EXPECT_EQ(Marks(planes, 10), "e5");
  for (const int plane : {2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17}) {
    EXPECT_EQ(Marks(planes, plane), "") << plane;
  }
}

TEST(EncodingTest, KingsHaveAPlaneEach) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 18), "b2");
  EXPECT_EQ(Marks(planes, 19), "e5");
  const std::vector<float> start = Planes(Position(5));
  EXPECT_EQ(Marks(start, 18), "");
  EXPECT_EQ(Marks(start, 19), "");
}

TEST(EncodingTest, LandingsAreCountedInQuarters) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 20, 0.25F), "c1 d1 e1 c2 d2 e2 c3 d3 e3 b4 d4");
  EXPECT_EQ(Marks(planes, 21, 0.25F), "a3 b3 c3*2 e3 a4 c4 a5 b5 c5*2");
}

TEST(EncodingTest, StacksThatCanLeaveAreMarked) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 22), "b2");
  EXPECT_EQ(Marks(planes, 23), "e5");
}

TEST(EncodingTest, BoardPlaneIsOneEverywhere) {
  for (const int size : {4, 8, 9}) {
    const std::vector<float> planes = Planes(Position(size));
    for (const Square square : AllSquares(size)) EXPECT_EQ(At(planes, 24, square, size), 1);
  }
}

TEST(EncodingTest, StacksThatCanBeCapturedAreMarked) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 25), "");
  EXPECT_EQ(Marks(planes, 26), "b4");
  // Now Red's king, and its 1 on b4, can capture c3; Blue's king can capture Red's.
  const Position sharp = Position::Parse("3B1R2/1r13/2b12/5/5 b");
  EXPECT_EQ(Marks(Planes(sharp), 25), "c3");
  EXPECT_EQ(Marks(Planes(sharp), 26), "b4 e5");
}

TEST(EncodingTest, AttackedKingIsToldOnTheWholeBoard) {
  const std::vector<float> attacked = Planes(Position::Parse("5/1r13/2B12/5/3R1b1 b"));
  const std::vector<float> quiet = Planes(Example());
  for (const Square square : AllSquares(5)) {
    EXPECT_EQ(At(attacked, 27, square, 5), 1);
    EXPECT_EQ(At(quiet, 27, square, 5), 0);
  }
}

TEST(EncodingTest, CapturesAreMarkedAtTheirStackByDirection) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 28), "b2");  // North.
  for (int plane = 29; plane < 36; ++plane) EXPECT_EQ(Marks(planes, plane), "") << plane;
}

TEST(EncodingTest, LandingsWhereTheOtherLandsTooAreMarkedAtTheirStackByDirection) {
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 37), "d2");  // North-east to e3.
  EXPECT_EQ(Marks(planes, 43), "d2");  // North-west to c3.
  for (const int plane : {36, 38, 39, 40, 41, 42}) EXPECT_EQ(Marks(planes, plane), "") << plane;
}

TEST(EncodingTest, MovesThatAttackTheKingAreMarkedAtTheirStackByDirection) {
  // Red's king is on e5. A stack of 2 reaches it from c3, c5 and e3: d2 grows to 2 by going there.
  // b2 would be 3 high and reach it from b2 and e2 only; on b4, which it captures, it would be 1.
  const std::vector<float> planes = Planes(Example());
  EXPECT_EQ(Marks(planes, 45), "d2");  // North-east to e3.
  EXPECT_EQ(Marks(planes, 51), "d2");  // North-west to c3.
  for (const int plane : {44, 46, 47, 48, 49, 50}) EXPECT_EQ(Marks(planes, plane), "") << plane;
}

TEST(EncodingTest, CaptureThatAttacksTheKingIsACheck) {
  // Blue's 2 on b2 captures d4 and stands next to the king on e5, 1 high.
  const std::vector<float> planes = Planes(Position::Parse("4R3/3r11/5/1B23/5 b"));
  EXPECT_EQ(Marks(planes, 29), "b2");
  EXPECT_EQ(Marks(planes, 45), "b2");
}

TEST(EncodingTest, RedSeesTheBoardUpsideDown) {
  const std::vector<float> planes = Planes(Position::Parse("4R2/1r13/5/1B21b11/5 r"));
  EXPECT_EQ(Marks(planes, 0), "b2");   // Red's 1 on b4.
  EXPECT_EQ(Marks(planes, 1), "e1");   // Red's king of 2 on e5.
  EXPECT_EQ(Marks(planes, 9), "d4");   // Blue's 1 on d2.
  EXPECT_EQ(Marks(planes, 10), "b4");  // Blue's king of 2 on b2.
  EXPECT_EQ(Marks(planes, 18), "e1");
  EXPECT_EQ(Marks(planes, 19), "b4");
  EXPECT_EQ(Marks(planes, 22), "e1");
  // Red's 1 lands on c3 by going south-east, which it sees as north-east; its king on e3 and c3 by
  // going south and south-west: north and north-west.
  EXPECT_EQ(Marks(planes, 36), "e1");
  EXPECT_EQ(Marks(planes, 37), "b2");
  EXPECT_EQ(Marks(planes, 43), "e1");
}

TEST(EncodingTest, SwappedSidesLookTheSameToThePlayerToMove) {
  for (const Position& position : RandomPositions(3)) {
    const Position swapped = ExchangeColors(Symmetry(2).Apply(position));
    ASSERT_NE(swapped.to_move(), position.to_move());
    EXPECT_EQ(Planes(swapped), Planes(position)) << position.ToString();
  }
}

TEST(EncodingTest, ViewOfAPositionIsThePositionTurned) {
  for (const Position& position : RandomPositions(1)) {
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry symmetry(index);
      EXPECT_EQ(Planes(position, symmetry), Planes(symmetry.Apply(position), Symmetry(0)))
          << position.ToString();
    }
  }
}

TEST(EncodingTest, TurnedPositionsHaveTurnedPlanes) {
  constexpr int kFirstDirectionPlane = 28;
  for (const Position& position : RandomPositions(1)) {
    const int size = position.size();
    const std::vector<float> planes = Planes(position, Symmetry(0));
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry symmetry(index);
      const std::vector<float> turned = Planes(symmetry.Apply(position), Symmetry(0));
      for (int plane = 0; plane < kNumPlanes; ++plane) {
        int turned_plane = plane;
        if (plane >= kFirstDirectionPlane) {
          const int direction = (plane - kFirstDirectionPlane) % kNumCompassDirections;
          const Direction to = symmetry.Apply(static_cast<Direction>(direction));
          turned_plane += static_cast<int>(to) - direction;
        }
        for (const Square square : AllSquares(size)) {
          ASSERT_EQ(At(turned, turned_plane, symmetry.Apply(square, size), size),
                    At(planes, plane, square, size))
              << position.ToString() << ", plane " << plane << ", symmetry " << index;
        }
      }
    }
  }
}

TEST(EncodingTest, DirectionPlanesAgreeWithTheMovesOfTheGame) {
  for (const Position& position : RandomPositions(2)) {
    if (position.over()) continue;
    const int size = position.size();
    // As if the other side were to move: where it lands on squares that are not its own.
    PositionBuilder passed(size);
    for (const Square square : AllSquares(size)) {
      const auto owner = position.color(square);
      if (owner) passed.AddStack(square, *owner, position.height(square));
    }
    passed.SetToMove(Other(position.to_move()));
    std::set<Square> replies;
    for (const Move move : passed.position().LegalMoves()) {
      const auto target = position.Target(move);
      if (target) replies.insert(*target);
    }
    const std::vector<float> planes = Planes(position, Symmetry(0));
    for (const Move move : position.LegalMoves()) {
      const auto target = position.Target(move);
      if (!target) {
        EXPECT_EQ(At(planes, 22, move.from, size), 1);
        continue;
      }
      const int direction = static_cast<int>(move.direction);
      const bool captures = position.color(*target).has_value();
      EXPECT_EQ(At(planes, 28 + direction, move.from, size), captures ? 1 : 0);
      // A stack of its own that the other lands on is no legal move, but it defends that stack.
      if (!captures) {
        EXPECT_EQ(At(planes, 36 + direction, move.from, size), replies.count(*target))
            << position.ToString();
      }
    }
  }
}

// Where no crown changes heads, "would attack the king" is what the rules say after the move.
TEST(EncodingTest, ChecksAgreeWithTheMovesOfTheGame) {
  int checks = 0;
  for (const Position& position : RandomPositions(2)) {
    if (position.over()) continue;
    const Color own = position.to_move();
    const auto king = position.king(Other(own));
    const std::vector<float> planes = Planes(position, Symmetry(0));
    for (const Move move : position.LegalMoves()) {
      const auto target = position.Target(move);
      if (!target) continue;
      Position next = position;
      next.Play(move);
      if (next.over() || next.king(Other(own)) != king) continue;
      PositionBuilder passed(next);
      passed.SetToMove(own);
      bool attacks = false;
      for (const Move second : passed.position().LegalMoves()) {
        attacks |= second.from == *target && king && passed.position().Target(second) == king;
      }
      const int plane = 44 + static_cast<int>(move.direction);
      EXPECT_EQ(At(planes, plane, move.from, position.size()), attacks ? 1 : 0)
          << position.ToString();
      checks += attacks ? 1 : 0;
    }
  }
  EXPECT_GT(checks, 100);
}

TEST(EncodingTest, DefendedStackCountsAsContested) {
  // Blue's c2 can take c3, which Red's other stack can take back from b4 but not from a5.
  const std::vector<float> defended = Planes(Position::Parse("5/1r13/2r12/2B12/5 b"));
  EXPECT_EQ(Marks(defended, 28), "c2");
  EXPECT_EQ(Marks(defended, 36), "c2");
  const std::vector<float> hanging = Planes(Position::Parse("r14/5/2r12/2B12/5 b"));
  EXPECT_EQ(Marks(hanging, 28), "c2");
  EXPECT_EQ(Marks(hanging, 36), "");
}

TEST(ViewTest, OfRedMirrorsTheRows) {
  EXPECT_EQ(View(Color::kBlue).index(), 0);
  EXPECT_EQ(View(Color::kRed).Apply(Square(2, 0), 8), Square(2, 7));
  for (int index = 0; index < kNumSymmetries; ++index) {
    const Symmetry extra(index);
    for (const Square square : AllSquares(5)) {
      EXPECT_EQ(View(Color::kBlue, extra).Apply(square, 5), extra.Apply(square, 5));
      EXPECT_EQ(View(Color::kRed, extra).Apply(square, 5),
                extra.Apply(Symmetry(2).Apply(square, 5), 5));
    }
  }
}

TEST(ViewedActionTest, IsTheActionOfTheTurnedMove) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry view(index);
      std::set<int> seen;
      for (int action = 0; action < NumActions(size); ++action) {
        const Move move = ActionMove(action, size);
        const int viewed = ViewedAction(move, view, size);
        ASSERT_EQ(viewed, ActionIndex(view.Apply(move, size), size));
        seen.insert(viewed);
      }
      EXPECT_EQ(static_cast<int>(seen.size()), NumActions(size));
    }
  }
}

TEST(ViewedActionTest, LegalMovesOfATurnedPositionAreTheViewedOnes) {
  for (const Position& position : RandomPositions(1)) {
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry view(index);
      std::set<int> viewed;
      for (const Move move : position.LegalMoves()) {
        viewed.insert(ViewedAction(move, view, position.size()));
      }
      std::set<int> turned;
      for (const Move move : view.Apply(position).LegalMoves()) {
        turned.insert(ActionIndex(move, position.size()));
      }
      EXPECT_EQ(viewed, turned);
    }
  }
}

}  // namespace
}  // namespace lielow

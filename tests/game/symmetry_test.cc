#include "game/symmetry.h"

#include <gmock/gmock.h>

#include <set>

#include "game/action.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

constexpr Square At(const char* text) { return {text[0] - 'a', text[1] - '1'}; }

std::vector<int> Indices(const MoveList& moves, int size) {
  std::vector<int> indices;
  for (const Move move : moves) indices.push_back(ActionIndex(move, size));
  return indices;
}

TEST(SymmetryTest, EachIndexDoesToASquareWhatTheHeaderSays) {
  // b1 on an 8x8 board, one square east of the corner.
  const std::vector<const char*> expected = {"b1", "g1", "b8", "g8", "a2", "a7", "h2", "h7"};
  for (int index = 0; index < kNumSymmetries; ++index) {
    EXPECT_EQ(Symmetry(index).Apply(At("b1"), 8), At(expected[static_cast<std::size_t>(index)]))
        << index;
  }
}

TEST(SymmetryTest, DirectionsTurnWithTheBoard) {
  const auto turned = [](int index) { return Symmetry(index).Apply(Direction::kNorthEast); };
  EXPECT_EQ(turned(0), Direction::kNorthEast);
  EXPECT_EQ(turned(1), Direction::kNorthWest);
  EXPECT_EQ(turned(2), Direction::kSouthEast);
  EXPECT_EQ(turned(4), Direction::kNorthEast);
  EXPECT_EQ(Symmetry(4).Apply(Direction::kNorth), Direction::kEast);
  EXPECT_EQ(Symmetry(7).Apply(Direction::kOff), Direction::kOff);
}

TEST(SymmetryTest, TheEightSymmetriesPermuteTheActionsInEightWays) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    std::set<std::vector<int>> permutations;
    for (int index = 0; index < kNumSymmetries; ++index) {
      std::vector<int> permutation;
      for (int action = 0; action < NumActions(size); ++action) {
        const Move image = Symmetry(index).Apply(ActionMove(action, size), size);
        permutation.push_back(ActionIndex(image, size));
      }
      const std::set<int> images(permutation.begin(), permutation.end());
      EXPECT_EQ(static_cast<int>(images.size()), NumActions(size));
      permutations.insert(permutation);
    }
    EXPECT_EQ(permutations.size(), 8U);
  }
}

TEST(SymmetryTest, InverseUndoesEachSymmetry) {
  const Position position = RandomGame(9, 1)[20];
  for (int index = 0; index < kNumSymmetries; ++index) {
    const Symmetry symmetry(index);
    EXPECT_EQ(symmetry.Inverse().Apply(symmetry.Apply(position)), position) << index;
    EXPECT_EQ(symmetry.Inverse().Inverse().index(), index);
    for (int action = 0; action < NumActions(9); ++action) {
      const Move move = ActionMove(action, 9);
      EXPECT_EQ(symmetry.Inverse().Apply(symmetry.Apply(move, 9), 9), move);
    }
  }
}

TEST(SymmetryTest, StartsAreTheirOwnImagesUnderTheirSymmetries) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    const Position start(size);
    EXPECT_EQ(Symmetry(0).Apply(start), start);
    EXPECT_EQ(Symmetry(1).Apply(start), start);
    EXPECT_NE(Symmetry(2).Apply(start), start);
    Position other_side = Symmetry(2).Apply(ExchangeColors(start));
    EXPECT_EQ(other_side.to_move(), Color::kRed);
    EXPECT_NE(other_side, start);
  }
}

TEST(SymmetryTest, LegalMovesAndResultsCommuteWithEverySymmetry) {
  for (const Position& position : RandomPositions(2)) {
    SCOPED_TRACE(position.ToString());
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry symmetry(index);
      const Position image = symmetry.Apply(position);
      std::vector<int> expected_moves;
      for (const Move move : position.LegalMoves()) {
        const Move image_move = symmetry.Apply(move, position.size());
        expected_moves.push_back(ActionIndex(image_move, position.size()));
        Position next = position;
        next.Play(move);
        Position image_next = image;
        image_next.Play(image_move);
        EXPECT_EQ(image_next, symmetry.Apply(next)) << index;
      }
      EXPECT_THAT(Indices(image.LegalMoves(), position.size()),
                  testing::UnorderedElementsAreArray(expected_moves))
          << index;
    }
  }
}

TEST(SymmetryTest, LegalMovesAndResultsCommuteWithTheExchangeOfColors) {
  for (const Position& position : RandomPositions(4)) {
    SCOPED_TRACE(position.ToString());
    const Position image = ExchangeColors(position);
    EXPECT_EQ(image.to_move(), Other(position.to_move()));
    EXPECT_EQ(ExchangeColors(image), position);
    EXPECT_EQ(Indices(image.LegalMoves(), position.size()),
              Indices(position.LegalMoves(), position.size()));
    for (const Move move : position.LegalMoves()) {
      Position next = position;
      next.Play(move);
      Position image_next = image;
      image_next.Play(move);
      EXPECT_EQ(image_next, ExchangeColors(next));
      EXPECT_EQ(image_next.over(), next.over());
      if (next.over()) {
        EXPECT_EQ(*image_next.winner(), Other(*next.winner()));
      }
    }
  }
}

}  // namespace
}  // namespace lielow

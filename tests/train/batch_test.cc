#include "train/batch.h"

#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "game/action.h"
#include "nn/encoding.h"
#include "tests/game/random_games.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Gt;
using testing::Lt;
using testing::Pair;
using testing::SizeIs;

constexpr int kSize = 5;

// A game of one trained position, from which `move` is played.
RecordedGame GameOf(const Position& position, const std::vector<float>& policy, float value) {
  RecordedGame game;
  game.start = position;
  game.moves = {{.move = position.LegalMoves()[0], .policy = policy, .value = value}};
  return game;
}

// A window whose value targets are the values of the search.
Window EmptyWindow() {
  TrainingOptions options;
  options.search_value_share = 1;
  return Window(options);
}

// The first move is a little more likely than the second, and so on: no two are equal.
std::vector<float> DistinctPolicy(const Position& position) {
  const int moves = position.LegalMoves().size();
  std::vector<float> policy;
  for (int i = 0; i < moves; ++i) {
    policy.push_back(static_cast<float>(2.0 * (moves - i) / (moves * (moves + 1))));
  }
  return policy;
}

// What the network should see and learn of one position.
struct Row {
  std::vector<float> planes;
  std::vector<float> policy;
  std::vector<float> illegal;

  auto operator<=>(const Row&) const = default;
};

Row RowOf(const Batch& batch, int row) {
  const auto part = [&](const std::vector<float>& all, int length) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row) * length;
    return std::vector<float>(begin, begin + length);
  };
  return {part(batch.planes, EncodedSize(batch.size)), part(batch.policy, NumActions(batch.size)),
          part(batch.illegal, NumActions(batch.size))};
}

// The same by turning the position itself, as seen by its player to move.
Row TurnedRow(const Position& position, const std::vector<float>& policy, Symmetry symmetry) {
  Position turned = position;
  Symmetry own(0);
  if (position.to_move() == Color::kRed) {
    own = Symmetry(2);
    turned = own.Apply(turned);
  }
  turned = symmetry.Apply(turned);
  const int size = position.size();
  Row row;
  row.planes.resize(static_cast<std::size_t>(EncodedSize(size)));
  Encode(turned, Symmetry(0), row.planes);
  row.policy.assign(static_cast<std::size_t>(NumActions(size)), 0);
  row.illegal.assign(static_cast<std::size_t>(NumActions(size)), 1);
  for (const Move move : turned.LegalMoves()) {
    row.illegal[static_cast<std::size_t>(ActionIndex(move, size))] = 0;
  }
  std::size_t i = 0;
  for (const Move move : position.LegalMoves()) {
    const Move turned_move = symmetry.Apply(own.Apply(move, size), size);
    row.policy[static_cast<std::size_t>(ActionIndex(turned_move, size))] = policy[i++];
  }
  return row;
}

TEST(BatchTest, EverySymmetryOfAPositionIsDrawnEquallyOften) {
  // Positions without a symmetry of their own, Blue to move and Red to move.
  const std::vector<Position> game = RandomGame(kSize, 3);
  for (const std::size_t ply : {4, 5}) {
    const Position& position = game.at(ply);
    ASSERT_FALSE(position.over());
    const std::vector<float> policy = DistinctPolicy(position);
    Window window = EmptyWindow();
    window.Add(GameOf(position, policy, 0.25F));

    std::map<Row, int> counts;
    for (int index = 0; index < kNumSymmetries; ++index) {
      counts[TurnedRow(position, policy, Symmetry(index))] = 0;
    }
    ASSERT_THAT(counts, SizeIs(kNumSymmetries));
    Random random(1);
    Batch batch;
    DrawBatch(window, 1600, random, batch);
    for (int row = 0; row < 1600; ++row) ++counts[RowOf(batch, row)];
    // 200 each, with a standard deviation of 13. Nothing else was drawn.
    EXPECT_THAT(counts, SizeIs(kNumSymmetries));
    EXPECT_THAT(counts, Each(Pair(testing::_, AllOf(Gt(130), Lt(270)))));
    EXPECT_THAT(batch.value, Each(0.25F));
  }
}

TEST(BatchTest, RowsFitTheirShapes) {
  Window window = EmptyWindow();
  for (const Position& position : RandomGame(8, 1)) {
    if (!position.over()) window.Add(GameOf(position, DistinctPolicy(position), 0.5F));
  }
  Random random(2);
  Batch batch;
  DrawBatch(window, 50, random, batch);
  EXPECT_EQ(batch.positions, 50);
  EXPECT_EQ(batch.size, 8);
  EXPECT_THAT(batch.planes, SizeIs(50 * EncodedSize(8)));
  EXPECT_THAT(batch.policy, SizeIs(50 * 8 * 8 * 9));
  EXPECT_THAT(batch.illegal, SizeIs(50 * 8 * 8 * 9));
  EXPECT_THAT(batch.value, SizeIs(50));
  for (int i = 0; i < 50; ++i) {
    const Row row = RowOf(batch, i);
    EXPECT_NEAR(std::accumulate(row.policy.begin(), row.policy.end(), 0.0), 1, 1e-5);
    // Every legal move of these policies has some probability, no other action has any.
    for (std::size_t action = 0; action < row.policy.size(); ++action) {
      EXPECT_EQ(row.illegal[action], row.policy[action] > 0 ? 0 : 1);
    }
  }
}

// What the rest of the game brought is seen under the same symmetry as the position.
TEST(BatchTest, TargetsOfTheRestAreTurnedWithThePosition) {
  // Blue's king on b2 is captured from b3, after d1-e1; Red's stays on d4.
  RecordedGame game;
  game.start = Position::Parse("5/3R21/1r13/1B23/3b11 b");
  Position next = game.start;
  const std::vector<Move> moves = {{Square(3, 0), Direction::kEast},
                                   {Square(1, 2), Direction::kSouth}};
  game.moves.push_back({.move = moves[0], .policy = DistinctPolicy(next)});
  next.Play(moves[0]);
  game.moves.push_back({.move = moves[1], .policy = DistinctPolicy(next)});
  Window window = EmptyWindow();
  window.Add(game);
  window.Trim(2);
  Random random(1);
  Batch batch;
  DrawBatch(window, 200, random, batch);

  const auto row_of = [](const std::vector<float>& all, int row, int length) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row) * length;
    return std::vector<float>(begin, begin + length);
  };
  constexpr int kArea = kSize * kSize;
  std::set<int> seen;
  for (int row = 0; row < 200; ++row) {
    if (batch.plies_left[static_cast<std::size_t>(row)] != 2) continue;  // Blue to move.
    for (int index = 0; index < kNumSymmetries; ++index) {
      const Symmetry symmetry(index);
      if (RowOf(batch, row) != TurnedRow(game.start, game.moves[0].policy, symmetry)) continue;
      seen.insert(index);
      std::vector<float> survival(kArea);
      std::vector<float> stacks(kArea);
      std::vector<float> kings(2 * kArea);
      const auto at = [&](int column, int line) {
        const Square turned = symmetry.Apply(Square(column, line), kSize);
        return static_cast<std::size_t>(turned.row() * kSize + turned.column());
      };
      for (const auto& [column, line] : {std::pair(1, 1), {3, 0}, {1, 2}, {3, 3}}) {
        stacks[at(column, line)] = 1;
        survival[at(column, line)] = std::pair(column, line) == std::pair(1, 1) ? 0 : 1;
      }
      kings[at(1, 1)] = 1;
      kings[kArea + at(3, 3)] = 1;
      std::vector<float> reply(static_cast<std::size_t>(NumActions(kSize)));
      std::size_t i = 0;
      for (const Move move : next.LegalMoves()) {
        reply[static_cast<std::size_t>(ActionIndex(symmetry.Apply(move, kSize), kSize))] =
            game.moves[1].policy[i++];
      }
      EXPECT_EQ(row_of(batch.survival, row, kArea), survival);
      EXPECT_EQ(row_of(batch.stacks, row, kArea), stacks);
      EXPECT_EQ(row_of(batch.king_ends, row, 2 * kArea), kings);
      EXPECT_EQ(row_of(batch.reply, row, NumActions(kSize)), reply);
    }
  }
  EXPECT_THAT(seen, SizeIs(kNumSymmetries));
}

TEST(BatchTest, PositionsAreDrawnUniformly) {
  Window window = EmptyWindow();
  const std::vector<Position> game = RandomGame(kSize, 3);
  for (int i = 0; i < 5; ++i) {
    window.Add(GameOf(game[0], DistinctPolicy(game[0]), static_cast<float>(i) / 8));
  }
  Random random(3);
  Batch batch;
  std::map<float, int> counts;
  DrawBatch(window, 5000, random, batch);
  for (const float value : batch.value) ++counts[value];
  // 1000 each, with a standard deviation of 28.
  EXPECT_THAT(counts, SizeIs(5));
  EXPECT_THAT(counts, Each(Pair(testing::_, AllOf(Gt(880), Lt(1120)))));
}

TEST(BatchTest, MemoryThatIsUsedAgainKeepsNothing) {
  const std::vector<Position> small = RandomGame(kSize, 3);
  Window window = EmptyWindow();
  window.Add(GameOf(small[0], DistinctPolicy(small[0]), 0.5F));
  Window other = EmptyWindow();
  const Position large(8);
  other.Add(GameOf(large, DistinctPolicy(large), 1));
  Random random(4);
  Batch used;
  DrawBatch(other, 20, random, used);
  random = Random(5);
  DrawBatch(window, 7, random, used);
  random = Random(5);
  Batch fresh;
  DrawBatch(window, 7, random, fresh);
  EXPECT_EQ(used.planes, fresh.planes);
  EXPECT_EQ(used.policy, fresh.policy);
  EXPECT_EQ(used.illegal, fresh.illegal);
  EXPECT_EQ(used.value, fresh.value);
  EXPECT_EQ(used.reply, fresh.reply);
  EXPECT_EQ(used.survival, fresh.survival);
  EXPECT_EQ(used.stacks, fresh.stacks);
  EXPECT_EQ(used.king_ends, fresh.king_ends);
  EXPECT_EQ(used.plies_left, fresh.plies_left);
}

TEST(BatchTest, SameGeneratorDrawsTheSame) {
  Window window = EmptyWindow();
  for (const Position& position : RandomGame(kSize, 3)) {
    if (!position.over()) window.Add(GameOf(position, DistinctPolicy(position), 0.5F));
  }
  Random random(6);
  Random copy = random;
  Batch first;
  Batch second;
  DrawBatch(window, 10, random, first);
  DrawBatch(window, 10, copy, second);
  EXPECT_EQ(first.planes, second.planes);
  DrawBatch(window, 10, random, second);
  EXPECT_NE(first.planes, second.planes);
}

}  // namespace
}  // namespace lielow

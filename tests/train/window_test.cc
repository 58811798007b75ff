#include "train/window.h"

#include <gmock/gmock.h>

#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::SizeIs;

TrainingOptions Options(double search_value_share) {
  TrainingOptions options;
  options.search_value_share = search_value_share;
  return options;
}

// A random game in which every position is trained, nothing is proven, and the search said 0.75.
RecordedGame Game(std::int64_t number) {
  RecordedGame game = RandomRecordedGame(Position(5), number);
  Position position = game.start;
  for (RecordedMove& move : game.moves) {
    if (!move.trained) {
      const auto moves = static_cast<std::size_t>(position.LegalMoves().size());
      move.policy.assign(moves, 1.0F / static_cast<float>(moves));
    }
    move.trained = true;
    move.value = 0.75F;
    move.proof = Proof::kNone;
    position.Play(move.move);
  }
  return game;
}

TEST(WindowTest, HoldsThePositionsOfTheGameWithTheirPolicies) {
  const RecordedGame game = Game(1);
  Window window(Options(0.3));
  window.Add(game);
  ASSERT_EQ(window.size(), game.moves.size());
  Position position = game.start;
  for (std::size_t i = 0; i < window.size(); ++i) {
    EXPECT_EQ(window[i].position, position);
    EXPECT_EQ(window[i].policy, game.moves[i].policy);
    EXPECT_THAT(window[i].policy, SizeIs(static_cast<std::size_t>(position.LegalMoves().size())));
    position.Play(game.moves[i].move);
  }
}

TEST(WindowTest, ValueTargetMixesOutcomeAndSearchValue) {
  const RecordedGame game = Game(2);
  Window window(Options(0.3));
  window.Add(game);
  for (std::size_t i = 0; i < window.size(); ++i) {
    const bool won = game.winner == window[i].position.to_move();
    // 0.7 * 1 + 0.3 * 0.75, and 0.7 * 0 + 0.3 * 0.75.
    EXPECT_FLOAT_EQ(window[i].value, won ? 0.925F : 0.225F);
  }
}

TEST(WindowTest, ShareOfTheSearchValueIsAnOption) {
  const RecordedGame game = Game(2);
  Window outcome_only(Options(0));
  Window search_only(Options(1));
  outcome_only.Add(game);
  search_only.Add(game);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const bool won = game.winner == outcome_only[i].position.to_move();
    EXPECT_EQ(outcome_only[i].value, won ? 1 : 0);
    EXPECT_EQ(search_only[i].value, 0.75F);
  }
}

TEST(WindowTest, ProofsAreTargetsAsTheyAre) {
  RecordedGame game = Game(3);
  ASSERT_GE(game.moves.size(), 4U);
  // Of each player a proof that agrees with the outcome, and one that it threw away.
  game.moves[0].proof = Proof::kWin;
  game.moves[1].proof = Proof::kWin;
  game.moves[2].proof = Proof::kLoss;
  game.moves[3].proof = Proof::kLoss;
  Window window(Options(0.3));
  window.Add(game);
  EXPECT_EQ(window[0].value, 1);
  EXPECT_EQ(window[1].value, 1);
  EXPECT_EQ(window[2].value, 0);
  EXPECT_EQ(window[3].value, 0);
}

TEST(WindowTest, PositionsThatAreNotTrainedAreLeftOut) {
  RecordedGame game = Game(4);
  ASSERT_GE(game.moves.size(), 4U);
  for (const std::size_t untrained : {0, 2}) {
    game.moves[untrained].trained = false;
    game.moves[untrained].policy.clear();
  }
  Window window(Options(0.3));
  window.Add(game);
  ASSERT_EQ(window.size(), game.moves.size() - 2);
  Position position = game.start;
  position.Play(game.moves[0].move);
  EXPECT_EQ(window[0].position, position);
  position.Play(game.moves[1].move);
  position.Play(game.moves[2].move);
  EXPECT_EQ(window[1].position, position);
  EXPECT_EQ(window[1].policy, game.moves[3].policy);
}

TEST(WindowTest, TrimLetsTheOldestGo) {
  const RecordedGame first = Game(5);
  const RecordedGame second = Game(6);
  Window window(Options(0.3));
  window.Add(first);
  window.Add(second);
  const std::size_t all = first.moves.size() + second.moves.size();
  ASSERT_EQ(window.size(), all);
  window.Trim(static_cast<std::int64_t>(all));
  EXPECT_EQ(window.size(), all);
  window.Trim(static_cast<std::int64_t>(second.moves.size()) - 1);
  ASSERT_EQ(window.size(), second.moves.size() - 1);
  EXPECT_EQ(window[0].policy, second.moves[1].policy);
  EXPECT_EQ(window[window.size() - 1].policy, second.moves.back().policy);
  window.Trim(0);
  EXPECT_EQ(window.size(), 0U);
}

TEST(WindowSizeTest, IsTheLeastUntilThereAreMorePositions) {
  TrainingOptions options;
  options.window_min = 1000;
  EXPECT_EQ(WindowSize(options, 0), 1000);
  EXPECT_EQ(WindowSize(options, 999), 1000);
  EXPECT_EQ(WindowSize(options, 1000), 1000);
}

TEST(WindowSizeTest, GrowsSlowerThanTheRun) {
  TrainingOptions options;
  options.window_min = 1000;
  // 16^0.75 = 8: 1000 * (1 + 0.4 * 7 / 0.75) = 4733.3.
  EXPECT_EQ(WindowSize(options, 16'000), 4733);
  // 10000^0.75 = 1000: 1000 * (1 + 0.4 * 999 / 0.75) = 533800.
  EXPECT_NEAR(static_cast<double>(WindowSize(options, 10'000'000)), 533'800, 1);
}

}  // namespace
}  // namespace lielow

#include "mcts/select.h"

#include <gtest/gtest.h>

namespace lielow {
namespace {

// A root of four moves, of which the last is lost, set to numbers that are easy to calculate with.
class SelectTest : public testing::Test {
 protected:
  SelectTest() {
    tree_.Reset(0);
    tree_.Expand(Tree::kRoot, Position::Parse("4/4/R13/B33 b"));
    // c(N) = 1 as long as N is small against the base; no first play reduction.
    options_.puct_init = 1;
    options_.puct_base = 1e9F;
    options_.first_play_reduction = 0;
  }

  void SetRoot(float value, std::vector<float> priors) {
    priors.push_back(0);
    tree_.SetEvaluation(Tree::kRoot, {value, priors});
    tree_.node(Tree::kRoot).visits = 1;
  }

  // `value` is for the player who makes the move.
  void SetVisits(EdgeIndex edge, int visits, float value) {
    const NodeIndex child = tree_.Child(edge, edge + 1);
    tree_.node(child).visits = visits;
    tree_.node(child).value = ForOpponent(value);
    tree_.edge(edge).visits = visits;
    tree_.node(Tree::kRoot).visits += visits;
  }

  EdgeIndex Puct() const { return SelectPuct(tree_, Tree::kRoot, options_); }
  EdgeIndex Uct() const { return SelectUct(tree_, Tree::kRoot, options_); }
  EdgeIndex ByImprovedPolicy() {
    return SelectByImprovedPolicy(tree_, Tree::kRoot, options_, policy_);
  }

  Tree tree_;
  SearchOptions options_;
  std::vector<float> policy_;
};

TEST_F(SelectTest, LastMoveOfTheExampleIsLost) {
  ASSERT_EQ(tree_.edges(Tree::kRoot).size(), 4U);
  for (EdgeIndex edge = 0; edge < 4; ++edge) EXPECT_EQ(tree_.edge(edge).lost(), edge == 3);
}

TEST_F(SelectTest, PuctBeginsWithTheLargestPrior) {
  SetRoot(0.5F, {0.2F, 0.5F, 0.3F});
  EXPECT_EQ(Puct(), 1U);
}

TEST_F(SelectTest, PuctAddsValueAndExploration) {
  // N = 4, sqrt N = 2. Scores: 0.5 + 2 * 0.5 / 4 = 0.75; 0.6 + 2 * 0.3 / 2 = 0.9; and, unvisited at
  // the root's value, 0.4 + 2 * 0.2 = 0.8.
  SetRoot(0.4F, {0.5F, 0.3F, 0.2F});
  SetVisits(0, 3, 0.5F);
  SetVisits(1, 1, 0.6F);
  EXPECT_EQ(Puct(), 1U);
}

TEST_F(SelectTest, PuctTakesAnUnvisitedMoveForWorthItsParent) {
  // As above, but 0.6 + 2 * 0.2 = 1 for the unvisited move.
  SetRoot(0.6F, {0.5F, 0.3F, 0.2F});
  SetVisits(0, 3, 0.5F);
  SetVisits(1, 1, 0.6F);
  EXPECT_EQ(Puct(), 2U);
  // Less 0.2 * sqrt(0.8) = 0.179: 0.821 is below 0.9.
  options_.first_play_reduction = 0.2F;
  EXPECT_EQ(Puct(), 1U);
}

TEST_F(SelectTest, PuctExploresMoreWhenItsBaseIsSmall) {
  SetRoot(0.5F, {0.5F, 0.5F, 0});
  SetVisits(0, 15, 0.7F);
  SetVisits(1, 1, 0.1F);
  // N = 16, c = 1: 0.7 + 4 * 0.5 / 16 = 0.825 against 0.1 + 4 * 0.5 / 2 = 1.1.
  EXPECT_EQ(Puct(), 1U);
  // c = 0.2: 0.7 + 0.025 against 0.1 + 0.2.
  options_.puct_init = 0.2F;
  EXPECT_EQ(Puct(), 0U);
  // c = 0.2 + log((16 + 16 + 1) / 16) = 0.924: 0.816 against 1.024.
  options_.puct_base = 16;
  EXPECT_EQ(Puct(), 1U);
}

TEST_F(SelectTest, PuctDoesNotCountVisitsOfLostMoves) {
  // N = 1 without the lost move: 0.9 + 0.5 / 2 = 1.15 against 0.5 + 0.5 = 1. With its visits sqrt N
  // would be 10: 3.4 against 5.5.
  SetRoot(0.5F, {0.5F, 0.5F, 0});
  SetVisits(0, 1, 0.9F);
  SetVisits(3, 99, 0);
  EXPECT_EQ(Puct(), 0U);
}

TEST_F(SelectTest, UctTriesEveryMoveFirstByPrior) {
  SetRoot(0.5F, {0.33F, 0.32F, 0.35F});
  EXPECT_EQ(Uct(), 2U);
  SetVisits(2, 1, 1);
  EXPECT_EQ(Uct(), 0U);
  SetVisits(0, 1, 1);
  EXPECT_EQ(Uct(), 1U);
}

TEST_F(SelectTest, UctAddsValueAndConfidenceBound) {
  // N = 1 + 4 + 1 + 2 = 8, log 8 = 2.079. Scores: 0.8 + sqrt(2.079 / 4) = 1.521;
  // 0.1 + sqrt(2.079) = 1.542; 0.4 + sqrt(2.079 / 2) = 1.420.
  SetRoot(0.5F, {0.4F, 0.3F, 0.3F});
  SetVisits(0, 4, 0.8F);
  SetVisits(1, 1, 0.1F);
  SetVisits(2, 2, 0.4F);
  EXPECT_EQ(Uct(), 1U);
  // Half the bound: 1.160, 0.821, 0.910.
  options_.uct_exploration = 0.5F;
  EXPECT_EQ(Uct(), 0U);
}

TEST_F(SelectTest, ImprovedPolicySelectsTheMoveThatLagsMost) {
  // Without weight of the values the policy is the prior.
  options_.gumbel_scale = 0;
  SetRoot(0.5F, {0.5F, 0.3F, 0.2F});
  EXPECT_EQ(ByImprovedPolicy(), 0U);
  // N = 1: 0.5 - 1/2 = 0, 0.3, 0.2.
  SetVisits(0, 1, 0.5F);
  EXPECT_EQ(ByImprovedPolicy(), 1U);
  // N = 2: 0.5 - 1/3 = 0.167, 0.3 - 1/3 < 0, 0.2.
  SetVisits(1, 1, 0.5F);
  EXPECT_EQ(ByImprovedPolicy(), 2U);
  // N = 3: 0.5 - 1/4 = 0.25, 0.3 - 1/4 = 0.05, 0.2 - 1/4 < 0.
  SetVisits(2, 1, 0.5F);
  EXPECT_EQ(ByImprovedPolicy(), 0U);
}

TEST_F(SelectTest, ImprovedPolicyDoesNotCountVisitsOfLostMoves) {
  // N = 1 without the lost move: 0.6 - 1/2 = 0.1 against 0.4. Counting its visits would leave
  // 0.6 - 1/101.
  options_.gumbel_scale = 0;
  SetRoot(0.5F, {0.6F, 0.4F, 0});
  SetVisits(0, 1, 0.5F);
  SetVisits(3, 99, 0);
  EXPECT_EQ(ByImprovedPolicy(), 1U);
}

TEST_F(SelectTest, LostMovesAreNeverSelected) {
  SetRoot(0.5F, {0.2F, 0.3F, 0.5F});
  tree_.edge(2).result = {Proof::kLoss, 3};
  EXPECT_EQ(Puct(), 1U);
  EXPECT_EQ(Uct(), 1U);
  EXPECT_EQ(ByImprovedPolicy(), 1U);
  tree_.edge(1).result = {Proof::kLoss, 3};
  EXPECT_EQ(Puct(), 0U);
  EXPECT_EQ(Uct(), 0U);
  EXPECT_EQ(ByImprovedPolicy(), 0U);
}

}  // namespace
}  // namespace lielow

#include "mcts/improved_policy.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace lielow {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

// A root of four moves, of which the last is lost.
class ImprovedPolicyTest : public testing::Test {
 protected:
  ImprovedPolicyTest() {
    tree_.Reset(0);
    tree_.Expand(Tree::kRoot, Position::Parse("4/4/R13/B33 b"));
    options_.gumbel_visit = 8;
    options_.gumbel_scale = 1;
  }

  void SetRoot(float value, std::vector<float> priors) {
    priors.push_back(0);
    tree_.SetEvaluation(Tree::kRoot, {value, priors});
  }

  // `value` is for the player who makes the move.
  void SetVisits(EdgeIndex edge, int visits, float value) {
    const NodeIndex child = tree_.Child(edge, edge + 1);
    tree_.node(child).value = ForOpponent(value);
    tree_.edge(edge).visits = visits;
  }

  std::vector<float> Policy() const {
    std::vector<float> policy;
    ImprovedPolicy(tree_, Tree::kRoot, options_, policy);
    return policy;
  }

  static float Sum(const std::vector<float>& policy) {
    return std::accumulate(policy.begin(), policy.end(), 0.0F);
  }

  Tree tree_;
  SearchOptions options_;
};

TEST_F(ImprovedPolicyTest, MixedValueIsTheEvaluationBeforeAnyVisit) {
  SetRoot(0.4F, {0.5F, 0.3F, 0.2F});
  EXPECT_FLOAT_EQ(MixedValue(tree_, Tree::kRoot), 0.4F);
}

TEST_F(ImprovedPolicyTest, MixedValueWeighsVisitedMovesByPriorAndThemAllByVisits) {
  SetRoot(0.4F, {0.5F, 0.3F, 0.2F});
  SetVisits(0, 2, 0.5F);
  SetVisits(1, 1, 0.8F);
  // Visited moves: (0.5 * 0.5 + 0.3 * 0.8) / 0.8 = 0.6125, with 3 visits against 1.
  EXPECT_NEAR(MixedValue(tree_, Tree::kRoot), (0.4F + 3 * 0.6125F) / 4, 1e-4);
}

TEST_F(ImprovedPolicyTest, MixedValueLeavesLostMovesOut) {
  SetRoot(0.4F, {0.5F, 0.3F, 0.2F});
  SetVisits(0, 2, 0.5F);
  SetVisits(1, 1, 0.8F);
  tree_.edge(0).result = {Proof::kLoss, 3};
  EXPECT_FLOAT_EQ(MixedValue(tree_, Tree::kRoot), (0.4F + 0.8F) / 2);
}

TEST_F(ImprovedPolicyTest, MixedValueIsTheEvaluationWhenVisitedMovesHaveNoPrior) {
  SetRoot(0.4F, {0, 0.5F, 0.5F});
  SetVisits(0, 5, 0.9F);
  EXPECT_FLOAT_EQ(MixedValue(tree_, Tree::kRoot), 0.4F);
}

TEST_F(ImprovedPolicyTest, WeightGrowsWithTheMostVisits) {
  SetRoot(0.5F, {0.5F, 0.3F, 0.2F});
  EXPECT_FLOAT_EQ(ValueWeight(tree_, Tree::kRoot, options_), 8);
  SetVisits(0, 2, 0.5F);
  SetVisits(1, 7, 0.5F);
  EXPECT_FLOAT_EQ(ValueWeight(tree_, Tree::kRoot, options_), 15);
  options_.gumbel_scale = 0.1F;
  EXPECT_FLOAT_EQ(ValueWeight(tree_, Tree::kRoot, options_), 1.5F);
}

TEST_F(ImprovedPolicyTest, IsThePriorBeforeAnyVisit) {
  SetRoot(0.4F, {0.5F, 0.3F, 0.2F});
  EXPECT_THAT(Policy(), Pointwise(FloatNear(2e-4F), {0.5F, 0.3F, 0.2F, 0.0F}));
}

TEST_F(ImprovedPolicyTest, ValueMultipliesThePriorByItsExponential) {
  // Weight 8 + 2 = 10; a value that is better by log(3) / 10 triples a prior.
  SetRoot(0.5F, {0.5F, 0.25F, 0.25F});
  SetVisits(0, 2, 0.5F);
  SetVisits(1, 1, 0.5F + std::log(3.0F) / 10);
  SetVisits(2, 1, 0.5F);
  // 0.5 : 0.75 : 0.25.
  EXPECT_THAT(Policy(), Pointwise(FloatNear(1e-5F), {1.0F / 3, 0.5F, 1.0F / 6, 0.0F}));
}

TEST_F(ImprovedPolicyTest, UnvisitedMovesAreCompletedByTheMixedValue) {
  // Mixed value: (0.4 + 1 * 0.6) / 2 = 0.5, which is 0.1 below the visited move; weight 9.
  SetRoot(0.4F, {0.5F, 0.25F, 0.25F});
  SetVisits(0, 1, 0.6F);
  const float unvisited = 0.25F * std::exp(-0.9F);
  const float sum = 0.5F + 2 * unvisited;
  EXPECT_THAT(Policy(),
              Pointwise(FloatNear(1e-5F), {0.5F / sum, unvisited / sum, unvisited / sum, 0.0F}));
}

TEST_F(ImprovedPolicyTest, LostMovesGetNothing) {
  SetRoot(0.5F, {0.8F, 0.1F, 0.1F});
  SetVisits(0, 5, 0.9F);
  tree_.edge(0).result = {Proof::kLoss, 3};
  EXPECT_THAT(Policy(), Pointwise(FloatNear(1e-6F), {0.0F, 0.5F, 0.5F, 0.0F}));
}

TEST_F(ImprovedPolicyTest, BestMoveWithoutAnyPriorStillWinsByItsValue) {
  // With weight 1008, 0.9 against 0.5 outweighs even a prior of a billionth.
  options_.gumbel_visit = 1000;
  SetRoot(0.5F, {0, 1, 0});
  SetVisits(0, 8, 0.9F);
  SetVisits(1, 8, 0.5F);
  const std::vector<float> policy = Policy();
  EXPECT_NEAR(policy[0], 1, 1e-5);
  EXPECT_NEAR(Sum(policy), 1, 1e-5);
}

TEST_F(ImprovedPolicyTest, ExtremeWeightsAndTinyPriorsStillGiveProbabilities) {
  for (const float scale : {0.0F, 1.0F, 1000.0F}) {
    for (const float tiny : {0.0F, std::numeric_limits<float>::denorm_min(), 1e-20F}) {
      options_.gumbel_scale = scale;
      SetRoot(0.5F, {tiny, tiny, 1 - tiny});
      SetVisits(0, 100000, 1);
      SetVisits(1, 1, 0);
      const std::vector<float> policy = Policy();
      EXPECT_NEAR(Sum(policy), 1, 1e-5);
      EXPECT_THAT(policy, Each(testing::AllOf(testing::Ge(0), testing::Le(1))));
    }
  }
}

TEST_F(ImprovedPolicyTest, WonNodePlaysItsShortestWins) {
  SetRoot(0.5F, {0.8F, 0.1F, 0.1F});
  tree_.edge(0).result = {Proof::kWin, 5};
  tree_.edge(1).result = {Proof::kWin, 3};
  tree_.edge(2).result = {Proof::kWin, 3};
  tree_.node(Tree::kRoot).result = {Proof::kWin, 3};
  EXPECT_THAT(Policy(), ElementsAre(0, 0.5F, 0.5F, 0));
}

TEST_F(ImprovedPolicyTest, LostNodePlaysItsLongestLosses) {
  SetRoot(0.5F, {0.8F, 0.1F, 0.1F});
  tree_.edge(0).result = {Proof::kLoss, 3};
  tree_.edge(1).result = {Proof::kLoss, 5};
  tree_.edge(2).result = {Proof::kLoss, 3};
  tree_.node(Tree::kRoot).result = {Proof::kLoss, 5};
  EXPECT_THAT(Policy(), ElementsAre(0, 1, 0, 0));
}

}  // namespace
}  // namespace lielow

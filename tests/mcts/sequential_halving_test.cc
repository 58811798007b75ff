#include "mcts/sequential_halving.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// The 8x8 start as root, its moves with falling priors, and a bandit in place of a search: each
// move has a fixed value, and a simulation is a visit.
class SequentialHalvingTest : public testing::Test {
 protected:
  SequentialHalvingTest() { options_.gumbel_noise = 0; }

  // Values are for the player who makes the move; moves beyond them are worth 0.5.
  void Start(int simulations, std::vector<float> values = {}) {
    tree_.Reset(0);
    tree_.Expand(Tree::kRoot, Position(8));
    const int moves = static_cast<int>(tree_.edges(Tree::kRoot).size());
    values_ = std::move(values);
    values_.resize(static_cast<std::size_t>(moves), 0.5F);
    std::vector<float> priors;
    for (int i = 0; i < moves; ++i) priors.push_back(static_cast<float>(moves - i));
    tree_.SetEvaluation(Tree::kRoot, {0.5F, priors});
    Random random(1);
    halving_.Start(tree_, options_, simulations, random);
    tree_.Backup({}, Tree::kRoot);
  }

  EdgeIndex Visit() {
    const EdgeIndex edge = halving_.Next(tree_, options_);
    EXPECT_FALSE(tree_.edge(edge).lost());
    if (tree_.edge(edge).child == kNoNode) {
      const NodeIndex child = tree_.Child(edge, edge + 1);
      tree_.node(child).value = ForOpponent(values_[edge]);
    }
    const PathStep step = {Tree::kRoot, edge};
    tree_.Backup({&step, 1}, tree_.edge(edge).child);
    return edge;
  }

  void Visit(int times) {
    for (int i = 0; i < times; ++i) Visit();
  }

  void Lose(EdgeIndex edge) { tree_.edge(edge).result = {Proof::kLoss, 3}; }

  // Of the visited moves, in their order.
  std::vector<int> Visits() const {
    std::vector<int> visits;
    for (const Edge& edge : tree_.edges(Tree::kRoot)) {
      if (edge.visits > 0) visits.push_back(edge.visits);
    }
    return visits;
  }

  EdgeIndex Best() const { return halving_.Best(tree_, options_); }

  SearchOptions options_;
  Tree tree_;
  SequentialHalving halving_;
  std::vector<float> values_;
};

TEST_F(SequentialHalvingTest, TwoPhasesForFourCandidates) {
  // 16 / 2 phases = 8: two visits for each of four, then four for each of the better two.
  options_.gumbel_moves = 4;
  Start(16, {0.1F, 0.9F, 0.2F, 0.8F});
  Visit(16);
  EXPECT_THAT(Visits(), ElementsAre(2, 6, 2, 6));
  EXPECT_EQ(Best(), 1U);
}

TEST_F(SequentialHalvingTest, SixteenCandidatesWithThirtyTwoSimulations) {
  // 8 for each of four phases; but the first takes 16, so that the last is left out.
  Start(32);
  Visit(32);
  EXPECT_THAT(Visits(), ElementsAre(4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1));
}

TEST_F(SequentialHalvingTest, VisitsThatDoNotDivideGoToTheLastCandidate) {
  // 100 / 4 phases = 25: 1 for each of 16, 3 for each of 8, 6 of 4, 12 of 2, and 12 are left.
  Start(100);
  Visit(100);
  EXPECT_THAT(Visits(), ElementsAre(34, 22, 10, 10, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_EQ(Best(), 0U);
}

TEST_F(SequentialHalvingTest, OddNumbersOfCandidatesAreRoundedUp) {
  // Five candidates: three phases of 10 with 5, 3 and 2 candidates.
  options_.gumbel_moves = 5;
  Start(30);
  Visit(30);
  EXPECT_THAT(Visits(), ElementsAre(11, 10, 5, 2, 2));
}

TEST_F(SequentialHalvingTest, EveryBudgetIsSpentOnNoMoreThanTheCandidates) {
  for (const int moves : {1, 2, 3, 7, 16, 100}) {
    for (int simulations = 1; simulations <= 70; ++simulations) {
      options_.gumbel_moves = moves;
      Start(simulations);
      Visit(simulations);
      const std::vector<int> visits = Visits();
      EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), simulations);
      EXPECT_LE(static_cast<int>(visits.size()), std::min(moves, simulations));
      EXPECT_TRUE(std::is_sorted(visits.begin(), visits.end(), std::greater<>()));
    }
  }
}

TEST_F(SequentialHalvingTest, FewerSimulationsThanMovesVisitThatManyOnce) {
  Start(3);
  Visit(3);
  EXPECT_THAT(Visits(), ElementsAre(1, 1, 1));
}

TEST_F(SequentialHalvingTest, CandidatesOfAPhaseTakeTurns) {
  options_.gumbel_moves = 4;
  Start(16);
  std::vector<EdgeIndex> order;
  for (int i = 0; i < 8; ++i) order.push_back(Visit());
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 0, 1, 2, 3));
}

TEST_F(SequentialHalvingTest, BestWithEqualVisitsHasTheBestPriorAndValue) {
  options_.gumbel_moves = 4;
  options_.gumbel_visit = 0;
  Start(4, {0.5F, 0.5F, 0.6F, 0.5F});
  Visit(4);
  // Weight 1: 0.1 of value is more than the logarithms of the priors differ by.
  ASSERT_GT(std::log(tree_.edge(2).prior) + 0.1F, std::log(tree_.edge(0).prior));
  EXPECT_EQ(Best(), 2U);
  options_.gumbel_scale = 0;
  EXPECT_EQ(Best(), 0U);
}

TEST_F(SequentialHalvingTest, LostCandidatesLeaveTheirVisitsToTheOthers) {
  options_.gumbel_moves = 4;
  Start(16);
  Visit(4);
  Lose(0);
  Lose(2);
  // The other two end the first phase and have all of the second; two visits are left.
  Visit(12);
  EXPECT_THAT(Visits(), ElementsAre(1, 8, 1, 6));
}

TEST_F(SequentialHalvingTest, OtherMovesComeInWhenAllCandidatesAreLost) {
  options_.gumbel_moves = 4;
  Start(20);
  Visit(8);
  for (EdgeIndex edge = 0; edge < 4; ++edge) Lose(edge);
  EXPECT_EQ(Best(), 4U);
  // 12 simulations are left: one visit for each of four, three for each of the better two, and two.
  Visit(12);
  EXPECT_THAT(Visits(), ElementsAre(2, 2, 2, 2, 6, 4, 1, 1));
  EXPECT_EQ(Best(), 4U);
}

TEST_F(SequentialHalvingTest, LastMoveThatIsNotLostIsNext) {
  Start(100);
  const EdgeIndex last = static_cast<EdgeIndex>(values_.size() - 1);
  for (EdgeIndex edge = 0; edge < last; ++edge) Lose(edge);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(Visit(), last);
  EXPECT_EQ(Best(), last);
}

TEST_F(SequentialHalvingTest, RestartCatchesUpWithALargerBudget) {
  Start(16);
  Visit(16);
  halving_.Restart(tree_, options_, 100);
  Visit(84);
  const std::vector<int> extended = Visits();
  Start(100);
  Visit(100);
  EXPECT_THAT(extended, ElementsAreArray(Visits()));
}

TEST_F(SequentialHalvingTest, NoiseDrawsMovesInProportionToTheirPriors) {
  // One candidate: the move with the largest noise + log prior has the distribution of the priors.
  options_.gumbel_noise = 1;
  options_.gumbel_moves = 1;
  Start(1);
  Random random(7);
  constexpr int kDraws = 20000;
  std::vector<int> counts(values_.size());
  for (int i = 0; i < kDraws; ++i) {
    halving_.Start(tree_, options_, 1, random);
    ++counts[halving_.Next(tree_, options_)];
  }
  for (EdgeIndex edge = 0; edge < counts.size(); ++edge) {
    // Standard deviations are below sqrt(0.05 / 20000) = 0.0016.
    EXPECT_NEAR(counts[edge] / double{kDraws}, tree_.edge(edge).prior, 0.007) << edge;
  }
}

}  // namespace
}  // namespace lielow

#include "mcts/tree.h"

#include <gmock/gmock.h>

#include "game/move_text.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

constexpr ProvenResult kNothing = {};

// Blue's king may go to a4 or d1, which loses in 3: Red makes any move, then the stack of 4 must
// leave the board. On d4 it is captured (loss in 2); moved off it is lost at once.
constexpr const char* kFourMoves = "4/3R1/4/B33 b";
constexpr EdgeIndex kToA4 = 0;
constexpr EdgeIndex kToD4 = 1;
constexpr EdgeIndex kToD1 = 2;
constexpr EdgeIndex kOff = 3;

Position After(Position position, const std::vector<const char*>& moves) {
  for (const char* move : moves) position.Play(ParseMove(position, move));
  return position;
}

// A position in which nothing is proven, for a test of values: which one it is does not matter.
Position Quiet(int which) {
  Position position(8);
  position.Play(position.LegalMoves()[which]);
  return position;
}

class TreeTest : public testing::Test {
 protected:
  TreeTest() {
    tree_.Reset(root_.hash());
    tree_.Expand(Tree::kRoot, root_);
    tree_.SetEvaluation(Tree::kRoot, {.value = 0.6F, .priors = {0.4F, 0.3F, 0.2F, 0.1F}});
    tree_.Backup({}, Tree::kRoot);
  }

  // Gives the edge of `from` a child at `position`, evaluated at `value` for the player to move
  // there, with equal priors.
  NodeIndex AddChild(NodeIndex from, EdgeIndex edge, const Position& position, float value) {
    const NodeIndex child = tree_.Child(edge, position.hash());
    tree_.Expand(child, position);
    if (!tree_.node(child).proven()) {
      const std::size_t moves = tree_.edges(child).size();
      tree_.SetEvaluation(child, {value, std::vector<float>(moves, 1.0F / moves)});
    }
    path_.push_back({from, edge});
    tree_.Backup(path_, child);
    return child;
  }

  // Shows that the move to a4 loses in 3.
  void RefuteA4() {
    path_.clear();
    AddChild(Tree::kRoot, kToA4, After(root_, {"a1-a4"}), 0.3F);
  }

  const Node& root() const { return tree_.node(Tree::kRoot); }

  const Position root_ = Position::Parse(kFourMoves);
  Tree tree_;
  std::vector<PathStep> path_;
};

TEST_F(TreeTest, ExpandedNodeHasTheLegalMovesWithWhatIsCertain) {
  const auto edges = tree_.edges(Tree::kRoot);
  ASSERT_EQ(edges.size(), 4U);
  EXPECT_EQ(MoveText(root_, edges[kToA4].move), "a1-a4");
  EXPECT_EQ(MoveText(root_, edges[kToD4].move), "a1-d4");
  EXPECT_EQ(MoveText(root_, edges[kToD1].move), "a1-d1");
  EXPECT_EQ(MoveText(root_, edges[kOff].move), "a1-off");
  EXPECT_EQ(edges[kToA4].result, kNothing);
  EXPECT_EQ(edges[kToD4].result, (ProvenResult{Proof::kLoss, 2}));
  EXPECT_EQ(edges[kToD1].result, kNothing);
  EXPECT_EQ(edges[kOff].result, (ProvenResult{Proof::kLoss, 1}));
  EXPECT_FALSE(root().proven());
}

TEST_F(TreeTest, PriorsAreSharedByTheMovesThatAreNotLost) {
  std::vector<float> priors;
  for (const Edge& edge : tree_.edges(Tree::kRoot)) priors.push_back(edge.prior);
  EXPECT_THAT(priors, Pointwise(FloatNear(2e-4F), {0.4F / 0.6F, 0.0F, 0.2F / 0.6F, 0.0F}));
}

TEST_F(TreeTest, MovesThatAreNotLostShareEquallyWhenAllPriorsWereOnLostOnes) {
  tree_.SetEvaluation(Tree::kRoot, {.value = 0.6F, .priors = {0, 0.5F, 0, 0.5F}});
  std::vector<float> priors;
  for (const Edge& edge : tree_.edges(Tree::kRoot)) priors.push_back(edge.prior);
  EXPECT_THAT(priors, ElementsAre(0.5F, 0, 0.5F, 0));
}

TEST_F(TreeTest, EvaluatedRootHasTheValueOfItsEvaluation) {
  EXPECT_FLOAT_EQ(root().value, 0.6F);
  EXPECT_EQ(root().visits, 1);
}

TEST_F(TreeTest, ValueIsTheMeanWithTheOpponentsValuesTurnedRound) {
  // Red stands at 0.3 after a1-a4 and at 0.9 after a1-d1.
  AddChild(Tree::kRoot, kToA4, Quiet(0), 0.3F);
  EXPECT_FLOAT_EQ(tree_.EdgeValue(tree_.edge(kToA4)), 0.7F);
  EXPECT_FLOAT_EQ(root().value, (0.6F + 0.7F) / 2);
  path_.clear();
  AddChild(Tree::kRoot, kToD1, Quiet(1), 0.9F);
  EXPECT_FLOAT_EQ(root().value, (0.6F + 0.7F + 0.1F) / 3);
  EXPECT_EQ(root().visits, 3);
}

TEST_F(TreeTest, ValueTwoPliesDownIsTheRootsOwn) {
  // What Blue likes at 0.9 is good for the root and bad for Red's node between them.
  const NodeIndex child = AddChild(Tree::kRoot, kToA4, Quiet(0), 0.5F);
  AddChild(child, tree_.node(child).first_edge, Quiet(1), 0.9F);
  EXPECT_FLOAT_EQ(tree_.node(child).value, (0.5F + 0.1F) / 2);
  // The edge to a4 has two visits now.
  EXPECT_FLOAT_EQ(root().value, (0.6F + 2 * (1 - 0.3F)) / 3);
}

TEST_F(TreeTest, VisitsAreWeights) {
  tree_.edge(kToA4).visits = 3;
  tree_.node(Tree::kRoot).visits = 4;
  AddChild(Tree::kRoot, kToA4, Quiet(0), 0.2F);
  EXPECT_EQ(tree_.edge(kToA4).visits, 4);
  EXPECT_FLOAT_EQ(root().value, (0.6F + 4 * 0.8F) / 5);
}

TEST_F(TreeTest, ProofGoesUpThroughMoveAndReply) {
  RefuteA4();
  const Node& child = tree_.node(tree_.edge(kToA4).child);
  EXPECT_EQ(child.result, (ProvenResult{Proof::kWin, 2}));
  EXPECT_EQ(child.value, 1);
  EXPECT_EQ(tree_.edge(kToA4).result, (ProvenResult{Proof::kLoss, 3}));
  EXPECT_EQ(tree_.EdgeValue(tree_.edge(kToA4)), 0);
  EXPECT_FALSE(root().proven());
}

TEST_F(TreeTest, MoveProvenLostLeavesTheMean) {
  AddChild(Tree::kRoot, kToD1, Quiet(0), 0.9F);
  RefuteA4();
  EXPECT_EQ(tree_.edge(kToA4).visits, 1);
  EXPECT_FLOAT_EQ(root().value, (0.6F + 0.1F) / 2);
  EXPECT_EQ(root().visits, 3);
}

TEST_F(TreeTest, NodeWithAllMovesLostIsLostByTheLongest) {
  RefuteA4();
  path_.clear();
  const NodeIndex child = AddChild(Tree::kRoot, kToD1, After(root_, {"a1-d1"}), 0.5F);
  AddChild(child, tree_.node(child).first_edge, After(root_, {"a1-d1", "d3-d4"}), 0);
  EXPECT_EQ(root().result, (ProvenResult{Proof::kLoss, 3}));
  EXPECT_EQ(root().value, 0);
}

TEST_F(TreeTest, ResetForgetsEverything) {
  RefuteA4();
  tree_.Reset(1);
  EXPECT_EQ(tree_.node_count(), 1U);
  EXPECT_EQ(root().visits, 0);
  EXPECT_EQ(root().edge_count, 0);
  EXPECT_FALSE(root().proven());
}

TEST(TreeExpansionTest, NodeThatCanTakeTheKingIsWonAtOnce) {
  Tree tree;
  tree.Reset(1);
  tree.Expand(Tree::kRoot, Position::Parse("4/4/1R22/B13 b"));
  EXPECT_EQ(tree.node(Tree::kRoot).result, (ProvenResult{Proof::kWin, 1}));
  EXPECT_EQ(tree.node(Tree::kRoot).value, 1);
}

TEST(TreeExpansionTest, NodeThatCannotSaveItsKingIsLostInTwo) {
  // Blue's king can go to d1, b1 and b3: each is beside a red stack of 1.
  Tree tree;
  tree.Reset(1);
  tree.Expand(Tree::kRoot, Position::Parse("4/3B2/r12R1/4 b"));
  for (const Edge& edge : tree.edges(Tree::kRoot)) EXPECT_TRUE(edge.lost());
  EXPECT_EQ(tree.node(Tree::kRoot).result, (ProvenResult{Proof::kLoss, 2}));
  EXPECT_EQ(tree.node(Tree::kRoot).value, 0);
}

TEST(TreeExpansionTest, NodeWhoseOnlyMoveTakesItsKingOffIsLostInOne) {
  Tree tree;
  tree.Reset(1);
  tree.Expand(Tree::kRoot, Position::Parse("B42R2/4/4/4 b"));
  EXPECT_EQ(tree.edges(Tree::kRoot).size(), 1U);
  EXPECT_EQ(tree.node(Tree::kRoot).result, (ProvenResult{Proof::kLoss, 1}));
}

}  // namespace
}  // namespace lielow

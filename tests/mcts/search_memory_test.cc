// What a search keeps: from one move to the next, and when its memory is used up.

#include <gmock/gmock.h>

#include "mcts/select.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

class SearchMemoryTest : public testing::TestWithParam<SearchType> {
 protected:
  SearchMemoryTest() { options_.noise = 0; }

  SearchOptions options_ = OptionsOf(GetParam());
  HashEvaluator evaluator_;
};

INSTANTIATE_TEST_SUITE_P(All, SearchMemoryTest,
                         testing::Values(SearchType::kGumbel, SearchType::kPuct, SearchType::kUct),
                         SearchTypeName);

// The root's edge with most visits.
const Edge& MostVisited(const Tree& tree) {
  const auto edges = tree.edges(Tree::kRoot);
  return *std::max_element(edges.begin(), edges.end(),
                           [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
}

TEST_P(SearchMemoryTest, NextMoveBeginsWithWhatTheTreeKnows) {
  Search search = FinishedSearch(options_, Position(8), 300);
  const Edge edge = MostVisited(search.tree());
  const Node child = search.tree().node(edge.child);
  ASSERT_GT(child.visits, 5);
  Position next(8);
  next.Play(edge.move);
  const std::size_t nodes = search.tree().node_count();

  search.StartFromTree(next, 10, 2);
  EXPECT_EQ(search.root(), next);
  EXPECT_EQ(search.tree().node(Tree::kRoot).visits, child.visits);
  EXPECT_EQ(search.value(), child.value);
  EXPECT_LT(search.tree().node_count(), nodes);

  RunSearches({&search, 1}, evaluator_);
  EXPECT_EQ(search.simulations(), 10);
  EXPECT_EQ(search.evaluations(), 10);
  EXPECT_EQ(search.tree().node(Tree::kRoot).visits, child.visits + 10);
  EXPECT_TRUE(next.IsLegal(search.BestMove()));
  EXPECT_EQ(search.Report().size(), static_cast<std::size_t>(next.LegalMoves().size()));
}

TEST_P(SearchMemoryTest, PositionThatTheTreeDoesNotHaveIsSearchedFromNothing) {
  Search search = FinishedSearch(options_, Position(8), 50);
  search.StartFromTree(Position(9), 20, 5);
  RunSearches({&search, 1}, evaluator_);
  const Search fresh = FinishedSearch(options_, Position(9), 20, 5);
  EXPECT_EQ(search.value(), fresh.value());
  EXPECT_EQ(search.tree().node_count(), fresh.tree().node_count());
}

TEST_P(SearchMemoryTest, SamePositionIsSearchedOn) {
  Search search = FinishedSearch(options_, Position(8), 50);
  search.StartFromTree(Position(8), 70, 1);
  RunSearches({&search, 1}, evaluator_);
  EXPECT_EQ(search.tree().node(Tree::kRoot).visits, 1 + 50 + 70);
  EXPECT_EQ(search.simulations(), 70);
}

TEST_P(SearchMemoryTest, TreeStaysWithinItsMemory) {
  options_.memory = 400'000;
  Search search(options_);
  search.Start(Position(8), 5000, 1);
  std::size_t most_bytes = 0;
  int pruned = 0;
  while (const Position* leaf = search.Gather()) {
    if (search.tree().bytes() < most_bytes / 2) ++pruned;
    if (search.tree().bytes() < most_bytes / 2) most_bytes = 0;
    most_bytes = std::max(most_bytes, search.tree().bytes());
    // Half is for the copy that is made when the tree is pruned.
    ASSERT_LE(search.tree().bytes(), options_.memory / 2 + 40'000);
    search.Apply(HashEvaluator::OpinionOf(*leaf));
  }
  EXPECT_GT(pruned, 3);
  EXPECT_EQ(search.simulations(), 5000);
  EXPECT_EQ(search.tree().node(Tree::kRoot).visits, 5001);

  // What was forgotten has left its mark on the value.
  SearchOptions roomy = options_;
  roomy.memory = std::size_t{1} << 30;
  EXPECT_NEAR(search.value(), FinishedSearch(roomy, Position(8), 5000).value(), 0.05);
}

TEST_P(SearchMemoryTest, MemoryForTheRootAloneIsEnoughToGoOn) {
  options_.memory = 1;
  const Search search = FinishedSearch(options_, Position(6), 200);
  EXPECT_EQ(search.simulations(), 200);
  EXPECT_TRUE(Position(6).IsLegal(search.BestMove()));
}

// What PUCT makes of `visits` visits, without a Search around it.
Tree GrownTree(const Position& root, int visits) {
  Tree tree;
  tree.Reset(root.hash());
  for (int i = 0; i < visits; ++i) {
    Position position = root;
    NodeIndex node = Tree::kRoot;
    std::vector<PathStep> path;
    while (tree.node(node).edge_count > 0 && !tree.node(node).proven()) {
      path.push_back({node, SelectPuct(tree, node, {})});
      position.Play(tree.edge(path.back().edge).move);
      node = tree.Child(path.back().edge, position.hash());
    }
    tree.Expand(node, position);
    if (!tree.node(node).proven()) tree.SetEvaluation(node, HashEvaluator::OpinionOf(position));
    tree.Backup(path, node);
  }
  return tree;
}

TEST(TreePruneTest, NodesKeepTheirValueAndVisits) {
  const Position start(8);
  Tree tree = GrownTree(start, 501);
  const Edge edge = MostVisited(tree);
  const Node child = tree.node(edge.child);
  const float value = tree.node(Tree::kRoot).value;
  ASSERT_GT(child.edge_count, 0);
  ASSERT_NE(child.value, child.evaluation);

  tree.Prune(1);
  EXPECT_EQ(tree.node(Tree::kRoot).value, value);
  EXPECT_EQ(tree.node(Tree::kRoot).visits, 501);
  const Node pruned = tree.node(MostVisited(tree).child);
  EXPECT_EQ(pruned.hash, child.hash);
  EXPECT_EQ(pruned.edge_count, 0);
  EXPECT_EQ(pruned.visits, child.visits);
  EXPECT_EQ(pruned.value, child.value);

  // Expanded again, it is worth what it was, and one visit changes it by one visit's weight.
  Position next = start;
  next.Play(edge.move);
  const NodeIndex index = MostVisited(tree).child;
  tree.Expand(index, next);
  tree.SetEvaluation(index, HashEvaluator::OpinionOf(next));
  EXPECT_EQ(tree.node(index).value, child.value);
  Position below = next;
  below.Play(tree.edges(index)[0].move);
  const PathStep step = {index, tree.node(index).first_edge};
  const NodeIndex leaf = tree.Child(step.edge, below.hash());
  tree.Expand(leaf, below);
  Evaluation lost = HashEvaluator::OpinionOf(below);
  lost.value = 0;
  tree.SetEvaluation(leaf, lost);
  tree.Backup({&step, 1}, leaf);
  const auto visits = static_cast<float>(child.visits);
  EXPECT_NEAR(tree.node(index).value, (visits * child.value + 1) / (visits + 1), 1e-5);
}

}  // namespace
}  // namespace lielow

// Positions that are reached by several orders of moves, and what sharing their nodes changes.

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <string>

#include "game/move_text.h"
#include "mcts/uniform_evaluator.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

SearchOptions Options(SearchType type, bool share_nodes) {
  SearchOptions options = OptionsOf(type);
  options.share_nodes = share_nodes;
  options.noise = 0;
  options.puct_init = 1.25F;  // A wide tree, where lines meet often.
  return options;
}

// Walks all edges of a search and notes which nodes each position has.
class NodesOfPositions {
 public:
  explicit NodesOfPositions(const Search& search) : tree_(search.tree()) {
    Walk(Tree::kRoot, search.root());
  }

  std::size_t positions() const { return nodes_.size(); }
  int edges_to_visited() const { return edges_to_visited_; }

  // The largest number of nodes that one position has.
  std::size_t most_nodes() const {
    std::size_t most = 0;
    for (const auto& [position, nodes] : nodes_) most = std::max(most, nodes.size());
    return most;
  }

 private:
  void Walk(NodeIndex node, const Position& position) {
    if (!nodes_[position.ToString()].insert(node).second) {
      ++edges_to_visited_;
      return;
    }
    EXPECT_EQ(tree_.node(node).hash, position.hash());
    for (const Edge& edge : tree_.edges(node)) {
      if (edge.child == kNoNode) continue;
      Position next = position;
      next.Play(edge.move);
      Walk(edge.child, next);
    }
  }

  const Tree& tree_;
  std::map<std::string, std::set<NodeIndex>> nodes_;
  int edges_to_visited_ = 0;
};

class SharedNodesTest : public testing::TestWithParam<SearchType> {};

INSTANTIATE_TEST_SUITE_P(All, SharedNodesTest,
                         testing::Values(SearchType::kGumbel, SearchType::kPuct, SearchType::kUct),
                         SearchTypeName);

TEST_P(SharedNodesTest, OnePositionHasOneNodeWhateverTheOrderOfMoves) {
  for (const int size : {4, 5}) {
    const Search search = FinishedSearch(Options(GetParam(), true), Position(size), 3000);
    const NodesOfPositions nodes(search);
    EXPECT_EQ(nodes.most_nodes(), 1U);
    EXPECT_EQ(nodes.positions(), search.tree().node_count());
    EXPECT_GT(nodes.edges_to_visited(), 20);
  }
}

TEST_P(SharedNodesTest, WithoutSharingOnePositionHasSeveralNodes) {
  const Search search = FinishedSearch(Options(GetParam(), false), Position(4), 3000);
  const NodesOfPositions nodes(search);
  EXPECT_GT(nodes.most_nodes(), 1U);
  EXPECT_EQ(nodes.edges_to_visited(), 0);
}

// By another order of moves: a node that was expanded below one move is found below another.
TEST(SharedNodesTest, MovesInAnotherOrderLeadToTheNodeThatIsThere) {
  const Position start(8);
  Tree tree;
  const auto walk = [&](const std::vector<const char*>& moves) {
    Position position = start;
    NodeIndex node = Tree::kRoot;
    for (const char* text : moves) {
      if (tree.edges(node).empty()) tree.Expand(node, position);
      const Move move = ParseMove(position, text);
      EdgeIndex edge = tree.node(node).first_edge;
      while (tree.edge(edge).move != move) ++edge;
      position.Play(move);
      node = tree.Child(edge, position.hash());
    }
    return node;
  };
  tree.Reset(start.hash());
  const NodeIndex node = walk({"a2-a3", "a7-a6", "c2-c3", "c7-c6", "e2-e3"});
  EXPECT_EQ(walk({"a2-a3", "a7-a6", "e2-e3", "c7-c6", "c2-c3"}), node);
  // The crown is on c3 here, which was the first of the highest.
  EXPECT_NE(walk({"c2-c3", "a7-a6", "a2-a3", "c7-c6", "e2-e3"}), node);
}

// The value of a search with sharing is as far from one without as two of those are from each
// other.
TEST_P(SharedNodesTest, RootIsWorthTheSameAsWithoutSharing) {
  double with_and_without = 0;
  double twice_without = 0;
  const int positions = 20;
  UniformEvaluator evaluator;
  for (std::uint64_t seed = 0; seed < positions; ++seed) {
    Position position(5);
    Random random(seed);
    for (int ply = 0; ply < 4; ++ply) {
      const MoveList moves = position.LegalMoves();
      position.Play(moves[random.Below(moves.size())]);
      if (position.KingCapture()) position = Position(5);
    }
    HashEvaluator hashes;
    const auto value = [&](bool share_nodes, int simulations) {
      return FinishedSearch(Options(GetParam(), share_nodes), position, simulations, 1, hashes)
          .value();
    };
    with_and_without += std::abs(value(true, 2000) - value(false, 2000));
    twice_without += std::abs(value(false, 1000) - value(false, 2000));
  }
  EXPECT_GT(with_and_without, 0);
  EXPECT_LT(with_and_without / positions, twice_without / positions + 0.02);
}

}  // namespace
}  // namespace lielow

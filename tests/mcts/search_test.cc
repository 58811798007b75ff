#include "mcts/search.h"

#include <gmock/gmock.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "game/move_text.h"
#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::Ge;
using testing::Pair;

// A position with 2 open moves of 4 and more to find out (see tree_test.cc).
constexpr const char* kFourMoves = "4/3R1/4/B33 b";

// A few plies into a game on 8x8: both have kings.
Position Midgame() {
  return Position::Parse("r26r2/r13r1r22/2r21R3r22/8/8/3b2b23/b16b1/2B3b2b2b22 b");
}

// The visits of all edges of all nodes.
std::vector<int> AllVisits(const Tree& tree) {
  std::vector<int> visits;
  for (NodeIndex node = 0; node < tree.node_count(); ++node) {
    for (const Edge& edge : tree.edges(node)) visits.push_back(edge.visits);
  }
  return visits;
}

// The root's moves with at least `least` visits.
std::vector<std::pair<std::string, int>> RootVisits(const Search& search, int least) {
  std::vector<std::pair<std::string, int>> visits;
  for (const MoveReport& report : search.Report()) {
    if (report.visits < least) continue;
    visits.emplace_back(MoveText(search.root(), report.move), report.visits);
  }
  return visits;
}

class SearchTypeTest : public testing::TestWithParam<SearchType> {
 protected:
  const SearchOptions options_ = OptionsOf(GetParam());
};

INSTANTIATE_TEST_SUITE_P(All, SearchTypeTest,
                         testing::Values(SearchType::kGumbel, SearchType::kPuct, SearchType::kUct),
                         SearchTypeName);

// Fingerprints: a change of these numbers is a change of what the search does.

TEST(SearchTest, GumbelTreeIsTheKnownOne) {
  const Search search = FinishedSearch(OptionsOf(SearchType::kGumbel), Midgame(), 64);
  EXPECT_EQ(search.tree().node_count(), 65U);
  EXPECT_THAT(RootVisits(search, 4), ElementsAre(Pair("d1-off", 15), Pair("e1-off", 7),
                                                 Pair("h2-g3", 7), Pair("e3-c5", 15)));
  EXPECT_EQ(MoveText(Midgame(), search.BestMove()), "d1-off");
}

TEST(SearchTest, PuctTreeIsTheKnownOne) {
  SearchOptions options = OptionsOf(SearchType::kPuct);
  options.puct_init = 1.25F;
  const Search search = FinishedSearch(options, Midgame(), 200);
  EXPECT_EQ(search.tree().node_count(), 201U);
  EXPECT_THAT(RootVisits(search, 15),
              ElementsAre(Pair("d1-off", 16), Pair("a2-b2", 23), Pair("a2-a1", 19),
                          Pair("d3-f3", 20), Pair("d3-b3", 28), Pair("e3-c5", 33)));
  EXPECT_EQ(MoveText(Midgame(), search.BestMove()), "e3-c5");
}

TEST(SearchTest, UctTreeIsTheKnownOne) {
  const Search search = FinishedSearch(OptionsOf(SearchType::kUct), Midgame(), 500);
  EXPECT_EQ(search.tree().node_count(), 501U);
  EXPECT_THAT(RootVisits(search, 18), ElementsAre(Pair("f1-h1", 19), Pair("d3-d5", 19),
                                                  Pair("d3-f5", 18), Pair("e3-g1", 18)));
  EXPECT_EQ(MoveText(Midgame(), search.BestMove()), "f1-h1");
}

TEST_P(SearchTypeTest, SameSeedGivesTheSameTree) {
  const Search first = FinishedSearch(options_, Midgame(), 100, 5);
  const Search second = FinishedSearch(options_, Midgame(), 100, 5);
  EXPECT_EQ(AllVisits(first.tree()), AllVisits(second.tree()));
  EXPECT_EQ(first.value(), second.value());
}

TEST_P(SearchTypeTest, SearchStartedAgainIsAsGoodAsNew) {
  Search used = FinishedSearch(options_, Position(9), 100, 3);
  used.Start(Midgame(), 100, 5);
  HashEvaluator evaluator;
  RunSearches({&used, 1}, evaluator);
  const Search fresh = FinishedSearch(options_, Midgame(), 100, 5);
  EXPECT_EQ(AllVisits(used.tree()), AllVisits(fresh.tree()));
  EXPECT_EQ(used.evaluations(), fresh.evaluations());
}

// As after a failed evaluation.
TEST_P(SearchTypeTest, NewStartDropsTheLeafThatWaits) {
  Search search(options_);
  search.Start(Position(9), 100, 3);
  ASSERT_NE(search.Gather(), nullptr);
  search.Start(Midgame(), 100, 5);
  HashEvaluator evaluator;
  RunSearches({&search, 1}, evaluator);
  const Search fresh = FinishedSearch(options_, Midgame(), 100, 5);
  EXPECT_EQ(AllVisits(search.tree()), AllVisits(fresh.tree()));
}

TEST(SearchTest, AnotherSeedGivesOtherNoise) {
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct}) {
    const Search first = FinishedSearch(OptionsOf(type), Midgame(), 100, 5);
    const Search second = FinishedSearch(OptionsOf(type), Midgame(), 100, 6);
    EXPECT_NE(AllVisits(first.tree()), AllVisits(second.tree()));
  }
}

TEST_P(SearchTypeTest, BudgetIsSpentToTheLastSimulation) {
  for (const int budget : {1, 2, 15, 100}) {
    const Search search = FinishedSearch(options_, Midgame(), budget);
    EXPECT_EQ(search.simulations(), budget);
    EXPECT_LE(search.evaluations(), budget + 1);
    EXPECT_EQ(search.tree().node(Tree::kRoot).visits, budget + 1);
    EXPECT_EQ(search.tree().node_count(), static_cast<std::size_t>(budget) + 1);
  }
}

TEST_P(SearchTypeTest, SearchEndsWhenTheRootIsProven) {
  // Lost in 3, whatever Blue does: a node after a1-a4 shows it, and a reply to a1-d1.
  const Search search = FinishedSearch(options_, Position::Parse(kFourMoves), 1000);
  EXPECT_EQ(search.result(), (ProvenResult{Proof::kLoss, 3}));
  EXPECT_EQ(search.value(), 0);
  EXPECT_EQ(search.simulations(), 3);
}

TEST_P(SearchTypeTest, RootThatCanTakeTheKingNeedsNoEvaluation) {
  const Position position = Position::Parse("4/4/1R22/B13 b");
  Search search(options_);
  search.Start(position, 100, 1);
  EXPECT_EQ(search.Gather(), nullptr);
  EXPECT_EQ(search.Gather(), nullptr);
  EXPECT_EQ(search.evaluations(), 0);
  EXPECT_EQ(search.simulations(), 0);
  EXPECT_EQ(search.value(), 1);
  EXPECT_EQ(search.result(), (ProvenResult{Proof::kWin, 1}));
  EXPECT_EQ(MoveText(position, search.BestMove()), "a1xb2");
}

TEST_P(SearchTypeTest, OnlyMoveIsPlayedEvenIfItLoses) {
  const Position position = Position::Parse("B42R2/4/4/4 b");
  const Search search = FinishedSearch(options_, position, 10);
  EXPECT_EQ(search.result(), (ProvenResult{Proof::kLoss, 1}));
  EXPECT_EQ(MoveText(position, search.BestMove()), "a4-off");
  EXPECT_EQ(search.Report().size(), 1U);
}

TEST_P(SearchTypeTest, OnlyMoveThatDoesNotLoseGetsAllVisits) {
  // Off with the king loses; after d3-off it is Red whose king must leave the board.
  const Position position = Position::Parse("3B4/3b4/R43/4 b");
  const Search search = FinishedSearch(options_, position, 10);
  EXPECT_EQ(search.result(), (ProvenResult{Proof::kWin, 2}));
  EXPECT_EQ(search.simulations(), 1);
  EXPECT_EQ(MoveText(position, search.BestMove()), "d3-off");
}

TEST_P(SearchTypeTest, MovesProvenLostAreNotFollowedAnyMore) {
  Search search(options_);
  search.Start(Midgame(), 400, 1);
  // Edges that were lost when last seen, with their visits.
  std::vector<std::pair<EdgeIndex, int>> lost;
  std::size_t seen = 0;
  while (const Position* leaf = search.Gather()) {
    for (const auto& [edge, visits] : lost) ASSERT_EQ(search.tree().edge(edge).visits, visits);
    search.Apply(HashEvaluator::OpinionOf(*leaf));
    lost.clear();
    for (NodeIndex node = 0; node < search.tree().node_count(); ++node) {
      const EdgeIndex first = search.tree().node(node).first_edge;
      for (EdgeIndex i = 0; i < search.tree().edges(node).size(); ++i) {
        const Edge& edge = search.tree().edge(first + i);
        if (edge.lost()) lost.emplace_back(first + i, edge.visits);
      }
    }
    seen = std::max(seen, lost.size());
  }
  EXPECT_GT(seen, 100U);
}

// What the results of a node's moves prove about it: a shortest win, or nothing but losses.
ProvenResult ResultOfMoves(std::span<const Edge> edges) {
  ProvenResult shortest_win;
  ProvenResult longest_loss;
  std::size_t losses = 0;
  for (const Edge& edge : edges) {
    const ProvenResult& result = edge.result;
    if (result.proof == Proof::kWin &&
        (shortest_win == ProvenResult{} || result.plies < shortest_win.plies)) {
      shortest_win = result;
    }
    if (result.proof == Proof::kLoss && result.plies > longest_loss.plies) longest_loss = result;
    losses += edge.lost() ? 1 : 0;
  }
  if (shortest_win != ProvenResult{}) return shortest_win;
  return losses == edges.size() ? longest_loss : ProvenResult{};
}

// Every node of a finished search agrees with its edges and children. Not for shared nodes, which
// may know more than what has gone up on one of the ways to them.
void CheckTree(const Tree& tree) {
  for (NodeIndex index = 0; index < tree.node_count(); ++index) {
    const Node& node = tree.node(index);
    int visits = 1;
    float prior = 0;
    float sum = node.evaluation;
    int count = 1;
    for (const Edge& edge : tree.edges(index)) {
      visits += edge.visits;
      prior += edge.prior;
      EXPECT_EQ(edge.child == kNoNode, edge.visits == 0);
      if (edge.child == kNoNode) continue;
      const Node& child = tree.node(edge.child);
      EXPECT_EQ(edge.visits, child.visits);
      EXPECT_EQ(edge.result.proof, Opposite(child.result.proof));
      EXPECT_EQ(edge.result.plies, child.proven() ? child.result.plies + 1 : 0);
      if (edge.lost()) continue;
      sum += static_cast<float>(edge.visits) * (1 - child.value);
      count += edge.visits;
    }
    EXPECT_EQ(node.visits, visits);
    EXPECT_EQ(node.result, ResultOfMoves(tree.edges(index)));
    if (node.proven()) {
      EXPECT_EQ(node.value, node.result.proof == Proof::kWin ? 1 : 0);
    } else {
      EXPECT_NEAR(prior, 1, 3e-4);  // Priors are kept in 16 bits.
      EXPECT_NEAR(node.value, sum / static_cast<float>(count), 1e-5);
    }
  }
}

TEST_P(SearchTypeTest, NodesAgreeWithTheirEdges) {
  SearchOptions options = options_;
  options.share_nodes = false;
  CheckTree(FinishedSearch(options, Midgame(), 500).tree());
  CheckTree(FinishedSearch(options, Position(8), 500).tree());
  CheckTree(FinishedSearch(options, Position::Parse(kFourMoves), 100).tree());
}

TEST_P(SearchTypeTest, ExtendedSearchIsLikeOneWithTheWholeBudget) {
  Search extended = FinishedSearch(options_, Midgame(), 16);
  extended.Extend(84);
  HashEvaluator evaluator;
  RunSearches({&extended, 1}, evaluator);
  const Search whole = FinishedSearch(options_, Midgame(), 100);
  EXPECT_EQ(extended.simulations(), 100);
  EXPECT_EQ(AllVisits(extended.tree()), AllVisits(whole.tree()));
  EXPECT_EQ(extended.BestMove(), whole.BestMove());
}

TEST_P(SearchTypeTest, ProvenSearchHasNothingToExtend) {
  Search search = FinishedSearch(options_, Position::Parse(kFourMoves), 1000);
  search.Extend(1000);
  EXPECT_EQ(search.Gather(), nullptr);
}

TEST(SearchTest, RootNoiseKeepsTheSumOfPriorsAndSparesLostMoves) {
  SearchOptions options = OptionsOf(SearchType::kPuct);
  options.noise = 0.5F;
  const Search search = FinishedSearch(options, Position::Parse(kFourMoves), 1);
  const std::vector<float> priors = HashEvaluator::OpinionOf(Position::Parse(kFourMoves)).priors;
  const auto edges = search.tree().edges(Tree::kRoot);
  const float without_noise = priors[0] / (priors[0] + priors[2]);
  EXPECT_NE(edges[0].prior, without_noise);
  EXPECT_THAT(edges[0].prior, Ge(0.5F * without_noise));
  EXPECT_NEAR(edges[0].prior + edges[2].prior, 1, 3e-4);
  EXPECT_EQ(edges[1].prior, 0);
  EXPECT_EQ(edges[3].prior, 0);
}

}  // namespace
}  // namespace lielow

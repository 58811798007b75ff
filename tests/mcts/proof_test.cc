// Everything that a search claims to have proven, in every node of its tree, against minimax.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/mcts/finished_search.h"
#include "tests/support/minimax.h"

namespace lielow {
namespace {

int StackCount(const Position& position) {
  int count = 0;
  for (const Color color : {Color::kBlue, Color::kRed}) {
    for (int height = 1; height <= position.size(); ++height) {
      count += position.StackCount(color, height);
    }
  }
  return count;
}

// A random game played on until few stacks are left. Moves that lose at once are mostly avoided, so
// that games last as long. May be over.
Position RandomEndgame(int size, int stacks, std::uint64_t seed) {
  Random random(seed);
  Position position(size);
  while (!position.over() && StackCount(position) > stacks) {
    const MoveList moves = position.LegalMoves();
    Move move = moves[random.Below(moves.size())];
    for (int i = 0; i < 10 && ImmediateResult(position, move).proof != Proof::kNone; ++i) {
      move = moves[random.Below(moves.size())];
    }
    position.Play(move);
  }
  return position;
}

class ProofCheck {
 public:
  // Compares the node and all below it.
  void Check(const Tree& tree, NodeIndex index, const Position& position) {
    const Node& node = tree.node(index);
    const ProvenResult truth = minimax_.Solve(position);
    CheckClaim(position, node.result, truth);
    for (const Edge& edge : tree.edges(index)) {
      Position next = position;
      next.Play(edge.move);
      ProvenResult outcome = {next.winner() == position.to_move() ? Proof::kWin : Proof::kLoss, 1};
      if (!next.over()) {
        const ProvenResult reply = minimax_.Solve(next);
        outcome = {Opposite(reply.proof), reply.plies + 1};
      }
      CheckClaim(position, edge.result, outcome);
      // What the rules show at once has its exact distance.
      if (edge.child == kNoNode && edge.result.proof != Proof::kNone) {
        EXPECT_EQ(edge.result, outcome) << position.ToString();
      }
      if (edge.child != kNoNode) Check(tree, edge.child, next);
    }
  }

  int wins() const { return wins_; }
  int losses() const { return losses_; }
  int longest() const { return longest_; }

 private:
  // Who wins is exact. The distance is one that the winner can keep to, whoever it is, so that
  // perfect play may end the game sooner but never later.
  void CheckClaim(const Position& position, ProvenResult claim, ProvenResult truth) {
    if (claim.proof == Proof::kNone) {
      EXPECT_EQ(claim.plies, 0);
      return;
    }
    EXPECT_EQ(claim.proof, truth.proof) << position.ToString();
    EXPECT_GE(claim.plies, truth.plies) << position.ToString();
    (claim.proof == Proof::kWin ? wins_ : losses_) += 1;
    longest_ = std::max(longest_, claim.plies);
  }

  Minimax minimax_;
  int wins_ = 0;
  int losses_ = 0;
  int longest_ = 0;
};

class ProofTest : public testing::TestWithParam<SearchType> {};

INSTANTIATE_TEST_SUITE_P(All, ProofTest,
                         testing::Values(SearchType::kGumbel, SearchType::kPuct, SearchType::kUct),
                         SearchTypeName);

TEST_P(ProofTest, ClaimsOnSmallBoardsAreTrue) {
  struct Kind {
    int size;
    int stacks;
    std::uint64_t positions;
  };
  ProofCheck check;
  for (const auto& [size, stacks, wanted] :
       {Kind{4, 2, 500}, Kind{4, 3, 2500}, Kind{4, 4, 10}, Kind{5, 3, 100}}) {
    for (std::uint64_t seed = 0, found = 0; found < wanted; ++seed) {
      const Position position = RandomEndgame(size, stacks, seed);
      if (position.over()) continue;
      ++found;
      const Search search = FinishedSearch(OptionsOf(GetParam()), position, 300, seed);
      check.Check(search.tree(), Tree::kRoot, position);
      if (HasFailure()) return;
    }
  }
  // There was something to check.
  EXPECT_GT(check.wins(), 10000);
  EXPECT_GT(check.losses(), 10000);
  EXPECT_GE(check.longest(), 8);
}

}  // namespace
}  // namespace lielow

// What the alpha-beta search claims to have proven, against minimax.

#include <gtest/gtest.h>

#include "game/random.h"
#include "mcts/alphabeta.h"
#include "tests/support/minimax.h"

namespace lielow {
namespace {

int StackCount(const Position& position) {
  int count = 0;
  for (int height = 1; height <= position.size(); ++height) {
    count += position.StackCount(Color::kBlue, height) + position.StackCount(Color::kRed, height);
  }
  return count;
}

// Every position with few stacks in random games that mostly avoid losing at once.
template <class Visit>
void ForEachEndgame(int size, int stacks, int games, Visit visit) {
  for (int game = 0; game < games; ++game) {
    Random random(DeriveSeed(static_cast<std::uint64_t>(size * 100 + stacks),
                             static_cast<std::uint64_t>(game)));
    Position position(size);
    while (!position.over()) {
      if (StackCount(position) <= stacks) visit(position);
      const MoveList moves = position.LegalMoves();
      Move move = moves[random.Below(moves.size())];
      for (int i = 0; i < 10 && ImmediateResult(position, move).proof != Proof::kNone; ++i) {
        move = moves[random.Below(moves.size())];
      }
      position.Play(move);
    }
  }
}

class Claims {
 public:
  void Check(const Position& position, int depth) {
    const AlphaBetaResult found = search_.Search(position, {.depth = depth});
    const ProvenResult truth = minimax_.Solve(position);
    ASSERT_TRUE(position.IsLegal(found.move)) << position.ToString();
    if (found.result.proof == Proof::kNone) {
      // A result as near as this is always found: nothing is searched less deeply there.
      EXPECT_GT(truth.plies, std::min(depth, 2)) << position.ToString();
      return;
    }
    // Perfect play may end the game sooner than the search has found, but never later.
    EXPECT_EQ(found.result.proof, truth.proof) << position.ToString() << " depth " << depth;
    EXPECT_GE(found.result.plies, truth.plies) << position.ToString() << " depth " << depth;
    if (truth.proof == Proof::kWin) {
      Position next = position;
      next.Play(found.move);
      EXPECT_TRUE(next.over() ? next.winner() == position.to_move()
                              : minimax_.Solve(next).proof == Proof::kLoss)
          << position.ToString() << " depth " << depth;
    }
    (truth.proof == Proof::kWin ? wins_ : losses_) += 1;
    exact_ += found.result.plies == truth.plies ? 1 : 0;
    longest_ = std::max(longest_, found.result.plies);
  }

  int wins() const { return wins_; }
  int losses() const { return losses_; }
  int exact() const { return exact_; }
  int longest() const { return longest_; }

 private:
  AlphaBeta search_;
  Minimax minimax_;
  int wins_ = 0;
  int losses_ = 0;
  int exact_ = 0;
  int longest_ = 0;
};

TEST(AlphaBetaProofTest, ClaimsOnSmallBoardsAreTrue) {
  struct Kind {
    int size;
    int stacks;
    int games;
  };
  Claims claims;
  for (const auto& [size, stacks, games] :
       {Kind{4, 2, 300}, Kind{4, 3, 400}, Kind{4, 4, 10}, Kind{5, 2, 100}, Kind{5, 3, 30}}) {
    ForEachEndgame(size, stacks, games, [&](const Position& position) {
      for (const int depth : {1, 3, 6, 12}) {
        if (!testing::Test::HasFailure()) claims.Check(position, depth);
      }
    });
  }
  // There was something to check, and nearly all distances are the shortest.
  EXPECT_GT(claims.wins(), 1000);
  EXPECT_GT(claims.losses(), 1000);
  EXPECT_GE(claims.longest(), 8);
  EXPECT_GE(claims.exact(), 0.95 * (claims.wins() + claims.losses()));
}

}  // namespace
}  // namespace lielow

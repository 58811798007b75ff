#include "mcts/alphabeta_player.h"

#include <gtest/gtest.h>

#include <array>

#include "game/move_text.h"

namespace lielow {
namespace {

TEST(AlphaBetaPlayerTest, TakesAKingAndSaysThatItWins) {
  AlphaBetaPlayer player({.depth = 2});
  const Position position = Position::Parse("r23/1r22/B1R12/4 b");
  const MoveRequest request = {position, 0, 1};
  MoveChoice choice;
  player.ChooseMoves({&request, 1}, {&choice, 1});
  EXPECT_EQ(MoveText(position, choice.move), "a2xb2");
  EXPECT_EQ(choice.value, 1);
  EXPECT_EQ(choice.result, (ProvenResult{Proof::kWin, 1}));
}

// Neither the seed, nor other games, nor those before change what it plays.
TEST(AlphaBetaPlayerTest, AChoiceDependsOnThePositionAlone) {
  const Position start(8);
  Position later = start;
  later.Play(ParseMove(later, "d2-d3"));
  const std::array<MoveRequest, 3> requests = {MoveRequest{start, 0, 1}, MoveRequest{later, 1, 2},
                                               MoveRequest{start, 8, 3}};
  std::array<MoveChoice, 3> choices;
  AlphaBetaPlayer player({.depth = 3});
  player.ChooseMoves(requests, choices);
  EXPECT_EQ(choices[0].move, choices[2].move);
  EXPECT_EQ(choices[0].value, choices[2].value);
  EXPECT_GT(choices[0].value, 0.1F);
  EXPECT_LT(choices[0].value, 0.9F);
  AlphaBetaPlayer fresh({.depth = 3});
  MoveChoice alone;
  fresh.ChooseMoves(std::span(requests).subspan(1, 1), {&alone, 1});
  EXPECT_EQ(alone.move, choices[1].move);
  EXPECT_EQ(alone.value, choices[1].value);
}

}  // namespace
}  // namespace lielow

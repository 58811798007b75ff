#include "mcts/rollout_player.h"

#include <gtest/gtest.h>

#include "game/move_text.h"
#include "mcts/random_player.h"

namespace lielow {
namespace {

MoveChoice ChoiceOf(Player& player, const Position& position, std::uint64_t seed, int ply = 0) {
  const MoveRequest request = {position, ply, seed};
  MoveChoice choice;
  player.ChooseMoves({&request, 1}, {&choice, 1});
  return choice;
}

MoveChoice ChoiceOf(Player& player, const char* text, std::uint64_t seed) {
  return ChoiceOf(player, Position::Parse(text), seed);
}

TEST(RolloutPlayerTest, FindsAWinInOne) {
  RolloutPlayer player(50, 1);
  const char* position = "r23/1r22/B1R12/4 b";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MoveChoice choice = ChoiceOf(player, position, seed);
    EXPECT_EQ(MoveText(Position::Parse(position), choice.move), "a2xb2");
    EXPECT_EQ(choice.value, 1);
    EXPECT_EQ(choice.result, (ProvenResult{Proof::kWin, 1}));
  }
}

TEST(RolloutPlayerTest, AvoidsTheMovesThatLoseInTwo) {
  RolloutPlayer player(50, 1);
  // Only the capture on b2 leaves the king out of reach.
  const char* position = "4/1r22/B1r12/3R3 b";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MoveChoice choice = ChoiceOf(player, position, seed);
    EXPECT_EQ(MoveText(Position::Parse(position), choice.move), "a2xb2");
  }
}

TEST(RolloutPlayerTest, PlayoutsDoNotMissAKing) {
  // Blue's king is beside a red stack on a1 and a3; on c3 it is 3 high and has to leave the board
  // next. So no playout is won.
  RolloutPlayer player(1, 1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(ChoiceOf(player, "4/1R22/r13/2B21 b", seed).value, 0) << seed;
  }
}

TEST(RolloutPlayerTest, PlayoutsDoNotMoveTheirOwnKingOffUnlessForced) {
  // On a4 and d1 Blue's king is 4 high and has to leave the board next, so no playout is won unless
  // Red's king leaves it first.
  RolloutPlayer player(1, 1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(ChoiceOf(player, "4/3R1/4/B33 b", seed).value, 0) << seed;
  }
}

TEST(RolloutPlayerTest, ValueIsTheShareOfPlayoutsThatAreWon) {
  RolloutPlayer player(200, 1);
  const MoveChoice choice = ChoiceOf(player, Position(8), 1);
  ASSERT_TRUE(choice.value);
  EXPECT_NEAR(*choice.value, 0.5, 0.2);
  EXPECT_EQ(choice.result, ProvenResult{});
}

TEST(RolloutPlayerTest, SameRequestGetsTheSameChoiceAloneAndTogether) {
  const std::vector<MoveRequest> requests = {{Position(8), 0, 1}, {Position(9), 3, 2}};
  std::vector<MoveChoice> together(2);
  RolloutPlayer player(50, 1);
  player.ChooseMoves(requests, together);
  const MoveChoice alone = ChoiceOf(player, requests[1].position, 2, 3);
  EXPECT_EQ(alone.move, together[1].move);
  EXPECT_EQ(alone.value, together[1].value);
}

// True if the player wins with `color`.
bool WinsAgainstRandom(Player& player, Color color, std::uint64_t seed) {
  RandomPlayer random;
  Position position(8);
  for (int ply = 0; !position.over(); ++ply) {
    Player& on_turn = position.to_move() == color ? player : static_cast<Player&>(random);
    const std::uint64_t move_seed = DeriveSeed(seed, static_cast<std::uint64_t>(ply));
    position.Play(ChoiceOf(on_turn, position, move_seed, ply).move);
  }
  return position.winner() == color;
}

TEST(RolloutPlayerTest, BeatsTheRandomPlayerWithEitherColor) {
  RolloutPlayer player(30, 1);
  int wins = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    wins += WinsAgainstRandom(player, seed % 2 == 0 ? Color::kBlue : Color::kRed, seed) ? 1 : 0;
  }
  EXPECT_GE(wins, 19);
}

}  // namespace
}  // namespace lielow

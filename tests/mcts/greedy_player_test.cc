#include "mcts/greedy_player.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "game/move_text.h"

namespace lielow {
namespace {

// The moves that are played over many seeds, with their shares.
std::map<std::string, double> Shares(const char* text) {
  constexpr int kGames = 2000;
  const Position position = Position::Parse(text);
  std::vector<MoveRequest> requests;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) requests.push_back({position, 0, seed});
  std::vector<MoveChoice> choices(requests.size());
  GreedyPlayer().ChooseMoves(requests, choices);
  std::map<std::string, double> shares;
  for (const MoveChoice& choice : choices) {
    shares[MoveText(position, choice.move)] += 1.0 / kGames;
  }
  return shares;
}

// All of the moves, and nothing else, each equally often.
void ExpectUniform(const char* text, const std::vector<std::string>& moves) {
  const std::map<std::string, double> shares = Shares(text);
  EXPECT_EQ(shares.size(), moves.size());
  for (const std::string& move : moves) {
    ASSERT_EQ(shares.count(move), 1U) << move;
    EXPECT_NEAR(shares.at(move), 1.0 / static_cast<double>(moves.size()), 0.05) << move;
  }
}

TEST(GreedyPlayerTest, TakesTheKingRatherThanAHigherStack) {
  // Taking the stack of 2 on b4 would be safe too.
  ExpectUniform("b1r22/2R11/3r2/B23 b", {"a1xc3"});
}

TEST(GreedyPlayerTest, TakesTheKingWithAnyStackThatCan) {
  ExpectUniform("4/2b11/1R12/B13 b", {"a1xb2", "c3xb2"});
}

TEST(GreedyPlayerTest, CapturesTheHighestStack) {
  ExpectUniform("4R3/2r1r31/2b12/5/4B2 b", {"c3xd4"});
}

TEST(GreedyPlayerTest, CapturesAnyOfTheHighestStacks) {
  ExpectUniform("4R3/2r3r31/2b12/5/4B2 b", {"c3xc4", "c3xd4"});
}

TEST(GreedyPlayerTest, CapturesALowerStackIfTheHigherOneIsProtectedFromTheKing) {
  // On d4 the king would stand beside the stack on e5.
  ExpectUniform("R33r1/3r31/2B12/1r13/5 b", {"c3xb2"});
}

TEST(GreedyPlayerTest, SafeMoveComesBeforeACaptureThatLosesTheKing) {
  ExpectUniform("3R1/2r11/4/B23 b", {"a1-a3", "a1-c1"});
}

TEST(GreedyPlayerTest, WithoutACapturePlaysAnySafeMove) {
  ExpectUniform("3R4/4/4/B13 b", {"a1-a2", "a1-b1", "a1-b2"});
}

TEST(GreedyPlayerTest, KingThatCannotBeSavedStaysOnTheBoard) {
  ExpectUniform("4/3B2/r12R1/4 b", {"d3-b1", "d3-b3", "d3-d1"});
}

TEST(GreedyPlayerTest, KingThatCannotBeSavedCapturesTheHighestStack) {
  ExpectUniform("4/1r11B2/r12R1/4 b", {"d3xb3"});
}

TEST(GreedyPlayerTest, TakesItsOwnKingOffIfItMust) { ExpectUniform("B42R2/4/4/4 b", {"a4-off"}); }

TEST(GreedyPlayerTest, SameRequestGetsTheSameMoveAloneAndTogether) {
  const std::vector<MoveRequest> requests = {{Position(8), 0, 1}, {Position(9), 3, 2}};
  std::vector<MoveChoice> together(2);
  std::vector<MoveChoice> alone(1);
  GreedyPlayer player;
  player.ChooseMoves(requests, together);
  player.ChooseMoves(std::span(requests).subspan(1), alone);
  EXPECT_EQ(alone[0].move, together[1].move);
}

}  // namespace
}  // namespace lielow

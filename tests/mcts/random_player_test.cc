#include "mcts/random_player.h"

#include <gmock/gmock.h>

#include <map>
#include <string>

#include "game/move_text.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Gt;
using testing::Lt;
using testing::Pair;
using testing::SizeIs;

TEST(RandomPlayerTest, EveryLegalMoveIsEquallyLikely) {
  const Position position = Position::Parse("4/3R1/4/B33 b");
  std::vector<MoveRequest> requests;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) requests.push_back({position, 0, seed});
  std::vector<MoveChoice> choices(requests.size());
  RandomPlayer().ChooseMoves(requests, choices);
  std::map<std::string, int> counts;
  for (const MoveChoice& choice : choices) ++counts[MoveText(position, choice.move)];
  // Four moves: 1000 each, with a standard deviation of 27.
  EXPECT_THAT(counts, SizeIs(4));
  EXPECT_THAT(counts, Each(Pair(testing::_, AllOf(Gt(890), Lt(1110)))));
}

TEST(RandomPlayerTest, SameRequestGetsTheSameMoveAloneAndTogether) {
  const std::vector<MoveRequest> requests = {{Position(8), 0, 1}, {Position(9), 3, 2}};
  std::vector<MoveChoice> together(2);
  std::vector<MoveChoice> alone(1);
  RandomPlayer player;
  player.ChooseMoves(requests, together);
  player.ChooseMoves(std::span(requests).subspan(1), alone);
  EXPECT_EQ(alone[0].move, together[1].move);
  EXPECT_FALSE(alone[0].value);
}

}  // namespace
}  // namespace lielow

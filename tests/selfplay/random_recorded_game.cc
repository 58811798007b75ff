#include "tests/selfplay/random_recorded_game.h"

#include <algorithm>
#include <array>

#include "game/random.h"

namespace lielow {
namespace {

constexpr int kUnits = 65535;

// The distances between random points on a line of kUnits.
std::vector<float> RandomPolicy(int moves, Random& random) {
  std::vector<int> points = {0, kUnits};
  for (int i = 1; i < moves; ++i) points.push_back(random.Below(kUnits + 1));
  std::sort(points.begin(), points.end());
  std::vector<float> policy;
  for (std::size_t i = 1; i < points.size(); ++i) {
    policy.push_back(static_cast<float>((points[i] - points[i - 1]) / double{kUnits}));
  }
  return policy;
}

}  // namespace

RecordedGame RandomRecordedGame(const Position& start, std::int64_t number) {
  constexpr std::array<Proof, 3> kProofs = {Proof::kLoss, Proof::kNone, Proof::kWin};
  RecordedGame game;
  game.start = start;
  game.number = number;
  game.seed = DeriveSeed(1, static_cast<std::uint64_t>(number));
  Random random(game.seed);
  const std::size_t opening = static_cast<std::size_t>(random.Below(5));
  Position position = start;
  while (!position.over()) {
    const MoveList legal = position.LegalMoves();
    RecordedMove move;
    move.move = legal[random.Below(legal.size())];
    if (game.moves.size() < opening) {
      move.effort = Effort::kNone;
    } else if (random.Below(4) == 0) {
      move.effort = Effort::kFast;
    } else {
      move.policy = RandomPolicy(legal.size(), random);
      move.surprise = static_cast<float>(random.Uniform());
    }
    move.model_step = 10 * number;
    move.value = static_cast<float>(random.Uniform());
    move.proof = kProofs[static_cast<std::size_t>(random.Below(3))];
    position.Play(move.move);
    game.moves.push_back(move);
  }
  game.winner = *position.winner();
  game.termination = TerminationOf(position.ending());
  return game;
}

std::vector<RecordedGame> RandomRecordedGames(int size, std::int64_t first, int count) {
  std::vector<RecordedGame> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(RandomRecordedGame(Position(size), first + i));
  }
  return games;
}

}  // namespace lielow

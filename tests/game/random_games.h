// Random games, for tests that hold in every position that can be reached.

#pragma once

#include <vector>

#include "game/position.h"
#include "game/random.h"

namespace lielow {

// The start, then the position after each move of a game of uniformly random moves; the last is
// final.
inline std::vector<Position> RandomGame(int size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Position> positions = {Position(size)};
  while (!positions.back().over()) {
    const MoveList moves = positions.back().LegalMoves();
    Position next = positions.back();
    next.Play(moves[random.Below(moves.size())]);
    positions.push_back(next);
  }
  return positions;
}

// The positions of `games` random games on each size of board.
inline std::vector<Position> RandomPositions(int games) {
  std::vector<Position> positions;
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int game = 0; game < games; ++game) {
      const auto seed =
          DeriveSeed(static_cast<std::uint64_t>(size), static_cast<std::uint64_t>(game));
      const std::vector<Position> more = RandomGame(size, seed);
      positions.insert(positions.end(), more.begin(), more.end());
    }
  }
  return positions;
}

}  // namespace lielow

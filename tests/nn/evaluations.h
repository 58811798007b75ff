// What tests of evaluators have in common.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mcts/evaluator.h"
#include "tests/game/random_games.h"

namespace lielow {

// Positions of random games that are not over.
inline std::vector<Position> OpenPositions(int size, int count) {
  std::vector<Position> positions;
  for (std::uint64_t seed = 0; static_cast<int>(positions.size()) < count; ++seed) {
    for (const Position& position : RandomGame(size, seed)) {
      if (!position.over()) positions.push_back(position);
    }
  }
  positions.resize(static_cast<std::size_t>(count), Position(size));
  return positions;
}

inline std::vector<Evaluation> EvaluateTogether(Evaluator& evaluator,
                                                const std::vector<Position>& positions) {
  std::vector<Evaluation> results(positions.size());
  evaluator.Evaluate(positions, results);
  return results;
}

// The largest difference of the value or any prior.
inline double Difference(const Evaluation& a, const Evaluation& b) {
  EXPECT_EQ(a.priors.size(), b.priors.size());
  double largest = std::abs(a.value - b.value);
  for (std::size_t i = 0; i < std::min(a.priors.size(), b.priors.size()); ++i) {
    largest = std::max<double>(largest, std::abs(a.priors[i] - b.priors[i]));
  }
  return largest;
}

}  // namespace lielow

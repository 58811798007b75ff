#include "mcts/evaluation_cache.h"

#include <gmock/gmock.h>

#include <vector>

#include "tests/support/hash_evaluator.h"

namespace lielow {
namespace {

using testing::ElementsAreArray;

// Different positions: those of random games.
std::vector<Position> Positions(std::size_t count) {
  std::vector<Position> positions;
  Random random(1);
  Position position(8);
  while (positions.size() < count) {
    if (position.over()) position = Position(8);
    const MoveList moves = position.LegalMoves();
    position.Play(moves[random.Below(moves.size())]);
    if (!position.over()) positions.push_back(position);
  }
  return positions;
}

bool Knows(const EvaluationCache& cache, const Position& position) {
  Evaluation found;
  if (!cache.Find(position, found)) return false;
  const Evaluation stored = HashEvaluator::OpinionOf(position);
  EXPECT_EQ(found.value, stored.value);
  EXPECT_THAT(found.priors, ElementsAreArray(stored.priors));
  return true;
}

TEST(EvaluationCacheTest, WhatIsFoundIsWhatWasStored) {
  EvaluationCache cache(1 << 22);
  cache.SetModel(3);
  const std::vector<Position> positions = Positions(1000);
  for (const Position& position : positions) EXPECT_FALSE(Knows(cache, position));
  for (const Position& position : positions) {
    cache.Add(position, HashEvaluator::OpinionOf(position));
  }
  int known = 0;
  for (const Position& position : positions) known += Knows(cache, position) ? 1 : 0;
  // A few have taken each other's place.
  EXPECT_GT(known, 900);
}

TEST(EvaluationCacheTest, OldestAreForgottenFirst) {
  EvaluationCache cache(100'000);
  cache.SetModel(3);
  const std::vector<Position> positions = Positions(20000);
  for (const Position& position : positions) {
    cache.Add(position, HashEvaluator::OpinionOf(position));
  }
  int known_of_first = 0;
  int known_of_last = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    known_of_first += Knows(cache, positions[i]) ? 1 : 0;
    known_of_last += Knows(cache, positions[positions.size() - 1 - i]) ? 1 : 0;
  }
  EXPECT_EQ(known_of_first, 0);
  EXPECT_GT(known_of_last, 80);
}

TEST(EvaluationCacheTest, AnotherModelKnowsNothingOfTheOne) {
  EvaluationCache cache(1 << 20);
  cache.SetModel(3);
  cache.Add(Position(8), HashEvaluator::OpinionOf(Position(8)));
  cache.SetModel(3);
  EXPECT_TRUE(Knows(cache, Position(8)));
  cache.SetModel(4);
  EXPECT_FALSE(Knows(cache, Position(8)));
  cache.SetModel(3);
  EXPECT_FALSE(Knows(cache, Position(8)));
}

TEST(EvaluationCacheTest, CacheWithoutMemoryKeepsNothing) {
  EvaluationCache cache(0);
  cache.SetModel(1);
  cache.Add(Position(8), HashEvaluator::OpinionOf(Position(8)));
  EXPECT_FALSE(Knows(cache, Position(8)));
}

}  // namespace
}  // namespace lielow

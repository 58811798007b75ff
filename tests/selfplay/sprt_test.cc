#include "selfplay/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "game/random.h"

namespace lielow {
namespace {

struct Outcome {
  int accepted = 0;
  int rejected = 0;
  double pairs = 0;
};

// Tests of players of which the first is better by `elo`. In a share of the pairs the opening alone
// decides: whoever is Blue wins both games, so that the pair is even.
Outcome SimulatedTests(const SprtOptions& options, double elo, double decided_by_opening,
                       std::uint64_t seed) {
  constexpr int kTests = 2000;
  constexpr int kMostPairs = 20000;
  const double score = 1 / (1 + std::pow(10, -elo / 400));
  // The same mean score also where some pairs are even.
  const double win = 0.5 + (score - 0.5) / (1 - decided_by_opening);
  Random random(seed);
  Outcome outcome;
  for (int test = 0; test < kTests; ++test) {
    Sprt sprt(options);
    while (sprt.verdict() == SprtVerdict::kUndecided && sprt.pairs() < kMostPairs) {
      if (random.Uniform() < decided_by_opening) {
        sprt.AddPair(1);
      } else {
        sprt.AddPair((random.Uniform() < win ? 1 : 0) + (random.Uniform() < win ? 1 : 0));
      }
    }
    outcome.accepted += sprt.verdict() == SprtVerdict::kAccept ? 1 : 0;
    outcome.rejected += sprt.verdict() == SprtVerdict::kReject ? 1 : 0;
    outcome.pairs += sprt.pairs() / double{kTests};
  }
  return outcome;
}

TEST(SprtTest, ErrorRatesAreWithinAThirdOfTheNominal) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 30};
  for (const double decided_by_opening : {0.0, 0.5}) {
    const Outcome null = SimulatedTests(options, 0, decided_by_opening, 1);
    EXPECT_EQ(null.accepted + null.rejected, 2000);
    EXPECT_LT(null.accepted / 2000.0, 0.05 * 4 / 3) << decided_by_opening;
    const Outcome better = SimulatedTests(options, 30, decided_by_opening, 2);
    EXPECT_LT(better.rejected / 2000.0, 0.05 * 4 / 3) << decided_by_opening;
    RecordProperty("pairs_at_elo0", std::to_string(null.pairs));
    RecordProperty("pairs_at_elo1", std::to_string(better.pairs));
  }
}

TEST(SprtTest, ExpectedLengthIsThatOfSimulatedTests) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 30};
  const SprtLength expected = ExpectedPairs(options);
  EXPECT_NEAR(SimulatedTests(options, 0, 0, 5).pairs / expected.at_either, 1, 0.1);
  EXPECT_NEAR(SimulatedTests(options, 30, 0, 6).pairs / expected.at_either, 1, 0.1);
  EXPECT_NEAR(SimulatedTests(options, 15, 0, 7).pairs / expected.between, 1, 0.1);
}

TEST(SprtTest, ClearDifferencesAreDecidedSoon) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 30};
  const Outcome much_better = SimulatedTests(options, 200, 0, 3);
  EXPECT_EQ(much_better.accepted, 2000);
  EXPECT_LT(much_better.pairs, 100);
  const Outcome much_worse = SimulatedTests(options, -200, 0, 4);
  EXPECT_EQ(much_worse.rejected, 2000);
  EXPECT_LT(much_worse.pairs, 100);
}

TEST(SprtTest, EvenPairsShowNothingForEvenHypotheses) {
  Sprt sprt({.elo0 = -20, .elo1 = 20});
  for (int i = 0; i < 1000; ++i) sprt.AddPair(1);
  EXPECT_NEAR(sprt.log_ratio(), 0, 1e-9);
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kUndecided);
}

TEST(SprtTest, OnePairDecidesNothing) {
  Sprt sprt({.elo0 = 0, .elo1 = 100});
  EXPECT_EQ(sprt.log_ratio(), 0);
  sprt.AddPair(2);
  EXPECT_GT(sprt.log_ratio(), 0);
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kUndecided);
}

TEST(SprtTest, VerdictIsFinal) {
  Sprt sprt({.elo0 = 0, .elo1 = 100});
  while (sprt.verdict() == SprtVerdict::kUndecided) sprt.AddPair(2);
  const int pairs = sprt.pairs();
  for (int i = 0; i < 1000; ++i) sprt.AddPair(0);
  EXPECT_EQ(sprt.verdict(), SprtVerdict::kAccept);
  EXPECT_EQ(sprt.pairs(), pairs);
}

}  // namespace
}  // namespace lielow

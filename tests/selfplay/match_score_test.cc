#include "selfplay/match_score.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "game/random.h"

namespace lielow {
namespace {

std::vector<double> Pairs(int count, double score) {
  return std::vector<double>(static_cast<std::size_t>(count), score);
}

TEST(EloFromScoreTest, IsTheLogarithmOfTheOdds) {
  EXPECT_DOUBLE_EQ(EloFromScore(0.5), 0);
  EXPECT_NEAR(EloFromScore(0.75), 190.8, 0.1);       // Odds of 3: 400 * 0.4771.
  EXPECT_NEAR(EloFromScore(10.0 / 11), 400, 1e-9);   // Odds of 10.
  EXPECT_NEAR(EloFromScore(1.0 / 101), -800, 1e-9);  // Odds of 1 to 100.
}

TEST(EstimateRatingTest, IntervalComesFromTheVarianceBetweenPairs) {
  // Mean 1/2, squares 4 * (1/2)^2 = 1, sample variance 1/9: worth 10 * 1/4 * 9 = 22.5 trials.
  // Wilson's bounds are 1/2 +- 1.96 / (2 sqrt(22.5 + 3.84)) = 1/2 +- 0.19095. A score of 0.69095
  // has odds of 2.2357: 400 * 0.3494 = 139.8.
  const RatingEstimate rating = EstimateRating({1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 0});
  EXPECT_NEAR(rating.elo, 0, 1e-9);
  EXPECT_NEAR(rating.low, -139.8, 0.1);
  EXPECT_NEAR(rating.high, 139.8, 0.1);
}

TEST(EstimateRatingTest, GamesAlikeWithinPairsMakeTheIntervalWider) {
  // The same 50 wins of 100 games. In the first, a pair is won or lost whole; in the second, the
  // pairs are a mix of all three scores.
  std::vector<double> alike = Pairs(25, 1);
  alike.resize(50, 0);
  std::vector<double> mixed = Pairs(12, 1);
  mixed.resize(38, 0.5);
  mixed.resize(50, 0);
  EXPECT_GT(EstimateRating(alike).high, 1.3 * EstimateRating(mixed).high);
}

TEST(EstimateRatingTest, IntervalOfAHighScoreIsLopsided) {
  // Mean 3/4, sample variance 1/12: worth 4 * 3/16 * 12 = 9 trials. Wilson's center is 0.6752, half
  // the width 0.2484: odds of 0.4269 / 0.5731 and of 0.9236 / 0.0764.
  const RatingEstimate rating = EstimateRating({1, 0.5, 0.5, 1});
  EXPECT_NEAR(rating.elo, 190.8, 0.1);
  EXPECT_NEAR(rating.low, -51.2, 0.1);
  EXPECT_NEAR(rating.high, 432.9, 0.1);
}

// The share of 2,000 simulated matches whose interval holds the truth. The first player is better
// by `elo`; in every opening one colour, drawn anew each time, has an advantage of `opening_elo`.
double Coverage(int pairs, double elo, double opening_elo, std::uint64_t seed) {
  const auto score = [](double difference) { return 1 / (1 + std::pow(10, -difference / 400)); };
  const double with = score(elo + opening_elo);
  const double against = score(elo - opening_elo);
  const double truth = EloFromScore((with + against) / 2);
  constexpr int kMatches = 2000;
  Random random(seed);
  int held = 0;
  for (int match = 0; match < kMatches; ++match) {
    std::vector<double> scores;
    for (int i = 0; i < pairs; ++i) {
      const int wins = (random.Uniform() < with ? 1 : 0) + (random.Uniform() < against ? 1 : 0);
      scores.push_back(0.5 * wins);
    }
    const RatingEstimate rating = EstimateRating(scores);
    held += rating.low <= truth && truth <= rating.high ? 1 : 0;
  }
  return held / double{kMatches};
}

TEST(EstimateRatingTest, IntervalsHoldTheTruth) {
  for (const int pairs : {50, 100, 400}) {
    for (const double elo : {0.0, 100.0, 200.0, 400.0}) {
      for (const double opening_elo : {0.0, 400.0}) {
        const double coverage = Coverage(pairs, elo, opening_elo, 1);
        EXPECT_GE(coverage, 0.93) << pairs << " pairs, " << elo << ", " << opening_elo;
        EXPECT_LE(coverage, 0.97) << pairs << " pairs, " << elo << ", " << opening_elo;
      }
    }
  }
}

TEST(EstimateRatingTest, EqualPairsHaveWilsonsInterval) {
  for (const int n : {3, 10, 49}) {
    // At a score of 1, Wilson's lower bound is 1 / (1 + z^2 / n): odds of n / z^2, z^2 = 3.8415.
    const RatingEstimate all_won = EstimateRating(Pairs(n, 1));
    EXPECT_NEAR(all_won.low, 400 * std::log10(n / 3.8415), 0.1) << n;
    // Half a game of 2 n below 1: odds of 4 n - 1.
    EXPECT_NEAR(all_won.elo, 400 * std::log10(4 * n - 1), 1e-6) << n;
    EXPECT_NEAR(all_won.high, all_won.elo, 1e-6) << n;

    // At 1/2 it is 1/2 +- z / (2 sqrt(n + z^2)).
    const RatingEstimate all_even = EstimateRating(Pairs(n, 0.5));
    const double half = 1.96 / 2 / std::sqrt(n + 3.8415);
    EXPECT_NEAR(all_even.elo, 0, 1e-9) << n;
    EXPECT_NEAR(all_even.high, EloFromScore(std::min(0.5 + half, 1 - 0.25 / n)), 0.1) << n;
    EXPECT_NEAR(all_even.low, -all_even.high, 1e-6) << n;
  }
}

TEST(EstimateRatingTest, SinglePairSaysLittle) {
  // Half a game of two from the ends: from 1/4 to 3/4.
  const RatingEstimate rating = EstimateRating({1});
  EXPECT_NEAR(rating.low, -190.8, 0.1);
  EXPECT_NEAR(rating.elo, 190.8, 0.1);
  EXPECT_NEAR(rating.high, 190.8, 0.1);
}

TEST(EstimateRatingTest, SwappingThePlayersTurnsTheEstimateRound) {
  for (const std::vector<double>& scores :
       {std::vector<double>{1, 0.5, 1, 0, 1, 1}, Pairs(7, 1), Pairs(3, 0.5), Pairs(1, 0),
        std::vector<double>{0, 0, 0.5}}) {
    std::vector<double> swapped;
    for (const double score : scores) swapped.push_back(1 - score);
    const RatingEstimate rating = EstimateRating(scores);
    const RatingEstimate other = EstimateRating(swapped);
    EXPECT_NEAR(other.elo, -rating.elo, 1e-9);
    EXPECT_NEAR(other.low, -rating.high, 1e-9);
    EXPECT_NEAR(other.high, -rating.low, 1e-9);
  }
}

TEST(EstimateRatingTest, IsFiniteAndOrderedForEveryScore) {
  for (int wins = 0; wins <= 2; ++wins) {
    for (int pairs = 1; pairs <= 30; ++pairs) {
      std::vector<double> scores = Pairs(pairs, 0.5 * wins);
      for (const double last : {0.0, 0.5, 1.0}) {
        scores.back() = last;
        const RatingEstimate rating = EstimateRating(scores);
        EXPECT_TRUE(std::isfinite(rating.low) && std::isfinite(rating.high));
        EXPECT_LE(rating.low, rating.elo);
        EXPECT_LE(rating.elo, rating.high);
        EXPECT_LT(rating.low, rating.high);
      }
    }
  }
}

}  // namespace
}  // namespace lielow

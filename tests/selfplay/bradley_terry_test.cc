#include "selfplay/bradley_terry.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "game/random.h"

namespace lielow {
namespace {

double Score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// Games of players whose strengths are known, one pair at a time.
LadderResult PlayPair(const std::vector<double>& elo, int a, int b, Random& random) {
  const double p = Score(elo[static_cast<std::size_t>(a)] - elo[static_cast<std::size_t>(b)]);
  LadderResult result = {a, b, 0};
  for (int game = 0; game < 2; ++game) result.a_wins += random.Uniform() < p ? 1 : 0;
  return result;
}

// The same where each opening favours one colour, so that games of a pair depend on each other.
LadderResult PlayUnevenPair(const std::vector<double>& elo, int a, int b, Random& random) {
  const double difference = elo[static_cast<std::size_t>(a)] - elo[static_cast<std::size_t>(b)];
  const double advantage = random.Uniform() < 0.5 ? 400 : -400;
  LadderResult result = {a, b, 0};
  result.a_wins += random.Uniform() < Score(difference + advantage) ? 1 : 0;
  result.a_wins += random.Uniform() < Score(difference - advantage) ? 1 : 0;
  return result;
}

TEST(BradleyTerryTest, TwoPlayersAreRatedByTheirScore) {
  std::vector<LadderResult> results;
  for (int i = 0; i < 3000; ++i) results.push_back({0, 1, i % 4 == 0 ? 1 : 2});  // 7 of 8.
  const LadderFit fit = FitBradleyTerry(2, results, 1);
  EXPECT_DOUBLE_EQ(fit.elo[1], 0);
  EXPECT_NEAR(fit.elo[0], 400 * std::log10(7), 1);
  EXPECT_NEAR(fit.ExpectedScore(0, 1), 0.875, 0.001);
  EXPECT_NEAR(fit.ExpectedScore(1, 0), 0.125, 0.001);
}

TEST(BradleyTerryTest, PlayersThatNeverMetAreComparedByOthers) {
  std::vector<LadderResult> results;
  for (int i = 0; i < 2000; ++i) {
    results.push_back({0, 1, i % 2 == 0 ? 1 : 2});
    results.push_back({2, 1, i % 2 == 0 ? 1 : 0});
  }
  const LadderFit fit = FitBradleyTerry(3, results, 0);
  EXPECT_NEAR(fit.elo[1], -190.8, 1);
  EXPECT_NEAR(fit.elo[2], -381.7, 2);
  // The chain is less sure than its links.
  EXPECT_GT(fit.Variance(0, 2), fit.Variance(0, 1));
  EXPECT_DOUBLE_EQ(fit.Variance(0, 0), 0);
}

TEST(BradleyTerryTest, RatingsAreFiniteForThoseWhoLoseAll) {
  const LadderFit fit = FitBradleyTerry(3, std::vector<LadderResult>(50, {0, 1, 2}), 0);
  EXPECT_LT(fit.elo[1], -400);
  EXPECT_GT(fit.elo[1], -3000);
  EXPECT_GT(std::sqrt(fit.Variance(0, 1)), 100);
  // Of one who has not played, nothing is known.
  EXPECT_NEAR(fit.elo[2], 0, 1e-6);
  EXPECT_NEAR(std::sqrt(fit.Variance(0, 2)), kPriorElo, 300);
}

TEST(BradleyTerryTest, TheMostUncertainPairingComesFirst) {
  std::vector<LadderResult> results;
  for (int i = 0; i < 100; ++i) results.push_back({0, 1, 1});
  LadderFit fit = FitBradleyTerry(3, results, 0);
  const Pairing first = MostInformativePairing(fit, 8);
  EXPECT_EQ(first.b, 2);
  // Once that is as good as played, another tells more.
  for (int i = 0; i < 100; ++i) MostInformativePairing(fit, 8);
  EXPECT_LT(fit.Variance(0, 2), 40 * 40);
}

// The share of intervals of 95 % that hold the truth.
template <class Play>
double Coverage(const Play& play, int pairs) {
  const std::vector<double> truth = {0, 80, 150, -60, 240};
  constexpr double kNormal95 = 1.959964;
  constexpr int kLadders = 2000;
  Random random(11);
  int held = 0;
  int intervals = 0;
  for (int ladder = 0; ladder < kLadders; ++ladder) {
    std::vector<LadderResult> results;
    for (int i = 0; i < pairs; ++i) {
      const int a = random.Below(5);
      results.push_back(play(truth, a, (a + 1 + random.Below(4)) % 5, random));
    }
    const LadderFit fit = FitBradleyTerry(5, results, 0);
    for (int player = 1; player < 5; ++player) {
      const auto i = static_cast<std::size_t>(player);
      held += std::abs(fit.elo[i] - truth[i]) <= kNormal95 * std::sqrt(fit.Variance(0, player));
      ++intervals;
    }
  }
  return static_cast<double>(held) / intervals;
}

TEST(BradleyTerryTest, IntervalsHoldTheTruth) {
  for (const int pairs : {100, 400}) {
    const double independent = Coverage(PlayPair, pairs);
    EXPECT_GE(independent, 0.93) << pairs;
    EXPECT_LE(independent, 0.97) << pairs;
  }
}

TEST(BradleyTerryTest, IntervalsAreNarrowerWhereOpeningsDecide) {
  std::vector<LadderResult> results;
  std::vector<LadderResult> uneven;
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    results.push_back(PlayPair({0, 0}, 0, 1, random));
    uneven.push_back(PlayUnevenPair({0, 0}, 0, 1, random));
  }
  EXPECT_LT(FitBradleyTerry(2, uneven, 0).Variance(0, 1),
            0.5 * FitBradleyTerry(2, results, 0).Variance(0, 1));
}

}  // namespace
}  // namespace lielow

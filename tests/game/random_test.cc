#include "game/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace lielow {
namespace {

constexpr int kDraws = 200000;

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <class Draw>
Moments MomentsOf(Draw draw) {
  double sum = 0;
  double sum_of_squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = draw();
    sum += x;
    sum_of_squares += x * x;
  }
  const double mean = sum / kDraws;
  return {mean, sum_of_squares / kDraws - mean * mean};
}

TEST(RandomTest, FirstOutputsAreThoseOfSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random(), 6457827717110365317U);
  EXPECT_EQ(random(), 3203168211198807973U);
  EXPECT_EQ(random(), 9817491932198370423U);
}

TEST(RandomTest, CopyGoesOnWithTheSameNumbers) {
  Random random(5);
  random();
  Random copy = random;
  EXPECT_EQ(copy(), random());
  Random resumed(random.state());
  EXPECT_EQ(resumed(), random());
}

TEST(RandomTest, BelowStaysInRangeAndHitsEveryNumberAboutEquallyOften) {
  Random random(1);
  std::vector<int> hits(7);
  for (int i = 0; i < 70000; ++i) ++hits.at(static_cast<std::size_t>(random.Below(7)));
  // 10,000 expected each, standard deviation 93.
  EXPECT_GT(*std::min_element(hits.begin(), hits.end()), 9500);
  EXPECT_LT(*std::max_element(hits.begin(), hits.end()), 10500);
  EXPECT_EQ(random.Below(1), 0);
}

TEST(RandomTest, UniformStaysInRangeAndHasItsMoments) {
  Random random(2);
  const Moments moments = MomentsOf([&] {
    const double x = random.Uniform();
    EXPECT_GE(x, 0);
    EXPECT_LT(x, 1);
    return x;
  });
  EXPECT_NEAR(moments.mean, 0.5, 0.005);
  EXPECT_NEAR(moments.variance, 1.0 / 12, 0.002);
}

TEST(RandomTest, ExponentialIsPositiveAndHasItsMoments) {
  Random random(3);
  const Moments moments = MomentsOf([&] {
    const double x = random.Exponential();
    EXPECT_GT(x, 0);
    return x;
  });
  EXPECT_NEAR(moments.mean, 1, 0.015);
  EXPECT_NEAR(moments.variance, 1, 0.05);
}

TEST(RandomTest, GumbelHasItsMoments) {
  Random random(4);
  const Moments moments = MomentsOf([&] { return random.Gumbel(); });
  EXPECT_NEAR(moments.mean, 0.5772, 0.015);    // Euler's constant.
  EXPECT_NEAR(moments.variance, 1.645, 0.05);  // pi^2 / 6
}

TEST(RandomTest, NormalHasItsMoments) {
  Random random(5);
  const Moments moments = MomentsOf([&] { return random.Normal(); });
  EXPECT_NEAR(moments.mean, 0, 0.015);
  EXPECT_NEAR(moments.variance, 1, 0.02);
}

TEST(RandomTest, GammaHasItsMomentsBelowAndAboveShapeOne) {
  for (const double alpha : {0.1, 1.0, 3.5}) {
    Random random(6);
    const Moments moments = MomentsOf([&] { return random.Gamma(alpha); });
    EXPECT_NEAR(moments.mean, alpha, 0.03) << alpha;
    EXPECT_NEAR(moments.variance, alpha, 0.1) << alpha;
  }
}

TEST(RandomTest, NormalDrawsItsRadiusBeforeItsAngle) {
  Random random(7);
  Random copy(7);
  const double radius = std::sqrt(2 * copy.Exponential());
  const double angle = 2 * std::numbers::pi * copy.Uniform();
  EXPECT_EQ(random.Normal(), radius * std::cos(angle));
}

TEST(RandomTest, DerivedSeedsAreFixedAndDifferFromEachOther) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (std::uint64_t part = 0; part < 100; ++part) seeds.insert(DeriveSeed(seed, part));
  }
  EXPECT_EQ(seeds.size(), 10000U);
  static_assert(DeriveSeed(1, 2) != DeriveSeed(2, 1));
}

}  // namespace
}  // namespace lielow

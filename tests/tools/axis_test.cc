#include "tools/axis.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <utility>

namespace lielow {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::string> TickTexts(double low, double high, int most) {
  std::vector<std::string> texts;
  for (const double tick : MakeAxis(low, high, most).ticks) texts.push_back(TickText(tick));
  return texts;
}

TEST(AxisTest, TicksAreRoundAndCoverTheNumbers) {
  EXPECT_THAT(TickTexts(2.445, 3.26, 7), ElementsAre("2.4", "2.6", "2.8", "3", "3.2", "3.4"));
  EXPECT_THAT(TickTexts(62, 1000, 8), ElementsAre("0", "200", "400", "600", "800", "1000"));
  EXPECT_THAT(TickTexts(-30, 759, 7), ElementsAre("-200", "0", "200", "400", "600", "800"));
  EXPECT_THAT(TickTexts(0, 1, 7), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
  EXPECT_THAT(TickTexts(-3, -1, 4), ElementsAre("-3", "-2", "-1"));
}

TEST(AxisTest, TicksOfAnyRangeAreFewAndCoverIt) {
  for (const double size : {1e-99, 1e-12, 0.3, 7.0, 1234.5, 9.99e7, 1e30, 1e99}) {
    for (const double part : {0.0, 0.17, 0.5, 0.999}) {
      SCOPED_TRACE(testing::Message() << size << " " << part);
      const double low = -part * size;
      const Axis axis = MakeAxis(low, size, 7);
      EXPECT_LE(axis.ticks.size(), 7U);
      EXPECT_GE(axis.ticks.size(), 3U);
      EXPECT_LE(axis.low(), low + 1e-5 * size);
      EXPECT_GE(axis.high(), size * (1 - 1e-5));
      EXPECT_LE(axis.high() - axis.low(), 3 * (size - low));
    }
  }
}

TEST(AxisTest, NumbersThatAreAllTheSameLieInTheMiddle) {
  for (const double number : {0.002, -40.0, 1e99, 0.0, 1e-200}) {
    const Axis axis = MakeAxis(number, number, 7);
    EXPECT_LE(axis.ticks.size(), 7U);
    EXPECT_THAT(axis.Share(number), DoubleNear(0.5, 0.2)) << number;
  }
  EXPECT_THAT(TickTexts(0, 0, 5), ElementsAre("-1", "-0.5", "0", "0.5", "1"));
}

TEST(AxisTest, NumbersThatAreNearlyTheSameCountAsTheSame) {
  const double number = 1e9;
  const Axis axis = MakeAxis(number, std::nextafter(number, kInfinity), 7);
  EXPECT_GT(axis.high() - axis.low(), 1e7);
}

TEST(AxisTest, WhatIsBeyondTheAxisIsAtItsEnd) {
  const Axis axis = MakeAxis(0, 10, 6);
  EXPECT_EQ(axis.Share(0), 0);
  EXPECT_EQ(axis.Share(5), 0.5);
  EXPECT_EQ(axis.Share(10), 1);
  EXPECT_EQ(axis.Share(1e300), 1);
  EXPECT_EQ(axis.Share(kInfinity), 1);
  EXPECT_EQ(axis.Share(-kInfinity), 0);
}

TEST(TickTextTest, IsShort) {
  const std::vector<std::pair<double, std::string>> texts = {
      {0, "0"},       {-1, "-1"},      {3 * 0.1, "0.3"},   {0.002, "0.002"},
      {5000, "5000"}, {20000, "20k"},  {-500000, "-500k"}, {1500000, "1.5M"},
      {2e9, "2000M"}, {1e30, "1e+30"}, {1e-9, "1e-09"}};
  for (const auto& [number, text] : texts) EXPECT_EQ(TickText(number), text);
}

}  // namespace
}  // namespace lielow

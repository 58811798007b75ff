#include "tools/svg_chart.h"

#include <gmock/gmock.h>

#include <cstddef>
#include <limits>
#include <string_view>

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

int Count(std::string_view text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

Chart ChartOf(std::vector<ChartPoint> points) {
  return {.title = "Losses", .x_name = "steps", .curves = {{"policy", std::move(points)}}};
}

// The plot reaches from x = 60 to 500 and, without a legend, from y = 12 to 212.
TEST(SvgChartTest, PointsAreWhereTheAxesSay) {
  const std::string svg = ChartSvg(ChartOf({{0, 0}, {50, 5}, {100, 10}}));
  EXPECT_THAT(svg, HasSubstr("points=\"60.0,212.0 280.0,112.0 500.0,12.0 \""));
  EXPECT_THAT(svg, HasSubstr("y=\"16.0\">10</text>"));  // Four below the tick's line.
  EXPECT_THAT(svg, HasSubstr("x=\"500.0\" y=\"228.0\">100</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>policy: 5, steps 50</title>"));
  EXPECT_THAT(svg, HasSubstr(">steps</text>"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"Losses\""));
  EXPECT_THAT(svg, Not(HasSubstr(">policy</text>")));  // No legend for one curve.
  EXPECT_THAT(svg, Not(HasSubstr("diagonal")));
}

TEST(SvgChartTest, SeveralCurvesHaveALegendAndClassesOfTheirOwn) {
  Chart chart = ChartOf({{0, 1}, {1, 2}});
  chart.curves.push_back({"value", {{0, 3}, {1, 4}}});
  const std::string svg = ChartSvg(chart);
  EXPECT_THAT(svg, HasSubstr(">policy</text>"));
  EXPECT_THAT(svg, HasSubstr(">value</text>"));
  EXPECT_THAT(svg, HasSubstr("<polyline class=\"line curve-0\""));
  EXPECT_THAT(svg, HasSubstr("<polyline class=\"line curve-1\""));
}

TEST(SvgChartTest, IntervalsAreABandAndBars) {
  const std::string svg =
      ChartSvg(ChartOf({{0, 5, ChartInterval{0, 10}}, {10, 5, ChartInterval{5, 10}}}));
  EXPECT_THAT(svg, HasSubstr("points=\"60.0,12.0 500.0,12.0 500.0,112.0 60.0,212.0 \""));
  EXPECT_EQ(Count(svg, "class=\"bar curve-0\""), 2);
  EXPECT_THAT(svg, HasSubstr("<title>policy: 5 (0 to 10), steps 0</title>"));
}

TEST(SvgChartTest, OnePointAndConstantNumbersAreDrawn) {
  EXPECT_EQ(Count(ChartSvg(ChartOf({{62, 3.25}})), "<circle"), 1);
  EXPECT_EQ(Count(ChartSvg(ChartOf({{1, 0}, {2, 0}, {3, 0}})), "<circle"), 3);
}

TEST(SvgChartTest, NoPointsSaySo) {
  EXPECT_THAT(ChartSvg(ChartOf({})), HasSubstr("nothing recorded"));
  EXPECT_THAT(ChartSvg({.title = "", .x_name = "", .curves = {}}), HasSubstr("nothing recorded"));
}

TEST(SvgChartTest, InfiniteAndHugeNumbersAreAtTheEdge) {
  for (const double beyond : {kInfinity, 1e300}) {
    const std::string svg = ChartSvg(ChartOf({{0, 0}, {50, beyond}, {100, -beyond}}));
    EXPECT_THAT(svg, HasSubstr(" 280.0,12.0 500.0,212.0 \""));
    EXPECT_THAT(svg, HasSubstr("Infinite values are drawn at the edge."));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
  // Also where there is nothing else.
  EXPECT_THAT(ChartSvg(ChartOf({{1, kInfinity, ChartInterval{-kInfinity, kInfinity}}})),
              Not(HasSubstr("nan")));
  // Nothing ends at the edge but what is infinite.
  const std::string svg = ChartSvg(ChartOf({{0, 0}, {1, 500}, {2, kInfinity}}));
  EXPECT_THAT(svg, Not(HasSubstr("280.0,12.0 ")));
  EXPECT_THAT(ChartSvg(ChartOf({{0, 0}, {1, 1}})), Not(HasSubstr("Infinite")));
}

TEST(SvgChartTest, WhatIsNoNumberIsLeftOut) {
  const std::string svg = ChartSvg(ChartOf({{0, 1}, {1, kNan}, {2, 3}}));
  EXPECT_EQ(Count(svg, "<circle"), 2);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(SvgChartTest, RangesAreShownInAnyCase) {
  Chart chart = ChartOf({{0.5, 0.5}});
  chart.x_range = ChartInterval{0, 1};
  chart.y_range = ChartInterval{0, 1};
  chart.diagonal = true;
  const std::string svg = ChartSvg(chart);
  EXPECT_THAT(svg, HasSubstr("points=\"280.0,112.0 \""));
  EXPECT_THAT(svg,
              HasSubstr("class=\"diagonal\" x1=\"60.0\" y1=\"212.0\" x2=\"500.0\" y2=\"12.0\""));
}

// A drawing of a long run stays small, and keeps what stands out.
TEST(SvgChartTest, OfVeryManyPointsTheOutlineIsDrawn) {
  std::vector<ChartPoint> points;
  for (int i = 0; i < 100000; ++i) {
    points.push_back({static_cast<double>(i), i == 50001 ? 10.0 : 0.0});
  }
  const std::string svg = ChartSvg(ChartOf(points));
  EXPECT_LT(svg.size(), 30000U);
  EXPECT_THAT(svg, HasSubstr(",12.0 "));
  EXPECT_EQ(Count(svg, "<circle"), 0);
}

TEST(SvgChartTest, TextIsEscaped) {
  Chart chart{.title = "a\"b", .x_name = "<x>", .curves = {{"<&'", {{0, 1}}}, {"b", {{0, 2}}}}};
  const std::string svg = ChartSvg(chart);
  EXPECT_THAT(svg, HasSubstr("aria-label=\"a&quot;b\""));
  EXPECT_THAT(svg, HasSubstr(">&lt;x&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">&lt;&amp;&#39;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;&amp;&#39;: 1, &lt;x&gt; 0</title>"));
}

}  // namespace
}  // namespace lielow

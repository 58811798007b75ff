// A chart of curves as an SVG drawing that stands within an HTML page.
//
// The drawing has no colours of its own: the page's style sheet gives them to its classes (axis,
// grid, curve-0, curve-1, ...; tools/report_style.h).

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lielow {

struct ChartInterval {
  double low = 0;
  double high = 0;
};

// Infinite numbers are drawn at the edge of the chart; a point with a NaN is left out.
struct ChartPoint {
  double x = 0;
  double y = 0;
  std::optional<ChartInterval> interval = {};  // In which y lies for certain, or nearly so.
};

struct ChartCurve {
  std::string name;                // Shown if there are several curves.
  std::vector<ChartPoint> points;  // By increasing x.
};

struct Chart {
  std::string title;  // For those who cannot see the drawing.
  std::string x_name;
  std::vector<ChartCurve> curves;

  // What the axes show in any case.
  std::optional<ChartInterval> x_range = {};
  std::optional<ChartInterval> y_range = {};

  bool diagonal = false;  // A line from corner to corner, where y would be as large as x.
};

// The element <svg>. A chart without points says so.
std::string ChartSvg(const Chart& chart);

}  // namespace lielow

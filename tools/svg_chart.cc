#include "tools/svg_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tools/axis.h"
#include "tools/html_text.h"

namespace lielow {
namespace {

constexpr double kWidth = 520;
constexpr double kLeft = 60;
constexpr double kRight = 500;
constexpr double kPlotHeight = 200;
constexpr double kLegendLine = 18;
constexpr double kMargin = 12;
constexpr double kBelowPlot = 40;

// Roughly, of a letter in the legend.
constexpr double kLetterWidth = 6.6;

// The style sheet knows so many classes of curves; further ones begin anew.
constexpr std::size_t kCurveClasses = 6;

std::string Number(double number) { return FixedText(number, 1); }

std::string Attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + HtmlEscaped(value) + "\"";
}
std::string Attribute(const std::string& name, double value) {
  return Attribute(name, Number(value));
}

std::string CurveClass(std::size_t curve) {
  return "curve-" + std::to_string(curve % kCurveClasses);
}

std::string LineSvg(const std::string& classes, double x1, double y1, double x2, double y2) {
  return "<line" + Attribute("class", classes) + Attribute("x1", x1) + Attribute("y1", y1) +
         Attribute("x2", x2) + Attribute("y2", y2) + "/>\n";
}

std::string TextSvg(const std::string& anchor, double x, double y, const std::string& text) {
  return "<text" + Attribute("text-anchor", anchor) + Attribute("x", x) + Attribute("y", y) + ">" +
         HtmlEscaped(text) + "</text>\n";
}

bool OnAxis(double number) { return std::abs(number) <= kLargestOnAxis; }

// The numbers that an axis must cover, and whether there are others that none can.
class Extent {
 public:
  void Add(double number) {
    if (!OnAxis(number)) {
      beyond_ = true;
      return;
    }
    low_ = empty_ ? number : std::min(low_, number);
    high_ = empty_ ? number : std::max(high_, number);
    empty_ = false;
  }
  void Add(const ChartInterval& interval) {
    Add(interval.low);
    Add(interval.high);
  }

  bool beyond() const { return beyond_; }

  // With some room at both ends for what is beyond them.
  Axis MakeAxis(int most_ticks) const {
    const double room = beyond_ ? std::max((high_ - low_) / 10, std::abs(high_) / 100) : 0;
    return lielow::MakeAxis(std::max(low_ - room, -kLargestOnAxis),
                            std::min(high_ + room, kLargestOnAxis), most_ticks);
  }

 private:
  bool empty_ = true;
  bool beyond_ = false;
  double low_ = 0;
  double high_ = 0;
};

// Of very many points those that make the curve's outline: the lowest and the highest of each small
// stretch.
std::vector<ChartPoint> Thinned(const std::vector<ChartPoint>& points) {
  constexpr std::size_t kMostPoints = 1000;
  if (points.size() <= kMostPoints) return points;
  const std::size_t stretch = 2 * points.size() / kMostPoints + 1;
  const auto lower = [](const ChartPoint& a, const ChartPoint& b) { return a.y < b.y; };
  std::vector<ChartPoint> thinned;
  for (std::size_t begin = 0; begin < points.size(); begin += stretch) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        points.begin() + static_cast<std::ptrdiff_t>(std::min(begin + stretch, points.size()));
    auto [lowest, highest] = std::minmax_element(first, last, lower);
    if (highest < lowest) std::swap(lowest, highest);
    thinned.push_back(*lowest);
    if (highest != lowest) thinned.push_back(*highest);
  }
  return thinned;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {
    for (ChartCurve& curve : chart_.curves) {
      std::erase_if(curve.points,
                    [](const ChartPoint& point) { return std::isnan(point.x + point.y); });
      curve.points = Thinned(curve.points);
    }
    Extent x;
    Extent y;
    if (chart_.x_range) x.Add(*chart_.x_range);
    if (chart_.y_range) y.Add(*chart_.y_range);
    for (const ChartCurve& curve : chart_.curves) {
      for (const ChartPoint& point : curve.points) {
        x.Add(point.x);
        y.Add(point.y);
        if (point.interval) y.Add(*point.interval);
        empty_ = false;
      }
    }
    beyond_ = x.beyond() || y.beyond();
    x_ = x.MakeAxis(8);
    y_ = y.MakeAxis(7);
  }

  std::string Svg() {
    const std::string legend = Legend();
    top_ = legend_bottom_ + kMargin;
    std::string plot = Grid();
    if (chart_.diagonal) plot += LineSvg("diagonal", kLeft, bottom(), kRight, top_);
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) plot += Band(i);
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) plot += Curve(i);
    double height = bottom() + kBelowPlot;
    if (empty_) {
      plot += TextSvg("middle", (kLeft + kRight) / 2, (top_ + bottom()) / 2, "nothing recorded");
    }
    if (beyond_) {
      plot += TextSvg("start", kLeft, height + 4, "Infinite values are drawn at the edge.");
      height += kLegendLine;
    }
    return "<svg" + Attribute("class", "chart") + Attribute("role", "img") +
           Attribute("viewBox", "0 0 " + Number(kWidth) + " " + Number(height)) +
           Attribute("aria-label", chart_.title) + ">\n" + legend + plot + "</svg>\n";
  }

 private:
  double bottom() const { return top_ + kPlotHeight; }
  double X(double number) const { return kLeft + x_.Share(number) * (kRight - kLeft); }
  double Y(double number) const { return bottom() - y_.Share(number) * kPlotHeight; }
  std::string Place(double x, double y) const { return Number(X(x)) + "," + Number(Y(y)); }

  // Above the plot, in as many lines as it takes.
  std::string Legend() {
    if (chart_.curves.size() < 2) return "";
    std::string svg;
    double x = kLeft;
    legend_bottom_ = kLegendLine;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const std::string& name = chart_.curves[i].name;
      const double width = 44 + kLetterWidth * static_cast<double>(name.size());
      if (x > kLeft && x + width > kWidth) {
        x = kLeft;
        legend_bottom_ += kLegendLine;
      }
      const double middle = legend_bottom_ - kLegendLine / 2;
      svg += LineSvg("line " + CurveClass(i), x, middle, x + 24, middle);
      svg += TextSvg("start", x + 29, middle + 4, name);
      x += width;
    }
    return svg;
  }

  std::string Grid() const {
    std::string svg;
    for (const double tick : x_.ticks) {
      svg += LineSvg("grid", X(tick), top_, X(tick), bottom());
      svg += TextSvg("middle", X(tick), bottom() + 16, TickText(tick));
    }
    for (const double tick : y_.ticks) {
      svg += LineSvg("grid", kLeft, Y(tick), kRight, Y(tick));
      svg += TextSvg("end", kLeft - 6, Y(tick) + 4, TickText(tick));
    }
    svg += LineSvg("axis", kLeft, bottom(), kRight, bottom());
    svg += LineSvg("axis", kLeft, top_, kLeft, bottom());
    return svg + TextSvg("middle", (kLeft + kRight) / 2, bottom() + 34, chart_.x_name);
  }

  // The intervals: an area, and a bar at each point, which also shows where there is but one.
  std::string Band(std::size_t index) const {
    std::string bars;
    std::string upper;
    std::string lower;
    for (const ChartPoint& point : chart_.curves[index].points) {
      if (!point.interval) continue;
      const double x = X(point.x);
      bars += LineSvg("bar " + CurveClass(index), x, Y(point.interval->low), x,
                      Y(point.interval->high));
      upper += Place(point.x, point.interval->high) + " ";
      lower.insert(0, Place(point.x, point.interval->low) + " ");
    }
    if (bars.empty()) return "";
    return "<polygon" + Attribute("class", "band " + CurveClass(index)) +
           Attribute("points", upper + lower) + "/>\n" + bars;
  }

  std::string Curve(std::size_t index) const {
    // More dots than this would run into each other.
    constexpr std::size_t kMostDots = 100;
    const ChartCurve& curve = chart_.curves[index];
    std::string places;
    std::string dots;
    for (const ChartPoint& point : curve.points) {
      places += Place(point.x, point.y) + " ";
      if (curve.points.size() > kMostDots) continue;
      dots += "<circle" + Attribute("class", "dot " + CurveClass(index)) +
              Attribute("cx", X(point.x)) + Attribute("cy", Y(point.y)) + Attribute("r", 2.5) +
              "><title>" + HtmlEscaped(Label(curve, point)) + "</title></circle>\n";
    }
    if (places.empty()) return "";
    return "<polyline" + Attribute("class", "line " + CurveClass(index)) +
           Attribute("points", places) + "/>\n" + dots;
  }

  // What a dot stands for, shown when the mouse is on it.
  std::string Label(const ChartCurve& curve, const ChartPoint& point) const {
    std::string label = curve.name + ": " + TickText(point.y);
    if (point.interval) {
      label += " (" + TickText(point.interval->low) + " to " + TickText(point.interval->high) + ")";
    }
    return label + ", " + chart_.x_name + " " + TickText(point.x);
  }

  Chart chart_;
  Axis x_;
  Axis y_;
  bool empty_ = true;
  bool beyond_ = false;
  double legend_bottom_ = 0;
  double top_ = kMargin;
};

}  // namespace

std::string ChartSvg(const Chart& chart) { return Drawing(chart).Svg(); }

}  // namespace lielow

// The axis of a chart: from where to where it runs, and the round numbers along it.

#pragma once

#include <string>
#include <vector>

namespace lielow {

struct Axis {
  std::vector<double> ticks;  // Two or more, ascending, at equal distances of 1, 2 or 5 x 10^n.

  double low() const { return ticks.front(); }
  double high() const { return ticks.back(); }

  // Where a number is, from 0 at the lower end to 1 at the upper one. What lies beyond the axis,
  // also infinitely far, is at its end. REQUIRES: the number is no NaN.
  double Share(double number) const;
};

// Numbers beyond this are drawn like infinite ones: no axis reaches them.
inline constexpr double kLargestOnAxis = 1e100;

// An axis that covers the numbers from `low` to `high`, with at most `most_ticks`. Where they are
// nearly the same, it shows some room on both sides. REQUIRES: -kLargestOnAxis <= low <= high <=
// kLargestOnAxis, most_ticks >= 4.
Axis MakeAxis(double low, double high, int most_ticks);

// As short as can be: "0.25", "5000", "20k", "1.5M".
std::string TickText(double number);

}  // namespace lielow

#include "tools/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace lielow {
namespace {

// Multiples of `distance` from the last one below the numbers to the first one above; what rounding
// has added to a number needs no tick more.
std::vector<double> Ticks(double low, double high, double distance) {
  constexpr double kRounding = 1e-6;
  const double first = std::floor(low / distance + kRounding);
  const double last = std::ceil(high / distance - kRounding);
  std::vector<double> ticks;
  const int count = static_cast<int>(last - first) + 1;
  for (int i = 0; i < count; ++i) {
    const double multiple = first + i;
    ticks.push_back(multiple == 0 ? 0 : multiple * distance);  // No -0.
  }
  return ticks;
}

}  // namespace

double Axis::Share(double number) const {
  return (std::clamp(number, low(), high()) - low()) / (high() - low());
}

Axis MakeAxis(double low, double high, int most_ticks) {
  // Numbers closer together than this would have no ticks that can be told apart.
  constexpr double kLeastSpan = 1e-6;
  constexpr double kLeastNumber = 1e-100;
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= size * kLeastSpan || size < kLeastNumber) {
    const double room = size < kLeastNumber ? 1 : size / 10;
    low -= room;
    high += room;
  }
  constexpr std::array<double, 7> kRound = {1, 2, 5, 10, 20, 50, 100};
  const double unit = std::pow(10, std::floor(std::log10((high - low) / most_ticks)));
  std::vector<double> ticks;
  for (const double round : kRound) {
    ticks = Ticks(low, high, round * unit);
    if (static_cast<int>(ticks.size()) <= most_ticks) break;
  }
  return {.ticks = ticks};
}

std::string TickText(double number) {
  const double size = std::abs(number);
  const char* suffix = "";
  if (size >= 1e6 && size < 1e10) {
    number /= 1e6;
    suffix = "M";
  } else if (size >= 1e4 && size < 1e6) {
    number /= 1e3;
    suffix = "k";
  }
  // Ten digits hide the rounding of multiples such as 3 x 0.1.
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.10g%s", number, suffix);
  return text.data();
}

}  // namespace lielow

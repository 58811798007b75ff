#include "selfplay/match_score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace lielow {
namespace {

constexpr double kNormal95 = 1.959964;

struct Interval {
  double low;
  double high;
};

// Wilson 1927, for `n` trials with mean `score`.
Interval WilsonInterval(double score, double n) {
  const double z2 = kNormal95 * kNormal95;
  const double center = (score + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      kNormal95 / (1 + z2 / n) * std::sqrt(score * (1 - score) / n + z2 / (4 * n * n));
  return {center - half, center + half};
}

}  // namespace

double EloFromScore(double score) { return 400 * std::log10(score / (1 - score)); }

RatingEstimate EstimateRating(const std::vector<double>& pair_scores) {
  assert(!pair_scores.empty());
  const auto n = static_cast<double>(pair_scores.size());
  // Exact: sums of halves.
  const double mean = std::accumulate(pair_scores.begin(), pair_scores.end(), 0.0) / n;
  double squares = 0;
  for (const double score : pair_scores) squares += (score - mean) * (score - mean);

  // As many independent trials would show the variance that the pairs have.
  const double trials = squares > 0 ? n * mean * (1 - mean) / (squares / (n - 1)) : n;
  const Interval interval = WilsonInterval(mean, trials);
  const double least = 1 / (4 * n);  // Half a game of the 2 n.
  const auto elo = [&](double score) { return EloFromScore(std::clamp(score, least, 1 - least)); };
  return {elo(mean), elo(interval.low), elo(interval.high)};
}

}  // namespace lielow

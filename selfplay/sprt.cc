#include "selfplay/sprt.h"

#include <cassert>
#include <cmath>

namespace lielow {
namespace {

double ScoreFromElo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace

Sprt::Sprt(const SprtOptions& options)
    : score0_(ScoreFromElo(options.elo0)), score1_(ScoreFromElo(options.elo1)) {
  assert(options.elo0 < options.elo1);
}

void Sprt::AddPair(int wins) {
  assert(wins >= 0 && wins <= 2);
  if (verdict_ != SprtVerdict::kUndecided) return;
  ++counts_[static_cast<std::size_t>(wins)];
  ++pairs_;
  const double ratio = log_ratio();
  if (ratio >= bound()) verdict_ = SprtVerdict::kAccept;
  if (ratio <= -bound()) verdict_ = SprtVerdict::kReject;
}

double Sprt::log_ratio() const {
  if (pairs_ == 0) return 0;
  // A pair of each kind in advance, in small parts: without it the first pairs, which may all be
  // equal, would have no variance and decide at once.
  constexpr double kInAdvance = 0.5;
  double pairs = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t wins = 0; wins < counts_.size(); ++wins) {
    const double count = counts_[wins] + kInAdvance;
    const double score = 0.5 * static_cast<double>(wins);
    pairs += count;
    sum += count * score;
    squares += count * score * score;
  }
  const double mean = sum / pairs;
  const double variance = squares / pairs - mean * mean;
  return pairs_ * (score1_ - score0_) * (2 * mean - score0_ - score1_) / (2 * variance);
}

double Sprt::bound() { return std::log((1 - SprtOptions::kError) / SprtOptions::kError); }

SprtLength ExpectedPairs(const SprtOptions& options) {
  constexpr double kVariance = 0.125;  // Of a pair's mean score.
  const double distance = ScoreFromElo(options.elo1) - ScoreFromElo(options.elo0);
  // The log ratio is a walk: its steps have this variance, and where one of the two holds, half of
  // it as their mean.
  const double step = distance * distance / kVariance;
  const double bound = Sprt::bound();
  return {.at_either = (1 - 2 * SprtOptions::kError) * bound / (step / 2),
          .between = bound * bound / step};
}

}  // namespace lielow

#include "selfplay/bradley_terry.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace lielow {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Natural logarithm of the odds that one Elo point is worth.
constexpr double kElo = std::numbers::ln10 / 400;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Of the logarithm of the posterior, at strengths `theta` in units of odds.
struct Derivatives {
  VectorXd gradient;
  MatrixXd information;  // Negative second derivatives.
};

// Games count as if they varied `dispersion` times as much as independent ones.
Derivatives DerivativesAt(const VectorXd& theta, std::span<const LadderResult> results, int anchor,
                          double dispersion = 1) {
  const Eigen::Index players = theta.size();
  const double precision = 1 / std::pow(kPriorElo * kElo, 2);
  Derivatives at = {-precision * theta, precision * MatrixXd::Identity(players, players)};
  for (const LadderResult& result : results) {
    const double p = Sigmoid(theta[result.a] - theta[result.b]);
    const double surplus = (result.a_wins - 2 * p) / dispersion;
    at.gradient[result.a] += surplus;
    at.gradient[result.b] -= surplus;
    const double weight = 2 * p * (1 - p) / dispersion;
    at.information(result.a, result.a) += weight;
    at.information(result.b, result.b) += weight;
    at.information(result.a, result.b) -= weight;
    at.information(result.b, result.a) -= weight;
  }
  // The anchor stays where it is.
  at.gradient[anchor] = 0;
  at.information.row(anchor).setZero();
  at.information.col(anchor).setZero();
  at.information(anchor, anchor) = 1;
  return at;
}

// How much the scores of pairs vary, by how much they would if games were independent.
double Dispersion(const VectorXd& theta, std::span<const LadderResult> results) {
  // Two even pairs in advance that vary as the model says, so that a few results which happen to be
  // alike do not pass for certainty.
  constexpr double kInAdvance = 1;
  double squares = 0;
  double expected = 0;
  for (const LadderResult& result : results) {
    const double p = Sigmoid(theta[result.a] - theta[result.b]);
    squares += std::pow(result.a_wins - 2 * p, 2);
    expected += 2 * p * (1 - p);
  }
  // What the fit itself has taken off.
  const auto pairs = static_cast<double>(results.size());
  const double freedom = pairs - static_cast<double>(theta.size() - 1);
  if (freedom < 1) return 1;
  return std::min(1.0, (squares * pairs / freedom + kInAdvance) / (expected + kInAdvance));
}

}  // namespace

double LadderFit::Variance(int a, int b) const {
  const std::size_t n = elo.size();
  const auto at = [&](int i, int j) {
    return covariance[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)];
  };
  return at(a, a) + at(b, b) - 2 * at(a, b);
}

double LadderFit::ExpectedScore(int a, int b) const {
  return Sigmoid(kElo * (elo[static_cast<std::size_t>(a)] - elo[static_cast<std::size_t>(b)]));
}

LadderFit FitBradleyTerry(int players, std::span<const LadderResult> results, int anchor) {
  assert(anchor >= 0 && anchor < players);
  VectorXd theta = VectorXd::Zero(players);
  Derivatives at = DerivativesAt(theta, results, anchor);
  // Newton's method on a concave function, with steps that do not leave where it is good.
  constexpr int kMostSteps = 200;
  constexpr double kPrecision = 1e-9;
  constexpr double kLongestStep = 1;
  for (int i = 0; i < kMostSteps; ++i) {
    VectorXd step = at.information.ldlt().solve(at.gradient);
    const double length = step.cwiseAbs().maxCoeff();
    if (length > kLongestStep) step *= kLongestStep / length;
    theta += step;
    at = DerivativesAt(theta, results, anchor);
    if (length < kPrecision) break;
  }
  at = DerivativesAt(theta, results, anchor, Dispersion(theta, results));
  MatrixXd covariance = at.information.inverse() / (kElo * kElo);
  covariance.row(anchor).setZero();
  covariance.col(anchor).setZero();

  LadderFit fit;
  fit.elo.resize(static_cast<std::size_t>(players));
  VectorXd::Map(fit.elo.data(), players) = theta / kElo;
  fit.covariance.resize(fit.elo.size() * fit.elo.size());
  MatrixXd::Map(fit.covariance.data(), players, players) = covariance;  // Symmetric.
  return fit;
}

Pairing MostInformativePairing(LadderFit& fit, int pairs) {
  const auto players = static_cast<int>(fit.elo.size());
  assert(players >= 2);
  Pairing best;
  double most = -1;
  double information = 0;
  for (int a = 0; a < players; ++a) {
    for (int b = a + 1; b < players; ++b) {
      const double p = fit.ExpectedScore(a, b);
      const double of_games = 2 * pairs * p * (1 - p) * kElo * kElo;
      const double gain = of_games * fit.Variance(a, b);
      if (gain <= most) continue;
      most = gain;
      best = {a, b};
      information = of_games;
    }
  }
  // Sherman and Morrison's formula.
  auto covariance = MatrixXd::Map(fit.covariance.data(), players, players);
  const VectorXd difference = covariance.col(best.a) - covariance.col(best.b);
  covariance -= difference * difference.transpose() * (information / (1 + most));
  return best;
}

}  // namespace lielow

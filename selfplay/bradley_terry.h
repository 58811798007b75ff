// Ratings of many players on one scale, from games of any of them against each other
// (Bradley and Terry 1952).

#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lielow {

// Two games from one opening with colours swapped, of player `a` against player `b`.
struct LadderResult {
  int a = 0;
  int b = 0;
  int a_wins = 0;  // 0 to 2.
};

struct LadderFit {
  std::vector<double> elo;         // By player; that of the anchor is 0.
  std::vector<double> covariance;  // [players, players] of elo.

  // The variance of the rating difference of two players.
  double Variance(int a, int b) const;

  // The probability that `a` wins a game against `b`.
  double ExpectedScore(int a, int b) const;
};

// The ratings of maximum likelihood, where a win probability is 1 / (1 + 10^(-difference / 400)).
// They are held together by a weak prior, normal around the anchor with a standard deviation of
// kPriorElo, without which a player that has won or lost all its games would have none.
//
// The covariance is that of the model, times how much pairs of games really vary of what they would
// if all games were independent (at most 1): openings that favour one colour make most pairs end
// one to one.
//
// REQUIRES: 0 <= anchor < players; results between two different players.
LadderFit FitBradleyTerry(int players, std::span<const LadderResult> results, int anchor);
inline constexpr double kPriorElo = 1000;

// Which two players tell most when they play `pairs` pairs of games: those whose result would take
// most off the uncertainty of the ratings. Takes it off `fit`, as if it had been played, so that
// the next choice is another. REQUIRES: two players at least.
struct Pairing {
  int a = 0;
  int b = 0;
};
Pairing MostInformativePairing(LadderFit& fit, int pairs);

}  // namespace lielow

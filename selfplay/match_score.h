// The score of a match of two players in pairs of games, as rating difference with an interval.

#pragma once

#include <vector>

namespace lielow {

struct RatingEstimate {
  double elo = 0;  // Of the first player over the second; 400 points are odds of 10 to 1.
  double low = 0;  // 95 % interval.
  double high = 0;
};

// The rating difference at which a player scores `score`. REQUIRES: 0 < score < 1.
double EloFromScore(double score);

// `pair_scores`: the first player's mean score of each pair of games from one opening, 0, 0.5 or 1.
// The interval is Wilson's (1927), for as many trials as the variance between pairs is worth, so
// that it is right for games that are alike within a pair, and also near scores of 0 and 1. Where
// all pairs are equal there is no variance to be seen: then each pair counts as one trial. Scores
// nearer to 0 or 1 than half a game's worth are taken to be that far away, so every number is
// finite. REQUIRES: at least one pair.
RatingEstimate EstimateRating(const std::vector<double>& pair_scores);

}  // namespace lielow

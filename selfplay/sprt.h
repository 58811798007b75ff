// A sequential probability ratio test of a match: it ends as soon as it is clear enough which of
// two rating differences the players are nearer to (Wald 1945), on pairs of games from one opening
// (the generalised test of Van den Bergh, "A practical introduction to the GSPRT", normal
// approximation).

#pragma once

#include <array>

namespace lielow {

struct SprtOptions {
  double elo0 = 0;  // Rejected: the first player is better by this much only, or less.
  double elo1 = 0;  // Accepted: by this much, or more. REQUIRES: elo0 < elo1.

  // Probability of a wrong decision where the difference is elo0, and where it is elo1.
  static constexpr double kError = 0.05;
};

// How many pairs a test takes on average (Wald's approximation), for pairs of two independent games
// of nearly even players. Fewer where openings often decide both games.
struct SprtLength {
  double at_either;  // Where the difference is elo0 or elo1.
  double between;    // Half way between them, where it takes longest.
};

SprtLength ExpectedPairs(const SprtOptions& options);

enum class SprtVerdict { kUndecided, kAccept, kReject };

class Sprt {
 public:
  explicit Sprt(const SprtOptions& options);

  // Takes the next pair: how many of its two games the first player has won. After a verdict, pairs
  // are no longer looked at.
  void AddPair(int wins);

  SprtVerdict verdict() const { return verdict_; }
  int pairs() const { return pairs_; }

  // The logarithm of the likelihood ratio so far: from -bound(), where it rejects, to bound().
  double log_ratio() const;
  static double bound();

 private:
  const double score0_;
  const double score1_;
  std::array<int, 3> counts_ = {};  // Pairs by wins.
  int pairs_ = 0;
  SprtVerdict verdict_ = SprtVerdict::kUndecided;
};

}  // namespace lielow

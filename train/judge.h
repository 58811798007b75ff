// Judging a run's networks by matches: against fixed opponents, which shows the progress, and where
// it is asked for against the network that plays, which decides whether the newer one takes its
// place.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nn/loaded_network.h"
#include "selfplay/match.h"
#include "selfplay/run_database.h"
#include "train/config.h"
#include "train/progress.h"

namespace lielow {

class Judge {
 public:
  // Makes a player of one of config.evaluation.opponents.
  using MakeOpponent = std::function<PlayerFactory(const std::string& text, int size)>;

  // Keeps results in `database` and tells them to `progress`; both outlive this object. Matches end
  // without a result once `stop` says so.
  Judge(const Config& config, MakeOpponent make_opponent, std::uint64_t seed, RunDatabase& database,
        Progress& progress, std::function<bool()> stop);

  // Plays the network of `step`, in the run's minute `minutes`, against every opponent. False if it
  // was stopped before.
  bool Evaluate(const LoadedNetwork& network, std::int64_t step, double minutes);

  // Whether the network of `step` has met every opponent.
  bool HasEvaluated(std::int64_t step) const;

  // Steps whose networks have met an opponent.
  std::vector<std::int64_t> EvaluatedSteps() const;

  // Whether the network of `step` is stronger than the one that plays, by a sequential test (`match
  // --sprt 0,evaluation.gate_elo`). REQUIRES: evaluation.gate_elo.
  bool IsStronger(const LoadedNetwork& network, const LoadedNetwork& playing, std::int64_t step);

  // " | greedy 90 %" and so on: the last evaluation, in short.
  const std::string& scores() const { return scores_; }

 private:
  MatchResult Play(const LoadedNetwork& network, const PlayerFactory& opponent,
                   const std::string& name, std::int64_t step, int games,
                   const std::optional<SprtOptions>& sprt);
  PlayerFactory NetworkPlayer(const LoadedNetwork& network) const;

  const Config config_;
  const MakeOpponent make_opponent_;
  const std::uint64_t seed_;
  RunDatabase& database_;
  Progress& progress_;
  const std::function<bool()> stop_;
  std::string scores_;
};

}  // namespace lielow

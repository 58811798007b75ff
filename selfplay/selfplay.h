// Self-play: worker threads that each play many games in step.
//
// A worker walks each of its games to the next position that needs the network, evaluates them all
// in one batch, and gives the results back. Games go on from one Run to the next.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "mcts/evaluator.h"
#include "selfplay/game_in_play.h"
#include "selfplay/game_numbers.h"

namespace lielow {

// Where finished games go. Called by one thread at a time.
using GameSink = std::function<void(RecordedGame game)>;

// Makes the evaluator of a worker, in the worker's thread.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

// What workers have done. Seconds are added up over the workers.
struct SelfPlayStats {
  std::int64_t games = 0;
  SearchCounts searches;  // Of all games, finished or not.
  std::int64_t evaluations = 0;
  std::int64_t batches = 0;
  std::int64_t batch_capacity = 0;  // Evaluations that full batches would have been.
  double worker_seconds = 0;
  double forward_seconds = 0;  // Of them inside the network's forward pass.

  SelfPlayStats& operator+=(const SelfPlayStats& other);
};

// Worker threads by the options: one a processor that this process may use, unless they say so.
int WorkerThreads(const SelfPlayOptions& options);
int GamesPerThread(const SelfPlayOptions& options);

class SelfPlay {
 public:
  // `numbers` outlives this object.
  SelfPlay(const SelfPlayOptions& options, const SearchOptions& search, int size,
           std::uint64_t run_seed, GameNumbers& numbers);

  // Plays with one network until `stop` says so, which every worker asks before each step. If a
  // worker or the sink throws, all workers stop and the first exception is thrown on.
  SelfPlayStats Run(const EvaluatorFactory& make_evaluator, std::int64_t model_step,
                    const std::function<bool()>& stop, const GameSink& sink);

 private:
  struct Shared;
  struct Worker {
    std::vector<std::unique_ptr<GameInPlay>> games;
    EvaluationCache cache;
  };

  SelfPlayStats RunWorker(Worker& worker, Shared& shared) const;
  std::unique_ptr<GameInPlay> NewGame() const;

  const SelfPlayOptions options_;
  const SearchOptions search_;
  const int size_;
  const std::uint64_t run_seed_;
  GameNumbers& numbers_;  // Does its own locking.
  std::vector<Worker> workers_;
};

}  // namespace lielow

// Self-play: worker threads that each play many games in step.
//
// A worker walks each of its games to the next position that needs the network, evaluates them all
// in one batch, and gives the results back. Games go on from one Run to the next.
//
// Where networks come from and where games go are the worker's only ties to the rest: whether that
// is this process, another one or another machine, it does not know.

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "mcts/evaluator.h"
#include "selfplay/game_in_play.h"
#include "selfplay/game_numbers.h"

namespace lielow {

// A network to play with.
struct PlayingNetwork {
  std::int64_t step = 0;  // Training steps.

  // Makes the evaluator of a worker, in the worker's thread.
  std::function<std::unique_ptr<Evaluator>()> make_evaluator;

  // Simulations of a full search with it; nullopt: as the options say.
  std::optional<int> simulations = {};
};

// Where networks come from: the newest there is, never nullptr. Asked by every worker before each
// step, from its thread, so it must be quick where nothing has changed.
using NetworkSource = std::function<std::shared_ptr<const PlayingNetwork>()>;

// The same network for ever.
NetworkSource OneNetwork(PlayingNetwork network);

// Where finished games go. Called by one thread at a time; workers wait while it blocks.
using GameSink = std::function<void(RecordedGame game)>;

// What workers have done. Seconds are added up over the workers.
struct SelfPlayStats {
  std::int64_t games = 0;
  SearchCounts searches;  // Of all games, finished or not.
  std::int64_t evaluations = 0;
  std::int64_t batches = 0;
  std::int64_t batch_capacity = 0;  // Evaluations that full batches would have been.
  double worker_seconds = 0;
  double evaluation_seconds = 0;  // Of them for encoding, network, decoding and backup.
  double forward_seconds = 0;     // Of these inside the network's forward pass.

  SelfPlayStats& operator+=(const SelfPlayStats& other);
};

// Worker threads by the options.
int WorkerThreads(const SelfPlayOptions& options, bool on_gpu = false);

// By the options; 32 where they leave it to be chosen.
int GamesPerThread(const SelfPlayOptions& options);

// All that decides how games go.
struct SelfPlaySetup {
  SelfPlayOptions options;
  SearchOptions search;
  int size = 8;
  std::uint64_t run_seed = 0;

  // Games of numbers from this one on are not begun.
  std::int64_t end_number = std::numeric_limits<std::int64_t>::max();
};

// A game that has not been finished.
struct BegunGame {
  RecordedGame game;
  int evaluations = 0;  // That the search of its next move has had.

  bool operator==(const BegunGame&) const = default;
};

class SelfPlay {
 public:
  // Goes on with the games that were `begun`, as far as there are places for them. `numbers`, which
  // outlives this object, gives the numbers of the others.
  SelfPlay(const SelfPlaySetup& setup, GameNumbers& numbers, std::vector<BegunGame> begun = {});

  // Plays until `stop` says so, which every worker asks before each step, or no games are left. If
  // a worker or the sink throws, all workers stop and the first exception is thrown on.
  SelfPlayStats Run(const NetworkSource& networks, const std::function<bool()>& stop,
                    const GameSink& sink);

  // The games that are being played, in an order that gives each the same place when they are
  // `begun` again: then one worker without a cache goes on exactly as it would have. REQUIRES: no
  // Run.
  std::vector<BegunGame> Unfinished() const;

 private:
  struct Shared;
  struct Worker {
    std::vector<std::unique_ptr<GameInPlay>> games;  // nullptr where there was none left.
    EvaluationCache cache;
    std::vector<int> begun_evaluations;  // By game, until they have been made again.
  };

  SelfPlayStats RunWorker(Worker& worker, Shared& shared) const;
  static void CatchUp(Worker& worker, Evaluator& evaluator);
  void Restart(GameInPlay& game, const PlayingNetwork& network) const;
  const Position* NextLeaf(Worker& worker, std::unique_ptr<GameInPlay>& game,
                           const PlayingNetwork& network, SelfPlayStats& stats,
                           Shared& shared) const;
  std::unique_ptr<GameInPlay> NewGame() const;

  const SelfPlaySetup setup_;
  GameNumbers& numbers_;  // Does its own locking.
  std::vector<Worker> workers_;
};

}  // namespace lielow

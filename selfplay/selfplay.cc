#include "selfplay/selfplay.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "mcts/leaf_batch.h"

namespace lielow {

SelfPlayStats& SelfPlayStats::operator+=(const SelfPlayStats& other) {
  games += other.games;
  searches += other.searches;
  evaluations += other.evaluations;
  batches += other.batches;
  batch_capacity += other.batch_capacity;
  worker_seconds += other.worker_seconds;
  evaluation_seconds += other.evaluation_seconds;
  forward_seconds += other.forward_seconds;
  return *this;
}

NetworkSource OneNetwork(PlayingNetwork network) {
  return [shared = std::make_shared<const PlayingNetwork>(std::move(network))] { return shared; };
}

int WorkerThreads(const SelfPlayOptions& options, bool on_gpu) {
  if (options.threads) return *options.threads;
  cpu_set_t allowed;
  const int processors = sched_getaffinity(0, sizeof(allowed), &allowed) == 0
                             ? CPU_COUNT(&allowed)
                             : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return on_gpu ? 2 * processors : processors;
}

int GamesPerThread(const SelfPlayOptions& options) { return options.games_per_thread.value_or(32); }

// What the workers of one Run have in common.
struct SelfPlay::Shared {
  const NetworkSource& networks;
  const std::function<bool()>& stop;
  const GameSink& sink;

  std::atomic<bool> failed = false;
  std::mutex mutex = {};
  // Guarded by mutex, as are calls of sink.
  std::exception_ptr error = nullptr;
  SelfPlayStats stats = {};
};

SelfPlay::SelfPlay(const SelfPlaySetup& setup, GameNumbers& numbers, std::vector<BegunGame> begun)
    : setup_(setup), numbers_(numbers) {
  // In turn over the threads, so that they begin with the same share of the first numbers.
  const std::size_t cache_bytes = static_cast<std::size_t>(setup.options.cache_mib) << 20;
  for (int i = WorkerThreads(setup.options); i > 0; --i) {
    workers_.push_back(
        {.games = {}, .cache = EvaluationCache(cache_bytes), .begun_evaluations = {}});
  }
  auto next_begun = begun.begin();
  for (int i = 0; i < GamesPerThread(setup.options); ++i) {
    for (Worker& worker : workers_) {
      if (next_begun == begun.end()) {
        worker.games.push_back(NewGame());
        continue;
      }
      worker.games.push_back(
          std::make_unique<GameInPlay>(setup.options, setup.search, std::move(next_begun->game)));
      worker.begun_evaluations.push_back(next_begun->evaluations);
      ++next_begun;
    }
  }
}

SelfPlayStats SelfPlay::Run(const NetworkSource& networks, const std::function<bool()>& stop,
                            const GameSink& sink) {
  Shared shared{.networks = networks, .stop = stop, .sink = sink};
  {
    std::vector<std::jthread> threads;
    threads.reserve(workers_.size());
    for (Worker& worker : workers_) {
      threads.emplace_back([this, &worker, &shared] {
        try {
          const SelfPlayStats stats = RunWorker(worker, shared);
          const std::lock_guard lock(shared.mutex);
          shared.stats += stats;
        } catch (...) {
          const std::lock_guard lock(shared.mutex);
          if (!shared.error) shared.error = std::current_exception();
          shared.failed = true;
        }
      });
    }
  }
  if (shared.error) std::rethrow_exception(shared.error);
  return shared.stats;
}

std::vector<BegunGame> SelfPlay::Unfinished() const {
  std::vector<BegunGame> games;
  for (std::size_t i = 0; i < workers_.front().games.size(); ++i) {
    for (const Worker& worker : workers_) {
      const auto& game = worker.games[i];
      if (game != nullptr) games.push_back({game->game(), game->search_evaluations()});
    }
  }
  return games;
}

SelfPlayStats SelfPlay::RunWorker(Worker& worker, Shared& shared) const {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  };
  const auto start = Clock::now();
  SelfPlayStats stats;
  LeafBatch batch;
  std::shared_ptr<const PlayingNetwork> network;
  std::unique_ptr<Evaluator> evaluator;
  const auto use = [&](std::shared_ptr<const PlayingNetwork> newest) {
    if (evaluator != nullptr) stats.forward_seconds += evaluator->forward_seconds();
    network = std::move(newest);
    evaluator = network->make_evaluator();
    worker.cache.SetModel(network->step);
    for (auto& game : worker.games) {
      if (game != nullptr) Restart(*game, *network);
    }
    CatchUp(worker, *evaluator);
  };
  use(shared.networks());
  while (!shared.failed && !shared.stop()) {
    if (auto newest = shared.networks(); newest != network) use(std::move(newest));
    for (auto& game : worker.games) {
      const Position* leaf = NextLeaf(worker, game, *network, stats, shared);
      if (leaf != nullptr) batch.Add(game->search(), *leaf);
    }
    if (batch.size() == 0) break;  // No games are left.
    stats.evaluations += batch.size();
    stats.batches += 1;
    stats.batch_capacity += std::ssize(worker.games);
    const auto evaluation_start = Clock::now();
    batch.EvaluateAll(*evaluator, &worker.cache);
    stats.evaluation_seconds += seconds_since(evaluation_start);
  }
  stats.forward_seconds += evaluator->forward_seconds();
  stats.worker_seconds = seconds_since(start);
  return stats;
}

// Makes again the evaluations that the searches of begun games have had.
void SelfPlay::CatchUp(Worker& worker, Evaluator& evaluator) {
  const EvaluationCache no_cache(0);
  const std::vector<int> wanted = std::exchange(worker.begun_evaluations, {});
  LeafBatch batch;
  while (true) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      GameInPlay& game = *worker.games[i];
      if (game.search_evaluations() < wanted[i]) batch.Add(game.search(), *game.Advance(no_cache));
    }
    if (batch.size() == 0) return;
    batch.EvaluateAll(evaluator);
  }
}

void SelfPlay::Restart(GameInPlay& game, const PlayingNetwork& network) const {
  game.RestartSearch(network.step, network.simulations.value_or(setup_.options.simulations));
}

// Walks to the next position of the game that needs the network. Where the game ends before, the
// next one takes its place; nullptr once there is none.
const Position* SelfPlay::NextLeaf(Worker& worker, std::unique_ptr<GameInPlay>& game,
                                   const PlayingNetwork& network, SelfPlayStats& stats,
                                   Shared& shared) const {
  while (game != nullptr) {
    const Position* leaf = game->Advance(worker.cache);
    stats.searches += game->TakeCounts();
    if (leaf != nullptr) return leaf;
    stats.games += 1;
    {
      const std::lock_guard lock(shared.mutex);
      shared.sink(game->Finish());
    }
    game = NewGame();
    if (game != nullptr) Restart(*game, network);
  }
  return nullptr;
}

std::unique_ptr<GameInPlay> SelfPlay::NewGame() const {
  const std::int64_t number = numbers_.Next();
  if (number >= setup_.end_number) return nullptr;
  return std::make_unique<GameInPlay>(setup_.options, setup_.search, setup_.size, setup_.run_seed,
                                      number);
}

}  // namespace lielow

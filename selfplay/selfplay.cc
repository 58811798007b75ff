#include "selfplay/selfplay.h"

#include <sched.h>

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
  forward_seconds += other.forward_seconds;
  return *this;
}

int WorkerThreads(const SelfPlayOptions& options) {
  if (options.threads) return *options.threads;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) return CPU_COUNT(&allowed);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int GamesPerThread(const SelfPlayOptions& options) { return options.games_per_thread.value_or(32); }

// What the workers of one Run have in common.
struct SelfPlay::Shared {
  const EvaluatorFactory& make_evaluator;
  const std::int64_t model_step;
  const std::function<bool()>& stop;
  const GameSink& sink;

  std::atomic<bool> failed = false;
  std::mutex mutex = {};
  // Guarded by mutex, as are calls of sink.
  std::exception_ptr error = nullptr;
  SelfPlayStats stats = {};
};

SelfPlay::SelfPlay(const SelfPlayOptions& options, const SearchOptions& search, int size,
                   std::uint64_t run_seed, GameNumbers& numbers)
    : options_(options), search_(search), size_(size), run_seed_(run_seed), numbers_(numbers) {
  // In turn over the threads, so that they begin with the same share of the first numbers.
  const std::size_t cache_bytes = static_cast<std::size_t>(options.cache_mib) << 20;
  for (int i = WorkerThreads(options); i > 0; --i) {
    workers_.push_back({.games = {}, .cache = EvaluationCache(cache_bytes)});
  }
  for (int i = 0; i < GamesPerThread(options); ++i) {
    for (Worker& worker : workers_) worker.games.push_back(NewGame());
  }
}

SelfPlayStats SelfPlay::Run(const EvaluatorFactory& make_evaluator, std::int64_t model_step,
                            const std::function<bool()>& stop, const GameSink& sink) {
  Shared shared{
      .make_evaluator = make_evaluator, .model_step = model_step, .stop = stop, .sink = sink};
  {
    std::vector<std::jthread> threads;
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

SelfPlayStats SelfPlay::RunWorker(Worker& worker, Shared& shared) const {
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<Evaluator> evaluator = shared.make_evaluator();
  SelfPlayStats stats;
  LeafBatch batch;
  auto& [games, cache] = worker;
  cache.SetModel(shared.model_step);
  for (auto& game : games) game->RestartSearch();
  while (!shared.failed && !shared.stop()) {
    for (auto& game : games) {
      const Position* leaf = game->Advance(cache);
      while (leaf == nullptr) {
        stats.games += 1;
        stats.searches += game->TakeCounts();
        {
          const std::lock_guard lock(shared.mutex);
          shared.sink(game->Finish(shared.model_step));
        }
        game = NewGame();
        leaf = game->Advance(cache);
      }
      stats.searches += game->TakeCounts();
      batch.Add(game->search(), *leaf);
    }
    stats.evaluations += batch.size();
    stats.batches += 1;
    stats.batch_capacity += static_cast<std::int64_t>(games.size());
    batch.EvaluateAll(*evaluator, &cache);
  }
  stats.forward_seconds = evaluator->forward_seconds();
  stats.worker_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return stats;
}

std::unique_ptr<GameInPlay> SelfPlay::NewGame() const {
  return std::make_unique<GameInPlay>(options_, search_, size_, run_seed_, numbers_.Next());
}

}  // namespace lielow

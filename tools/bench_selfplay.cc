#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "game/input_error.h"
#include "tools/benchmarks.h"
#ifdef LIELOW_HAS_TORCH
#include "nn/loaded_network.h"
#include "selfplay/selfplay.h"
#include "tools/json_text.h"
#include "tools/machine.h"
#include "tools/shipped_files.h"
#include "train/auto_choices.h"
#include "train/config.h"
#endif

namespace lielow {

#ifdef LIELOW_HAS_TORCH

namespace {

Config BenchConfig(const BenchOptions& options) {
  Config config = options.config.empty() ? DefaultConfig() : LoadConfig(FindConfig(options.config));
  config.game.size = options.size.value_or(config.game.size);
  config.network.blocks = options.blocks.value_or(config.network.blocks);
  config.network.channels = options.channels.value_or(config.network.channels);
  config.selfplay.simulations = options.simulations.value_or(config.selfplay.simulations);
  return config;
}

SelfPlayStats PlayFor(const Config& config, const LoadedNetwork& network, double seconds) {
  GameNumbers numbers({});
  SelfPlay selfplay({.options = config.selfplay,
                     .search = config.search,
                     .size = config.game.size,
                     .run_seed = config.seed},
                    numbers);
  const NetworkSource source = OneNetwork(
      {.make_evaluator = [&] { return network.MakeEvaluator(GamesPerThread(config.selfplay)); }});
  using Clock = std::chrono::steady_clock;
  const auto run_for = [&](double time) {
    const auto end = Clock::now() + std::chrono::duration<double>(time);
    return selfplay.Run(
        source, [&] { return Clock::now() >= end; }, [](const RecordedGame&) {});
  };
  run_for(seconds / 4);  // Games spread over their length, as they are in a long run.
  return run_for(seconds);
}

// Bare forward passes of all threads, each with its own full batches.
double RawEvaluationsPerSecond(const LoadedNetwork& network, const Config& config, double seconds) {
  using Clock = std::chrono::steady_clock;
  const int batch = GamesPerThread(config.selfplay);
  std::atomic<std::int64_t> evaluations = 0;
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration<double>(seconds);
  {
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(WorkerThreads(config.selfplay)));
    for (int i = 0; i < WorkerThreads(config.selfplay); ++i) {
      workers.emplace_back([&] {
        const auto forward = network.MakeForwardPass(config.game.size, batch);
        while (Clock::now() < end) {
          forward();
          evaluations += batch;
        }
      });
    }
  }
  return static_cast<double>(evaluations) /
         std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void CheckBenchConfig(const BenchOptions& options) { BenchConfig(options); }

void BenchSelfPlay(const BenchOptions& options) {
  const Config given = BenchConfig(options);
  const auto network = PrepareNetwork(RandomFoldedNetwork(given.network, 1), BackendOf(given));
  const Config config = ChooseAuto(given, *network);
  const int threads = WorkerThreads(config.selfplay);
  const SelfPlayStats stats = PlayFor(config, *network, options.seconds);
  const double raw = RawEvaluationsPerSecond(*network, config, options.seconds / 4);
  const double seconds = stats.worker_seconds / threads;
  const auto rate = [&](std::int64_t count) { return static_cast<double>(count) / seconds; };
  const double share = stats.forward_seconds / stats.worker_seconds;
  const double others = (stats.evaluation_seconds - stats.forward_seconds) / stats.worker_seconds;
  const double searching = 1 - stats.evaluation_seconds / stats.worker_seconds;
  const double fill =
      static_cast<double>(stats.evaluations) / static_cast<double>(stats.batch_capacity);
  const std::int64_t known = stats.searches.cache_hits;
  const double hits = static_cast<double>(known) / static_cast<double>(known + stats.evaluations);
  if (options.json) {
    PrintJson({{"bench", "selfplay"},
               {"size", config.game.size},
               {"blocks", config.network.blocks},
               {"channels", config.network.channels},
               {"simulations", config.selfplay.simulations},
               {"positions_per_second", rate(stats.searches.moves)},
               {"simulations_per_second", rate(stats.searches.simulations)},
               {"free_simulations_per_second", rate(stats.searches.free_simulations)},
               {"evaluations_per_second", rate(stats.evaluations)},
               {"raw_evaluations_per_second", raw},
               {"network_time_share", share},
               {"mean_batch_fill", fill},
               {"cache_hits", hits},
               {"games_per_second", rate(stats.games)},
               {"encoding_time_share", others},
               {"search_time_share", searching},
               {"threads", threads},
               {"games_per_thread", GamesPerThread(config.selfplay)},
               {"backend", network->backend()},
               {"machine", ProcessorText()}});
    return;
  }
  std::printf(
      "%s\nself-play %dx%d, %d blocks x %d channels by %s; %d simulations, %d threads x %d games\n",
      ProcessorText().c_str(), config.game.size, config.game.size, config.network.blocks,
      config.network.channels, network->backend().c_str(), config.selfplay.simulations, threads,
      GamesPerThread(config.selfplay));
  std::printf("%.0f positions/s, %.1f games/s, %.0f simulations/s (%.0f free)\n",
              rate(stats.searches.moves), rate(stats.games), rate(stats.searches.simulations),
              rate(stats.searches.free_simulations));
  std::printf(
      "%.0f evaluations/s, bare forward passes %.0f/s; batches %.0f %% full; %.1f %% of the "
      "evaluations found in the cache\n",
      rate(stats.evaluations), raw, 100 * fill, 100 * hits);
  std::printf(
      "time: %.1f %% in the network, %.1f %% encoding positions, reading and storing results, "
      "%.1f %% searching\n",
      100 * share, 100 * others, 100 * searching);
}

#else

void CheckBenchConfig(const BenchOptions& options) {
  if (options.config.empty()) return;
  throw InputError("--config " + options.config + ": this program was built without LibTorch");
}

void BenchSelfPlay(const BenchOptions& /*options*/) {
  throw InputError("bench selfplay: this program was built without LibTorch");
}

#endif

}  // namespace lielow

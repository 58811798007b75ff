#include "train/auto_choices.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/selfplay.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

// The fields that this file chooses.
constexpr const char* kFields[] = {"inference.backend", "inference.precision", "selfplay.threads",
                                   "selfplay.games_per_thread"};

bool IsAuto(const std::map<std::string, std::string>& values, const std::string& field) {
  return values.at(field) == "auto";
}

std::map<std::string, std::string> Values(const Config& config) {
  const auto values = ConfigValues(config);
  return {values.begin(), values.end()};
}

// Positions that all threads together evaluate in a second, in bare forward passes.
double EvaluationsPerSecond(const LoadedNetwork& network, int size, int batch, int threads) {
  constexpr auto kTime = std::chrono::milliseconds(100);
  std::atomic<std::int64_t> evaluated = 0;
  const auto run = [&] {
    const std::function<void()> forward = network.MakeForwardPass(size, batch);
    forward();  // Whatever is done once.
    const auto end = Clock::now() + kTime;
    while (Clock::now() < end) {
      forward();
      evaluated += batch;
    }
  };
  {
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) workers.emplace_back(run);
  }
  return static_cast<double>(evaluated);
}

// Workers leave processors to a learner that works beside them.
int ChosenWorkers(const Config& config, bool on_gpu) {
  const int workers = WorkerThreads(config.selfplay, on_gpu);
  if (config.training.mode == TrainingMode::kSynchronous || on_gpu) return workers;
  return std::max(1, workers - LearnerThreads(config));
}

}  // namespace

BackendOptions BackendOf(const Config& config) {
  return {.backend = config.inference.backend,
          .device = config.training.device,
          .precision = config.inference.precision};
}

int LearnerThreads(const Config& config) {
  if (config.training.threads) return *config.training.threads;
  const int processors = WorkerThreads({});
  if (config.training.mode == TrainingMode::kSynchronous) {
    // Not more than the user lets the run have.
    return config.selfplay.threads ? std::min(processors, *config.selfplay.threads) : processors;
  }
  return std::max(1, processors / 4);
}

int FastestBatch(const LoadedNetwork& network, int size, int threads) {
  // More games a thread wait longer in memory: they have to be clearly faster.
  constexpr double kNearly = 0.95;
  const std::vector<int> batches =
      network.on_gpu() ? std::vector{32, 64, 128, 256, 512} : std::vector{8, 16, 32, 64};
  // The best of a few turns each: whatever else the machine does makes them slower, never faster.
  std::vector<double> speeds(batches.size());
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t i = 0; i < batches.size(); ++i) {
      speeds[i] = std::max(speeds[i], EvaluationsPerSecond(network, size, batches[i], threads));
    }
  }
  const double best = *std::max_element(speeds.begin(), speeds.end());
  std::size_t chosen = 0;
  while (speeds[chosen] < kNearly * best) ++chosen;
  return batches[chosen];
}

Config ChooseAuto(const Config& config, const LoadedNetwork& network) {
  Config chosen = config;
  chosen.inference.backend = network.options().backend;
  chosen.inference.precision = network.options().precision;
  if (!config.selfplay.threads) chosen.selfplay.threads = ChosenWorkers(config, network.on_gpu());
  if (!config.selfplay.games_per_thread) {
    chosen.selfplay.games_per_thread =
        FastestBatch(network, config.game.size, *chosen.selfplay.threads);
  }
  return chosen;
}

Config ChooseAuto(const Config& config, const std::filesystem::path& model, RunDatabase& database) {
  const auto given = Values(config);
  Config known = config;
  for (const std::string field : kFields) {
    if (!IsAuto(given, field)) continue;
    if (const auto choice = database.Choice(field)) ApplySets({field + "=" + *choice}, known);
  }
  Config chosen = ChooseAuto(known, *LoadNetwork(model, BackendOf(known)));
  const auto values = Values(chosen);
  for (const std::string field : kFields) {
    if (IsAuto(given, field)) database.StoreChoice(field, values.at(field));
  }
  return chosen;
}

}  // namespace lielow

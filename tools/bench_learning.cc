#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "game/input_error.h"
#include "nn/encoding.h"
#include "selfplay/run_database.h"
#include "selfplay/run_directory.h"
#include "selfplay/selfplay.h"
#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/shipped_files.h"
#include "train/batch.h"
#include "train/config.h"
#include "train/learner.h"

namespace lielow {
namespace {

// The games of a run, the newest tenth apart: what is learned from, and what is tested on.
struct Games {
  Window learned;
  Window tested;
};

Games ReadGames(const std::filesystem::path& path, const TrainingOptions& options) {
  const RunDatabase database(
      std::filesystem::is_directory(path) ? RunDirectory(path).database() : path,
      RunDatabase::Mode::kReadOnly);
  const std::int64_t count = database.GameCount();
  constexpr std::int64_t kFewest = 20;
  if (count < kFewest) {
    throw InputError(path.string() + ": has " + std::to_string(count) + " games, needs " +
                     std::to_string(kFewest) + " at least");
  }
  // What is tested is drawn uniformly, whatever is learned from.
  TrainingOptions uniform = options;
  uniform.surprise_share = 0;
  Games games = {Window(options), Window(uniform)};
  constexpr std::int64_t kChunk = 500;
  for (std::int64_t skip = 0; skip < count; skip += kChunk) {
    std::int64_t number = skip;
    for (const RecordedGame& game : database.Games(skip, kChunk)) {
      (number++ < count - count / 10 ? games.learned : games.tested).Add(game);
    }
  }
  return games;
}

// As if the network were told only where stacks and kings are.
void HideDerivedPlanes(Batch& batch) {
  constexpr std::size_t kBoardPlane = 24;
  for (std::size_t i = 0; i < batch.planes.size(); ++i) {
    const std::size_t plane = i % kNumPlanes;
    if (plane >= kFirstDerivedPlane && plane != kBoardPlane) batch.planes[i] = 0;
  }
}

}  // namespace

void BenchLearning(const LearningBenchOptions& options) {
  const Config config = options.config.empty()
                            ? DefaultConfig(options.sets)
                            : LoadConfig(FindConfig(options.config), options.sets);
  const Games games = ReadGames(options.games, config.training);
  Learner learner(config.network, config.training, config.seed, WorkerThreads(config.selfplay));
  Batch batch;
  const auto draw = [&](const Window& window, Random& random) {
    DrawBatch(window, config.training.batch, random, batch);
    if (options.hide_derived_planes) HideDerivedPlanes(batch);
  };
  const auto test = [&] {
    Random random(7);  // The same positions each time.
    constexpr int kBatches = 20;
    Losses mean;
    for (int i = 0; i < kBatches; ++i) {
      draw(games.tested, random);
      const Losses losses = learner.Measure(batch).losses;
      mean.policy += losses.policy / kBatches;
      mean.value += losses.value / kBatches;
    }
    return mean;
  };
  Random random(config.seed);
  constexpr int kReports = 5;
  for (int step = 1; step <= options.steps; ++step) {
    draw(games.learned, random);
    learner.Step(batch);
    if (step % std::max(options.steps / kReports, 1) != 0) continue;
    const Losses losses = test();
    if (options.json) {
      PrintJson({{"bench", "learning"},
                 {"step", step},
                 {"policy_loss", losses.policy},
                 {"value_loss", losses.value},
                 {"positions", games.learned.size()},
                 {"tested_positions", games.tested.size()}});
    } else {
      std::printf("step %d: loss on games that were not learned from: policy %.4f, value %.4f\n",
                  step, losses.policy, losses.value);
      std::fflush(stdout);
    }
  }
}

}  // namespace lielow

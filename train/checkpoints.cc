#include "train/checkpoints.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "game/input_error.h"

namespace lielow {

void SaveCheckpoint(const RunDirectory& directory, const Learner& learner, const RunState& state) {
  ModelFile checkpoint = learner.Checkpoint();
  AddToMetadata(state, checkpoint);
  WriteModelFile(directory.checkpoint(learner.steps()), checkpoint);
  for (const std::int64_t step : StepsToRemove(directory.CheckpointSteps())) {
    std::filesystem::remove(directory.checkpoint(step));
  }
}

std::vector<std::int64_t> StepsToRemove(const std::vector<std::int64_t>& steps) {
  constexpr std::size_t kNewest = 2;
  constexpr double kFactor = 1.5;
  const auto generation = [](std::int64_t step) {
    return step < 1 ? -1
                    : static_cast<int>(std::log(static_cast<double>(step)) / std::log(kFactor));
  };
  std::vector<std::int64_t> removed;
  for (std::size_t i = 0; i + kNewest < steps.size(); ++i) {
    const bool first_of_generation = i == 0 || generation(steps[i - 1]) < generation(steps[i]);
    if (!first_of_generation) removed.push_back(steps[i]);
  }
  return removed;
}

RunState RestoreCheckpoint(const RunDirectory& directory, const RunState& fresh, Learner& learner,
                           const std::function<void(const std::string&)>& warn) {
  const std::vector<std::int64_t> steps = directory.CheckpointSteps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const std::filesystem::path path = directory.checkpoint(*step);
    try {
      const ModelFile checkpoint = ReadModelFile(path);
      RunState state = RunStateFrom(checkpoint, path);
      learner.Restore(checkpoint, path);
      return state;
    } catch (const InputError& error) {
      if (std::next(step) == steps.rend()) throw;
      warn(std::string(error.what()) + "; going on from the one before");
    }
  }
  return fresh;
}

void RemoveOldModels(const RunDirectory& directory, const std::vector<std::int64_t>& kept) {
  const std::vector<std::int64_t> steps = directory.ModelSteps();
  for (const std::int64_t step : steps) {
    const bool keep = step == steps.front() || step == steps.back() ||
                      std::find(kept.begin(), kept.end(), step) != kept.end();
    if (!keep) std::filesystem::remove(directory.model(step));
  }
}

}  // namespace lielow

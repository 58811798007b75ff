// Where the files of a training run are: config.yaml, run.db, models/STEP.safetensors,
// checkpoints/STEP.safetensors, log.txt; workers.json where other machines play the games.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace lielow {

class RunDirectory {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path config() const { return path_ / "config.yaml"; }
  std::filesystem::path database() const { return path_ / "run.db"; }
  std::filesystem::path log() const { return path_ / "log.txt"; }
  std::filesystem::path workers() const { return path_ / "workers.json"; }
  std::filesystem::path model(std::int64_t step) const;
  std::filesystem::path checkpoint(std::int64_t step) const;

  // Whether a run has been started here.
  bool IsRun() const { return std::filesystem::exists(config()); }

  // Steps of the models and checkpoints that are there, ascending.
  std::vector<std::int64_t> ModelSteps() const;
  std::vector<std::int64_t> CheckpointSteps() const;

  // The model of `step`, or the newest one. Throws InputError if it is not there, naming those that
  // are.
  std::filesystem::path FindModel(std::optional<std::int64_t> step) const;

 private:
  std::filesystem::path path_;
};

}  // namespace lielow

// The directory of a training run: config.yaml, run.db, models/STEP.safetensors,
// checkpoints/STEP.safetensors, log.txt.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "train/config.h"

namespace lielow {

class RunDirectory {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path config() const { return path_ / "config.yaml"; }
  std::filesystem::path database() const { return path_ / "run.db"; }
  std::filesystem::path log() const { return path_ / "log.txt"; }
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

// Makes the directory of a new run with `config` in it, or checks that `config` may go on with the
// run that is there. Returns the fields that have changed since, as ConfigDifferences. Throws
// InputError if the directory holds something else, or a run of another board size or architecture:
// with the difference.
std::vector<std::string> PrepareRunDirectory(const RunDirectory& directory, const Config& config);

// Replaces the configuration of a run. REQUIRES: nobody else trains it, see RunLock.
void StoreConfig(const RunDirectory& directory, const Config& config);

// Keeps other processes from training the same run for as long as it lives.
class RunLock {
 public:
  // Throws InputError if another process has the lock.
  explicit RunLock(const RunDirectory& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int file_;
};

}  // namespace lielow

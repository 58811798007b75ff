#include "train/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include "game/input_error.h"
#include "nn/atomic_file.h"

namespace lielow {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".safetensors";

fs::path StepFile(const fs::path& folder, std::int64_t step) {
  return folder / (std::to_string(step) + std::string(kExtension));
}

// Steps of the files STEP.safetensors in a folder, ascending.
std::vector<std::int64_t> Steps(const fs::path& folder) {
  std::vector<std::int64_t> steps;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != kExtension) continue;
    const std::string stem = entry.path().stem().string();
    std::int64_t step = 0;
    const auto [end, parse_error] = std::from_chars(stem.data(), stem.data() + stem.size(), step);
    const bool is_step =
        parse_error == std::errc() && end == stem.data() + stem.size() && step >= 0;
    if (is_step) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

std::string StepList(const std::vector<std::int64_t>& steps) {
  constexpr std::size_t kLongest = 10;
  std::string text;
  const std::size_t first = steps.size() > kLongest ? steps.size() - kLongest : 0;
  if (first > 0) text = "...";
  for (std::size_t i = first; i < steps.size(); ++i) {
    text += (text.empty() ? "" : ", ") + std::to_string(steps[i]);
  }
  return text;
}

// The differences that make another network or game of it.
std::vector<std::string> BlockingDifferences(const std::vector<std::string>& differences) {
  std::vector<std::string> blocking;
  for (const std::string& difference : differences) {
    if (difference.starts_with("game.") || difference.starts_with("network.")) {
      blocking.push_back(difference);
    }
  }
  return blocking;
}

}  // namespace

fs::path RunDirectory::model(std::int64_t step) const { return StepFile(path_ / "models", step); }

fs::path RunDirectory::checkpoint(std::int64_t step) const {
  return StepFile(path_ / "checkpoints", step);
}

std::vector<std::int64_t> RunDirectory::ModelSteps() const { return Steps(path_ / "models"); }

std::vector<std::int64_t> RunDirectory::CheckpointSteps() const {
  return Steps(path_ / "checkpoints");
}

fs::path RunDirectory::FindModel(std::optional<std::int64_t> step) const {
  const std::vector<std::int64_t> steps = ModelSteps();
  if (steps.empty()) throw InputError(path_.string() + ": has no models/STEP.safetensors yet");
  if (!step) return model(steps.back());
  if (!std::binary_search(steps.begin(), steps.end(), *step)) {
    throw InputError(path_.string() + ": has no model of step " + std::to_string(*step) +
                     "; there are " + StepList(steps));
  }
  return model(*step);
}

std::vector<std::string> PrepareRunDirectory(const RunDirectory& directory, const Config& config) {
  const fs::path& path = directory.path();
  std::vector<std::string> differences;
  if (directory.IsRun()) {
    differences = ConfigDifferences(LoadConfig(directory.config()), config);
    const auto blocking = BlockingDifferences(differences);
    if (!blocking.empty()) {
      std::string message = path.string() + ": is a run of another ";
      message += blocking.front().starts_with("game.") ? "board size" : "architecture";
      for (const std::string& difference : blocking) {
        message += (&difference == &blocking.front() ? ": " : ", ") + difference;
      }
      throw InputError(message);
    }
  } else if (fs::exists(path) && !fs::is_directory(path)) {
    throw InputError(path.string() + ": is a file, expected a run directory or a new name");
  } else if (fs::exists(path) && !fs::is_empty(path)) {
    throw InputError(path.string() + ": is a directory but no run (it has no config.yaml)");
  }
  fs::create_directories(path / "models");
  fs::create_directories(path / "checkpoints");
  if (!directory.IsRun()) StoreConfig(directory, config);
  return differences;
}

void StoreConfig(const RunDirectory& directory, const Config& config) {
  WriteFileAtomically(directory.config(), DumpConfig(config));
}

RunLock::RunLock(const RunDirectory& directory)
    : file_(::open(directory.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (file_ < 0) {
    throw std::runtime_error(directory.path().string() + ": " + std::strerror(errno));
  }
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    ::close(file_);
    throw InputError(directory.path().string() + ": another process is training this run");
  }
}

RunLock::~RunLock() { ::close(file_); }

}  // namespace lielow

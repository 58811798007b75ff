#include "train/run_setup.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "game/input_error.h"
#include "nn/atomic_file.h"

namespace lielow {
namespace {

namespace fs = std::filesystem;

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

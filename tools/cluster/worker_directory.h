// Where a worker keeps what it must not lose: the games that the server does not have yet. One
// worker at a time has it.

#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace lielow {

class WorkerDirectory {
 public:
  // Throws InputError if another worker has it, or if it cannot be made.
  explicit WorkerDirectory(std::filesystem::path path);
  ~WorkerDirectory();
  WorkerDirectory(const WorkerDirectory&) = delete;
  WorkerDirectory& operator=(const WorkerDirectory&) = delete;

  // The first of workers/RUN-1, workers/RUN-2, ... in the current folder that nobody has: so each
  // worker of a machine gets one, and one that starts again finds its games.
  static std::unique_ptr<WorkerDirectory> FirstFree(const std::string& run);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path outbox() const { return path_ / "outbox.db"; }
  std::filesystem::path network() const { return path_ / "network.safetensors"; }
  std::filesystem::path config() const { return path_ / "config.yaml"; }

 private:
  const std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace lielow

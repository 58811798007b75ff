#include "tools/cluster/worker_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "game/input_error.h"

namespace lielow {
namespace {

constexpr int kMostWorkers = 10'000;  // Of a run on one machine.

// A file descriptor that holds the lock; -1 if somebody else does.
int Lock(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  const int file = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) throw InputError(path.string() + ": " + std::strerror(errno));
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  ::close(file);
  return -1;
}

}  // namespace

WorkerDirectory::WorkerDirectory(std::filesystem::path path)
    : path_(std::move(path)), lock_(Lock(path_)) {
  if (lock_ < 0) throw InputError(path_.string() + ": another worker uses this directory");
}

WorkerDirectory::~WorkerDirectory() { ::close(lock_); }

std::unique_ptr<WorkerDirectory> WorkerDirectory::FirstFree(const std::string& run) {
  for (int i = 1; i <= kMostWorkers; ++i) {
    const std::filesystem::path path =
        std::filesystem::path("workers") / (run + "-" + std::to_string(i));
    const int free = Lock(path);
    if (free < 0) continue;
    ::close(free);
    try {
      return std::make_unique<WorkerDirectory>(path);
    } catch (const InputError&) {
      // Another worker was faster.
    }
  }
  throw InputError("workers/" + run + "-1 to -" + std::to_string(kMostWorkers) +
                   ": all are in use; --dir names another");
}

}  // namespace lielow

#include "nn/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace lielow {
namespace {

[[noreturn]] void FailWithErrno(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string() + ": cannot be written");
}

class FileDescriptor {
 public:
  FileDescriptor(const std::filesystem::path& path, int flags)
      : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  // Whether the system took all that was written.
  bool Close() { return !is_open() || close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

// Removes a file unless it was renamed away.
class RemovedAtExit {
 public:
  explicit RemovedAtExit(std::filesystem::path path) : path_(std::move(path)) {}
  ~RemovedAtExit() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }
  RemovedAtExit(const RemovedAtExit&) = delete;
  RemovedAtExit& operator=(const RemovedAtExit&) = delete;

  void Release() { path_.clear(); }

 private:
  std::filesystem::path path_;
};

// A name of its own for each writer, in this process and among others.
std::filesystem::path NameAside(const std::filesystem::path& path) {
  static std::atomic<unsigned> next = 0;
  std::filesystem::path aside = path;
  aside += ".tmp-" + std::to_string(getpid()) + "-" + std::to_string(next++);
  return aside;
}

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Some file systems cannot sync a directory, and say so with EINVAL: the rename is as safe there as
// it can be.
bool SyncDirectory(const std::filesystem::path& path) {
  const FileDescriptor directory(path.empty() ? "." : path, O_RDONLY | O_DIRECTORY);
  return directory.is_open() && (fsync(directory.get()) == 0 || errno == EINVAL);
}

}  // namespace

void WriteFileAtomically(const std::filesystem::path& path, std::string_view bytes) {
  // Renaming over /dev/null, say, would replace the device.
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw std::runtime_error(path.string() + ": cannot be written: is not a regular file");
  }
  const std::filesystem::path aside = NameAside(path);
  // A file of that name is a dead process's: a live one has another process id.
  FileDescriptor file(aside, O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.is_open()) FailWithErrno(path);
  RemovedAtExit guard(aside);
  if (!WriteAll(file.get(), bytes) || fsync(file.get()) != 0 || !file.Close()) FailWithErrno(path);
  if (std::rename(aside.c_str(), path.c_str()) != 0) FailWithErrno(path);
  guard.Release();
  if (!SyncDirectory(path.parent_path())) FailWithErrno(path);
}

}  // namespace lielow

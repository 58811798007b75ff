#include "tools/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "game/input_error.h"
#include "game/quoted_text.h"

namespace lielow {
namespace {

constexpr std::size_t kLongestName = 200;

[[noreturn]] void Fail(const std::string& path, const std::string& reason) {
  throw InputError("file " + Quoted(path, kLongestName) + ": cannot write: " + reason);
}

[[noreturn]] void Fail(const std::string& path, int error) {
  Fail(path, std::generic_category().message(error));
}

// All of it, on the disk when it returns; false with errno set where that fails.
bool WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const auto written = write(file, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0;
}

// Gives the finished file its name; false where that is taken and must not be.
bool Publish(const std::string& temporary, const std::string& path, IfExists if_exists) {
  if (if_exists == IfExists::kRefuse) {
    // A link, other than a renaming, never replaces what somebody else has just made.
    if (link(temporary.c_str(), path.c_str()) == 0) {
      unlink(temporary.c_str());
      return true;
    }
    if (errno == EEXIST) return false;
    // There are file systems without links.
    if (access(path.c_str(), F_OK) == 0) return false;
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) Fail(path, errno);
  return true;
}

}  // namespace

bool WriteWholeFile(const std::string& path, std::string_view text, IfExists if_exists) {
  if (access(path.c_str(), F_OK) == 0) {
    if (if_exists == IfExists::kRefuse) return false;
    if (!std::filesystem::is_regular_file(path)) Fail(path, "it is not a regular file");
  }
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) Fail(path, errno);
  const bool written = WriteAll(file, text);
  const int write_error = errno;
  close(file);
  try {
    if (!written) Fail(path, write_error);
    if (Publish(temporary, path, if_exists)) return true;
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  unlink(temporary.c_str());
  return false;
}

}  // namespace lielow

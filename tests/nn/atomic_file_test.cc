#include "nn/atomic_file.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ContentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> NamesIn(const TemporaryDirectory& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string FailureOf(const std::filesystem::path& path, std::string_view bytes) {
  try {
    WriteFileAtomically(path, bytes);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no failure";
}

// While it lives, this process cannot make a file longer than `bytes`: as on a full disk, a write
// fails when it has begun.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(AtomicFileTest, WritesBytesAsTheyAre) {
  const TemporaryDirectory directory;
  const std::string bytes("a\0b\n\r\xFF", 6);
  WriteFileAtomically(directory / "file", bytes);
  EXPECT_EQ(ContentOf(directory / "file"), bytes);
  EXPECT_THAT(NamesIn(directory), ElementsAre("file"));
}

TEST(AtomicFileTest, ReplacesLongerContentWhole) {
  const TemporaryDirectory directory;
  WriteFileAtomically(directory / "file", "a long old content");
  WriteFileAtomically(directory / "file", "new");
  EXPECT_EQ(ContentOf(directory / "file"), "new");
  WriteFileAtomically(directory / "file", "");
  EXPECT_EQ(ContentOf(directory / "file"), "");
}

TEST(AtomicFileTest, TakesNameWithoutDirectory) {
  const TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  EXPECT_NO_THROW(WriteFileAtomically("file", "content"));
  std::filesystem::current_path(before);
  EXPECT_EQ(ContentOf(directory / "file"), "content");
}

TEST(AtomicFileTest, FailureHalfwayKeepsOldContentAndLeavesNothingBehind) {
  const TemporaryDirectory directory;
  WriteFileAtomically(directory / "file", "old");
  const FileSizeLimit limit(1000);
  EXPECT_THAT(FailureOf(directory / "file", std::string(5000, 'x')),
              HasSubstr("file: cannot be written"));
  EXPECT_EQ(ContentOf(directory / "file"), "old");
  EXPECT_THAT(NamesIn(directory), ElementsAre("file"));
}

TEST(AtomicFileTest, MissingDirectoryIsNamed) {
  const TemporaryDirectory directory;
  EXPECT_THAT(FailureOf(directory / "absent/file", "content"),
              HasSubstr("absent/file: cannot be written: No such file or directory"));
}

TEST(AtomicFileTest, RefusesToReplaceDirectoryOrDevice) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "folder");
  EXPECT_THAT(FailureOf(directory / "folder", "content"), HasSubstr("not a regular file"));
  std::filesystem::create_symlink("/dev/null", directory / "null");
  EXPECT_THAT(FailureOf(directory / "null", "content"), HasSubstr("not a regular file"));
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "null"));
}

TEST(AtomicFileTest, ReaderNeverSeesPartOfContentWhileManyWrite) {
  const TemporaryDirectory directory;
  const auto content = [](char c) { return std::string(100000, c); };
  WriteFileAtomically(directory / "file", content('a'));
  std::vector<std::thread> writers;
  for (const char c : {'b', 'c'}) {
    writers.emplace_back([&, c] {
      for (int i = 0; i < 20; ++i) WriteFileAtomically(directory / "file", content(c));
    });
  }
  for (int i = 0; i < 50; ++i) {
    const std::string seen = ContentOf(directory / "file");
    ASSERT_FALSE(seen.empty());
    ASSERT_EQ(seen, content(seen[0]));
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(NamesIn(directory), ElementsAre("file"));
}

}  // namespace
}  // namespace lielow

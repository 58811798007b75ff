#include "tools/whole_file.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "game/input_error.h"
#include "tests/selfplay/temporary_directory.h"
#include "tools/text_file.h"

namespace lielow {
namespace {

using testing::HasSubstr;

std::ptrdiff_t FilesIn(const TemporaryDirectory& directory) {
  return std::distance(std::filesystem::directory_iterator(directory.path()), {});
}

std::string ErrorOf(const std::string& path, std::string_view text, IfExists if_exists) {
  try {
    WriteWholeFile(path, text, if_exists);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(WholeFileTest, WritesANewFileAndNothingBesideIt) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(WriteWholeFile(directory / "a", "text\n", IfExists::kRefuse));
  EXPECT_EQ(ReadTextFile(directory / "a"), "text\n");
  EXPECT_TRUE(WriteWholeFile(directory / "b", "", IfExists::kReplace));
  EXPECT_EQ(ReadTextFile(directory / "b"), "");
  EXPECT_EQ(FilesIn(directory), 2);
}

TEST(WholeFileTest, ReplacesAFileOnlyIfAskedTo) {
  const TemporaryDirectory directory;
  WriteWholeFile(directory / "a", "old", IfExists::kRefuse);
  EXPECT_FALSE(WriteWholeFile(directory / "a", "new", IfExists::kRefuse));
  EXPECT_EQ(ReadTextFile(directory / "a"), "old");
  EXPECT_TRUE(WriteWholeFile(directory / "a", "new", IfExists::kReplace));
  EXPECT_EQ(ReadTextFile(directory / "a"), "new");
  EXPECT_EQ(FilesIn(directory), 1);
}

TEST(WholeFileTest, LeavesALinkToNothingAlone) {
  const TemporaryDirectory directory;
  std::filesystem::create_symlink(directory / "nothing", directory / "link");
  EXPECT_FALSE(WriteWholeFile(directory / "link", "new", IfExists::kRefuse));
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(FilesIn(directory), 1);
}

TEST(WholeFileTest, NamesTheFileAndTheReasonWhereItCannotWrite) {
  const TemporaryDirectory directory;
  EXPECT_THAT(ErrorOf(directory / "none/a", "text", IfExists::kRefuse),
              HasSubstr("none/a\": cannot write: No such file or directory"));
  EXPECT_THAT(ErrorOf(directory.path(), "text", IfExists::kReplace),
              HasSubstr("cannot write: it is not a regular file"));
  EXPECT_EQ(FilesIn(directory), 0);
}

TEST(WholeFileTest, FailureInTheMiddleLeavesTheOldFile) {
  const TemporaryDirectory directory;
  WriteWholeFile(directory / "a", "old", IfExists::kRefuse);

  // No file may grow beyond 100 bytes for a moment, as if the disk were full.
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  rlimit small = limit;
  small.rlim_cur = 100;
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string text(1000, 'x');
  const std::string replacing = ErrorOf(directory / "a", text, IfExists::kReplace);
  const std::string writing = ErrorOf(directory / "b", text, IfExists::kRefuse);
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);

  EXPECT_THAT(replacing, HasSubstr("a\": cannot write: File too large"));
  EXPECT_THAT(writing, HasSubstr("b\": cannot write: File too large"));
  EXPECT_EQ(ReadTextFile(directory / "a"), "old");
  EXPECT_EQ(FilesIn(directory), 1);
}

}  // namespace
}  // namespace lielow

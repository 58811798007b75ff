#include "train/progress.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::EndsWith;

TEST(ProgressTest, LinesAreAppendedToTheLog) {
  const TemporaryDirectory directory;
  const std::filesystem::path log = directory / "log.txt";
  Progress(log).Line("the first session");
  Progress(log).Warning("the second");
  std::ifstream file(log);
  std::string line;
  std::getline(file, line);
  EXPECT_THAT(line, EndsWith("info: the first session"));
  std::getline(file, line);
  EXPECT_THAT(line, EndsWith("warning: the second"));
  EXPECT_FALSE(std::getline(file, line));
}

TEST(ProgressTest, BracesAreTextLikeAnyOther) {
  const TemporaryDirectory directory;
  Progress(directory / "log.txt").Line("{} {0} %s 100 %");
  std::ifstream file(directory / "log.txt");
  std::string line;
  std::getline(file, line);
  EXPECT_THAT(line, EndsWith("info: {} {0} %s 100 %"));
}

TEST(ProgressTest, LiveTextIsNotLogged) {
  const TemporaryDirectory directory;
  Progress(directory / "log.txt").Live("for the moment");
  EXPECT_EQ(std::filesystem::file_size(directory / "log.txt"), 0U);
}

TEST(WithThousandsTest, SeparatesGroupsOfThree) {
  EXPECT_EQ(WithThousands(0), "0");
  EXPECT_EQ(WithThousands(999), "999");
  EXPECT_EQ(WithThousands(1000), "1,000");
  EXPECT_EQ(WithThousands(12345678), "12,345,678");
  EXPECT_EQ(WithThousands(-123), "-123");
  EXPECT_EQ(WithThousands(-1234), "-1,234");
}

TEST(ClockTextTest, HasHoursOnlyWhereThereAreAny) {
  EXPECT_EQ(ClockText(0), "0:00");
  EXPECT_EQ(ClockText(59.9), "0:59");
  EXPECT_EQ(ClockText(185), "3:05");
  EXPECT_EQ(ClockText(3600), "1:00:00");
  EXPECT_EQ(ClockText(3723), "1:02:03");
  EXPECT_EQ(ClockText(360000), "100:00:00");
}

}  // namespace
}  // namespace lielow

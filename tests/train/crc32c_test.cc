#include "train/crc32c.h"

#include <gmock/gmock.h>

#include <string>

namespace lielow {
namespace {

TEST(Crc32cTest, NothingHasTheChecksumZero) { EXPECT_EQ(Crc32c(""), 0U); }

TEST(Crc32cTest, CheckValueOfTheAlgorithm) { EXPECT_EQ(Crc32c("123456789"), 0xE3069283U); }

// The examples of RFC 3720, appendix B.4.
TEST(Crc32cTest, ExamplesOfTheStandard) {
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(Crc32c(std::string(32, '\xff')), 0x62A8AB43U);
  std::string ascending;
  for (char byte = 0; byte < 32; ++byte) ascending += byte;
  EXPECT_EQ(Crc32c(ascending), 0x46DD794EU);
  EXPECT_EQ(Crc32c(std::string(ascending.rbegin(), ascending.rend())), 0x113FDB5CU);
}

}  // namespace
}  // namespace lielow

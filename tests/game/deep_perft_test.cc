// Counts of billions of positions: seconds in an optimised build, so only there.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "game/perft.h"

namespace lielow {
namespace {

class DeepPerftTest : public testing::Test {
 protected:
  void SetUp() override {
#ifndef NDEBUG
    GTEST_SKIP() << "too slow with assertions";
#endif
  }
};

TEST_F(DeepPerftTest, EightByEightStartToDepthSix) {
  EXPECT_EQ(Perft(Position(8), 6), 8'862'453'254U);
}

TEST_F(DeepPerftTest, NineByNineStartToDepthFive) {
  EXPECT_EQ(Perft(Position(9), 5), 4'328'925'366U);
}

TEST_F(DeepPerftTest, ConformancePositionsOtherThanTheStartsToTheLastDepth) {
  std::ifstream file(LIELOW_TEST_DATA "/conformance/perft.json");
  const auto data = nlohmann::json::parse(file);
  int positions = 0;
  for (const auto& entry : data.at("positions")) {
    const Position position = Position::Parse(entry.at("position").get<std::string>());
    if (position == Position(position.size())) continue;
    const auto& counts = entry.at("perft");
    EXPECT_EQ(Perft(position, static_cast<int>(counts.size())), counts.back()) << entry.at("id");
    ++positions;
  }
  EXPECT_EQ(positions, 9);
}

}  // namespace
}  // namespace lielow

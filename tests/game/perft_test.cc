#include "game/perft.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "game/move_text.h"

namespace lielow {
namespace {

TEST(PerftTest, CountsOfEveryConformancePositionHold) {
  constexpr std::uint64_t kMostLeaves = 5'000'000;
  std::ifstream file(LIELOW_TEST_DATA "/conformance/perft.json");
  const auto data = nlohmann::json::parse(file);
  int positions = 0;
  for (const auto& entry : data.at("positions")) {
    SCOPED_TRACE(entry.at("id").get<std::string>());
    const Position position = Position::Parse(entry.at("position").get<std::string>());
    int depth = 0;
    for (const auto& leaves : entry.at("perft")) {
      ++depth;
      if (leaves > kMostLeaves) break;
      EXPECT_EQ(Perft(position, depth), leaves) << depth;
    }
    ++positions;
  }
  EXPECT_EQ(positions, 11);
}

TEST(PerftTest, EightByEightStartToDepthFive) { EXPECT_EQ(Perft(Position(8), 5), 198'230'544U); }

TEST(PerftTest, NineByNineStartToDepthFour) { EXPECT_EQ(Perft(Position(9), 4), 52'545'412U); }

TEST(PerftTest, DepthZeroIsThePositionItself) { EXPECT_EQ(Perft(Position(8), 0), 1U); }

TEST(PerftTest, FinishedGameHasNoSuccessors) {
  Position position = Position::Parse("8/8/8/8/3b1R23/8/8/B27 b");
  position.Play(ParseMove(position, "d4xe4"));
  EXPECT_EQ(Perft(position, 0), 1U);
  EXPECT_EQ(Perft(position, 1), 0U);
  EXPECT_EQ(Perft(position, 3), 0U);
}

TEST(PerftTest, DivideSplitsTheCountByMove) {
  const Position start(8);
  std::uint64_t sum = 0;
  const std::vector<PerftMove> counts = PerftDivide(start, 3);
  for (const PerftMove& count : counts) {
    EXPECT_TRUE(start.IsLegal(count.move));
    sum += count.leaves;
  }
  EXPECT_EQ(counts.size(), 46U);
  EXPECT_EQ(sum, 97'520U);
}

TEST(PerftTest, DivideToDepthOneCountsOneForEachMove) {
  for (const PerftMove& count : PerftDivide(Position(8), 1)) EXPECT_EQ(count.leaves, 1U);
}

}  // namespace
}  // namespace lielow

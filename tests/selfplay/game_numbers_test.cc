#include "selfplay/game_numbers.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

namespace lielow {
namespace {

using testing::ElementsAre;

std::vector<std::int64_t> Take(GameNumbers& numbers, int count) {
  std::vector<std::int64_t> taken;
  for (int i = 0; i < count; ++i) taken.push_back(numbers.Next());
  return taken;
}

TEST(GameNumbersTest, NewRunBeginsWithZero) {
  GameNumbers numbers({});
  EXPECT_THAT(Take(numbers, 4), ElementsAre(0, 1, 2, 3));
}

TEST(GameNumbersTest, MissingNumbersComeBeforeNewOnes) {
  GameNumbers numbers({1, 2, 5, 6});
  EXPECT_THAT(Take(numbers, 5), ElementsAre(0, 3, 4, 7, 8));
}

TEST(GameNumbersTest, RunWithoutGapsGoesOnBehindItsLastGame) {
  GameNumbers numbers({0, 1, 2});
  EXPECT_THAT(Take(numbers, 2), ElementsAre(3, 4));
}

TEST(GameNumbersTest, ThreadsGetDistinctNumbers) {
  constexpr int kThreads = 4;
  constexpr int kEach = 2000;
  GameNumbers numbers({3, 1000});
  std::vector<std::vector<std::int64_t>> taken(kThreads);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : taken) threads.emplace_back([&] { mine = Take(numbers, kEach); });
  }
  std::vector<std::int64_t> all;
  for (const auto& mine : taken) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    all.insert(all.end(), mine.begin(), mine.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> expected;
  for (std::int64_t number = 0; static_cast<int>(expected.size()) < kThreads * kEach; ++number) {
    if (number != 3 && number != 1000) expected.push_back(number);
  }
  EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace lielow

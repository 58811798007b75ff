#include "train/run_clock.h"

#include <gtest/gtest.h>

namespace lielow {
namespace {

StopOptions Limits(std::optional<double> minutes, std::optional<std::int64_t> games,
                   std::optional<std::int64_t> steps) {
  return {.minutes = minutes, .games = games, .steps = steps};
}

TEST(RunClockTest, WithoutLimitsNothingIsEverOver) {
  const RunClock clock(Limits({}, {}, {}), {}, nullptr);
  EXPECT_FALSE(clock.Finished(1'000'000'000, 1'000'000'000));
  EXPECT_FALSE(clock.SessionOver());
  EXPECT_EQ(clock.ShareDone(1'000'000, 1'000'000), 0);
}

TEST(RunClockTest, NearestLimitCounts) {
  RunClock clock(Limits(60, 1000, 200), {}, nullptr);
  EXPECT_NEAR(clock.ShareDone(250, 0), 0.25, 1e-6);
  EXPECT_NEAR(clock.ShareDone(250, 100), 0.5, 1e-6);
  clock.SetMinutesBefore(45);
  EXPECT_NEAR(clock.ShareDone(250, 100), 0.75, 1e-3);
  EXPECT_NEAR(clock.Minutes(), 45, 0.1);
  EXPECT_FALSE(clock.Finished(999, 199));
  EXPECT_TRUE(clock.Finished(1000, 0));
  EXPECT_TRUE(clock.Finished(0, 200));
  EXPECT_EQ(clock.ShareDone(5000, 0), 1);
  clock.SetMinutesBefore(60);
  EXPECT_TRUE(clock.Finished(0, 0));
}

TEST(RunClockTest, LimitOfNothingIsReachedAtOnce) {
  const RunClock clock(Limits({}, 0, {}), {}, nullptr);
  EXPECT_TRUE(clock.Finished(0, 0));
  EXPECT_EQ(clock.ShareDone(0, 0), 1);
}

TEST(RunClockTest, SessionEndsByItsTimeOrFromOutside) {
  EXPECT_TRUE(RunClock(Limits({}, {}, {}), 0, nullptr).SessionOver());
  std::atomic<bool> interrupted = false;
  const RunClock clock(Limits({}, {}, {}), 1000, &interrupted);
  EXPECT_FALSE(clock.SessionOver());
  interrupted = true;
  EXPECT_TRUE(clock.Interrupted());
  EXPECT_TRUE(clock.SessionOver());
}

}  // namespace
}  // namespace lielow

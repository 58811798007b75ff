// How far a run has come, and whether it or this session of it is over.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "train/config.h"

namespace lielow {

class RunClock {
 public:
  // The session begins now; the sessions before took `minutes_before`. `interrupted` is set from
  // outside and may be nullptr.
  RunClock(const StopOptions& stop, std::optional<double> max_minutes,
           const std::atomic<bool>* interrupted)
      : stop_(stop), max_minutes_(max_minutes), interrupted_(interrupted) {}

  void SetMinutesBefore(double minutes) { minutes_before_ = minutes; }

  // Of all sessions.
  double Minutes() const { return minutes_before_ + SessionMinutes(); }

  bool Interrupted() const { return interrupted_ != nullptr && *interrupted_; }

  bool SessionOver() const {
    return Interrupted() || (max_minutes_ && SessionMinutes() >= *max_minutes_);
  }

  // The run has reached one of its limits.
  bool Finished(std::int64_t games, std::int64_t steps) const;

  // The share of the run that is over, by the limit that is nearest; 0 without a limit.
  double ShareDone(std::int64_t games, std::int64_t steps) const;

 private:
  using Clock = std::chrono::steady_clock;

  double SessionMinutes() const {
    return std::chrono::duration<double>(Clock::now() - start_).count() / 60;
  }

  const StopOptions stop_;
  const std::optional<double> max_minutes_;
  const std::atomic<bool>* const interrupted_;
  const Clock::time_point start_ = Clock::now();
  double minutes_before_ = 0;
};

}  // namespace lielow

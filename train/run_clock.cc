#include "train/run_clock.h"

#include <algorithm>

namespace lielow {

bool RunClock::Finished(std::int64_t games, std::int64_t steps) const {
  return (stop_.minutes && Minutes() >= *stop_.minutes) || (stop_.games && games >= *stop_.games) ||
         (stop_.steps && steps >= *stop_.steps);
}

double RunClock::ShareDone(std::int64_t games, std::int64_t steps) const {
  double done = 0;
  const auto consider = [&](double now, auto limit) {
    if (!limit) return;
    const auto end = static_cast<double>(*limit);
    done = std::max(done, end > 0 ? now / end : 1);
  };
  consider(Minutes(), stop_.minutes);
  consider(static_cast<double>(games), stop_.games);
  consider(static_cast<double>(steps), stop_.steps);
  return std::min(done, 1.0);
}

}  // namespace lielow

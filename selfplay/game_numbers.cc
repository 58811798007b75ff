#include "selfplay/game_numbers.h"

#include <algorithm>

namespace lielow {

GameNumbers::GameNumbers(const std::vector<std::int64_t>& finished) {
  for (const std::int64_t number : finished) {
    while (next_new_ < number) missing_.push_back(next_new_++);
    next_new_ = number + 1;
  }
  std::reverse(missing_.begin(), missing_.end());
}

std::int64_t GameNumbers::Next() {
  const std::lock_guard lock(mutex_);
  if (missing_.empty()) return next_new_++;
  const std::int64_t number = missing_.back();
  missing_.pop_back();
  return number;
}

}  // namespace lielow

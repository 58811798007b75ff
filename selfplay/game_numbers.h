// Hands out the numbers of a run's games: first those that were begun but never finished, then new
// ones. Thread-safe.

#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace lielow {

class GameNumbers {
 public:
  // `finished`: the numbers of all finished games, ascending.
  explicit GameNumbers(const std::vector<std::int64_t>& finished);

  std::int64_t Next();

 private:
  std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::int64_t> missing_;  // Descending: the next one is at the end.
  std::int64_t next_new_ = 0;
};

}  // namespace lielow

// Who may search: as many at a time as there are processors, the others in the order in which they
// came.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

namespace lielow {

class SearchSlots {
 public:
  explicit SearchSlots(int slots) : free_(slots) {}

  // Waits for its turn. Returns false if that did not come in time; otherwise Leave has to follow.
  bool Enter(std::chrono::milliseconds longest);
  void Leave();

 private:
  bool HasTurn(std::uint64_t ticket) const { return free_ > 0 && waiting_.front() == ticket; }

  std::mutex mutex_;
  std::condition_variable changed_;
  int free_;
  std::uint64_t next_ticket_ = 0;
  std::list<std::uint64_t> waiting_;
};

}  // namespace lielow

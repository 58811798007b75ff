#include "tools/web/search_slots.h"

namespace lielow {

bool SearchSlots::Enter(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_ticket_++;
  waiting_.push_back(ticket);
  const bool turn = changed_.wait_for(lock, longest, [&] { return HasTurn(ticket); });
  waiting_.remove(ticket);
  if (turn) --free_;
  changed_.notify_all();
  return turn;
}

void SearchSlots::Leave() {
  const std::lock_guard lock(mutex_);
  ++free_;
  changed_.notify_all();
}

}  // namespace lielow

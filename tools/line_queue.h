// Lines of text on their way from one thread to another.

#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace lielow {

class LineQueue {
 public:
  // Waits while the queue is full.
  void Push(std::string line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return lines_.size() < kMostLines || closed_; });
    lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  // No more lines will come.
  void Close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  // Waits for a line; nullopt once there are no more.
  std::optional<std::string> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !lines_.empty() || closed_; });
    if (lines_.empty()) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    changed_.notify_all();
    return line;
  }

 private:
  static constexpr std::size_t kMostLines = 10000;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;  // Guarded by mutex_,
  bool closed_ = false;            // as this.
};

}  // namespace lielow

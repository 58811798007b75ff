// The network that games are played with: the learner puts the newest one here, workers take it.

#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "selfplay/selfplay.h"

namespace lielow {

class NetworkSlot {
 public:
  // Thread-safe, as Newest.
  void Set(std::shared_ptr<const PlayingNetwork> network) {
    const std::lock_guard lock(mutex_);
    network_ = std::move(network);
  }

  std::shared_ptr<const PlayingNetwork> Newest() const {
    const std::lock_guard lock(mutex_);
    return network_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const PlayingNetwork> network_;  // Guarded by mutex_.
};

}  // namespace lielow

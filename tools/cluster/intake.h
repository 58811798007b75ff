// Takes games from the workers into the run database.
//
// Nothing is believed: each game is replayed by the rules and checked for all that training relies
// on. What does not hold is refused and counted. A game is acknowledged once it is on the disk, so
// it comes again if anything happens before; the database knows which it has.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "selfplay/game_message.h"
#include "selfplay/run_database.h"
#include "tools/cluster/broker.h"

namespace lielow {

class Intake {
 public:
  // Games of `run` on boards of `size`. The broker outlives this object.
  Intake(Broker& broker, const std::filesystem::path& database, std::uint64_t run, int size);

  // Games played by the network of `step` are taken from now on. Thread-safe.
  void Allow(std::int64_t step);

  // Waits for games, stores and acknowledges them: about as many as have `positions` trained ones,
  // but some dozens in any case. Throws BrokerError, and as RunDatabase.
  void Round(std::int64_t positions, std::chrono::milliseconds wait);

  // Trained positions of the games stored so far. Thread-safe.
  std::int64_t positions() const { return positions_; }

  // Games so far, by the session that sent them. Thread-safe.
  std::map<std::string, std::int64_t> refused() const;

 private:
  std::optional<RecordedGame> Checked(const ArrivedGame& arrived) const;
  void Refuse(const ArrivedGame& arrived);
  GameSource SourceOf(const std::string& session);

  Broker& broker_;
  RunDatabase database_;
  const std::uint64_t run_;
  const int size_;
  std::map<std::string, GameSource> sources_;
  std::atomic<std::int64_t> positions_ = 0;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::set<std::int64_t> steps_;
  std::map<std::string, std::int64_t> refused_;
};

}  // namespace lielow

// Finished games on their way to a learner elsewhere: on the disk until they have arrived.
//
// A game that Add has taken is not lost, whatever happens to the process, the machine or the
// network. Thread-safe. All calls throw as sqlite::Database.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "selfplay/game_message.h"

namespace lielow {

namespace sqlite {
class Database;
}

class Outbox {
 public:
  struct Item {
    std::int64_t id = 0;  // In the order they were added.
    std::uint64_t session = 0;
    std::int64_t number = 0;
    std::string bytes;  // An encoded GameMessage.
  };

  // Makes the file if there is none. Throws InputError if it is something else.
  explicit Outbox(const std::filesystem::path& path);
  ~Outbox();

  // Adds games of one session in one durable commit.
  void Add(std::span<const GameMessage> messages);

  // The oldest that are here, at most `count`.
  std::vector<Item> Oldest(int count) const;

  // Of items that have arrived.
  void Remove(std::span<const std::int64_t> ids);

  std::int64_t games() const;
  std::int64_t bytes() const;

  // All games that a session has ever added.
  std::int64_t Finished(std::uint64_t session) const;

 private:
  mutable std::mutex mutex_;
  std::unique_ptr<sqlite::Database> database_;
  // What is here.
  std::int64_t games_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace lielow

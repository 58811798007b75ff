// A broker in memory that does what the server does, and fails when it is told to.

#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/cluster/broker.h"

namespace lielow {

// What a server and its clients share.
struct MemoryServer {
  std::mutex mutex;
  // Guarded by mutex.
  bool away = false;
  bool has_run = false;
  std::map<std::pair<Bucket, std::string>, BucketEntry> entries;
  std::deque<std::pair<std::string, std::string>> games;  // Session and bytes.
  std::set<std::string> stored;                           // Ids of all games ever sent.
  std::size_t most_games = 20'000;
  int acknowledged = 0;
  int refused = 0;
  std::uint64_t revision = 0;

  void SetAway(bool now) {
    const std::lock_guard lock(mutex);
    away = now;
  }
};

class MemoryBroker : public Broker {
 public:
  explicit MemoryBroker(MemoryServer& server, std::size_t largest_value = 1000)
      : server_(server), largest_value_(largest_value) {}

  void MakeRun(int replicas) override;
  void RemoveRun() override;
  std::optional<BucketEntry> Get(Bucket bucket, const std::string& key) override;
  void Put(Bucket bucket, const std::string& key, std::string_view value) override;
  void Delete(Bucket bucket, const std::string& key) override;
  std::vector<BucketEntry> All(Bucket bucket) override;
  std::size_t LargestValue() override { return largest_value_; }
  std::vector<std::int64_t> Send(std::span<const Outbox::Item> games) override;
  std::vector<ArrivedGame> Receive(int most, std::chrono::milliseconds wait) override;
  void Acknowledge(const ArrivedGame& game) override;
  void Refuse(const ArrivedGame& game) override;
  StreamState Stream() override;

  // A message from whomever.
  void SendBytes(const std::string& session, const std::string& bytes);

 private:
  std::unique_lock<std::mutex> Reach();

  MemoryServer& server_;
  const std::size_t largest_value_;
};

}  // namespace lielow

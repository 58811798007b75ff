#include "tests/cluster/memory_broker.h"

#include <thread>

namespace lielow {

std::unique_lock<std::mutex> MemoryBroker::Reach() {
  std::unique_lock lock(server_.mutex);
  if (server_.away) throw BrokerError("the server is away");
  return lock;
}

void MemoryBroker::MakeRun(int /*replicas*/) {
  const auto lock = Reach();
  server_.has_run = true;
}

void MemoryBroker::RemoveRun() {
  const auto lock = Reach();
  server_.has_run = false;
  server_.entries.clear();
  server_.games.clear();
}

std::optional<BucketEntry> MemoryBroker::Get(Bucket bucket, const std::string& key) {
  const auto lock = Reach();
  if (!server_.has_run) throw BrokerError("no such run yet");
  const auto found = server_.entries.find({bucket, key});
  if (found == server_.entries.end()) return std::nullopt;
  return found->second;
}

void MemoryBroker::Put(Bucket bucket, const std::string& key, std::string_view value) {
  const auto lock = Reach();
  if (value.size() > largest_value_) throw BrokerError("too large");
  server_.entries[{bucket, key}] = {
      .key = key, .value = std::string(value), .age = 0, .revision = ++server_.revision};
}

void MemoryBroker::Delete(Bucket bucket, const std::string& key) {
  const auto lock = Reach();
  server_.entries.erase({bucket, key});
}

std::vector<BucketEntry> MemoryBroker::All(Bucket bucket) {
  const auto lock = Reach();
  std::vector<BucketEntry> entries;
  for (const auto& [key, entry] : server_.entries) {
    if (key.first == bucket) entries.push_back(entry);
  }
  return entries;
}

std::vector<std::int64_t> MemoryBroker::Send(std::span<const Outbox::Item> games) {
  const auto lock = Reach();
  std::vector<std::int64_t> stored;
  for (const Outbox::Item& game : games) {
    const std::string id = GameMessageId(game.session, game.number);
    if (!server_.stored.contains(id)) {
      if (server_.games.size() >= server_.most_games) break;
      server_.stored.insert(id);
      server_.games.emplace_back(SessionName(game.session), game.bytes);
    }
    stored.push_back(game.id);
  }
  if (stored.empty() && !games.empty()) throw BrokerFullError("the learner has enough games");
  return stored;
}

void MemoryBroker::SendBytes(const std::string& session, const std::string& bytes) {
  const auto lock = Reach();
  server_.games.emplace_back(session, bytes);
}

std::vector<ArrivedGame> MemoryBroker::Receive(int most, std::chrono::milliseconds wait) {
  std::vector<ArrivedGame> arrived;
  {
    const auto lock = Reach();
    if (!server_.has_run) throw BrokerError("no such run yet");
    for (; most > 0 && !server_.games.empty(); --most) {
      auto bytes = std::make_shared<std::string>(server_.games.front().second);
      arrived.push_back(
          {.session = server_.games.front().first, .bytes = *bytes, .message = bytes});
      server_.games.pop_front();
    }
  }
  if (arrived.empty()) std::this_thread::sleep_for(wait);
  return arrived;
}

void MemoryBroker::Acknowledge(const ArrivedGame& /*game*/) {
  const auto lock = Reach();
  ++server_.acknowledged;
}

void MemoryBroker::Refuse(const ArrivedGame& /*game*/) {
  const auto lock = Reach();
  ++server_.refused;
}

StreamState MemoryBroker::Stream() {
  const auto lock = Reach();
  if (!server_.has_run) throw BrokerError("no such run yet");
  StreamState state{.games = std::ssize(server_.games)};
  for (const auto& [session, bytes] : server_.games) state.bytes += std::ssize(bytes);
  return state;
}

}  // namespace lielow

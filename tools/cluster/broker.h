// The server that carries games and networks between machines: NATS with JetStream.
//
// For each run it keeps a stream of games, from which each is gone once the learner has
// acknowledged it, and two buckets of keys: one with the run's newest network, one with what the
// workers tell of themselves.
//
// Connections are made where they are needed and come back by themselves. All calls are
// thread-safe, and throw BrokerError for what may be better in a moment: no server, no such run
// yet, no answer.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/outbox.h"
#include "tools/cluster/broker_options.h"

namespace lielow {

class BrokerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The learner has as many games before it as the server keeps for it.
class BrokerFullError : public BrokerError {
 public:
  using BrokerError::BrokerError;
};

// The two buckets of a run.
enum class Bucket { kRun, kWorkers };

struct BucketEntry {
  std::string key = {};
  std::string value = {};
  double age = 0;              // Seconds since it was stored, by the two machines' clocks.
  std::uint64_t revision = 0;  // Another one each time it is stored.
};

// A game that has arrived at the learner. It comes again if it is not answered in time.
struct ArrivedGame {
  std::string session = {};  // By the subject that it was sent to.
  std::string_view bytes;
  std::shared_ptr<void> message;  // Keeps the bytes.
};

struct StreamState {
  std::int64_t games = 0;  // On their way to the learner.
  std::int64_t bytes = 0;
};

// What can be done with one server (or cluster), for one run.
class Broker {
 public:
  virtual ~Broker() = default;

  // Makes the stream and the buckets where they are not there, each kept on `replicas` servers.
  virtual void MakeRun(int replicas) = 0;

  // Removes them, with all that they hold.
  virtual void RemoveRun() = 0;

  virtual std::optional<BucketEntry> Get(Bucket bucket, const std::string& key) = 0;
  virtual void Put(Bucket bucket, const std::string& key, std::string_view value) = 0;
  virtual void Delete(Bucket bucket, const std::string& key) = 0;
  virtual std::vector<BucketEntry> All(Bucket bucket) = 0;

  // The largest value that Put takes.
  virtual std::size_t LargestValue() = 0;

  // Sends games. Returns the ids of those that the server has stored (or had stored already). Where
  // it is away, waits for ten seconds. Throws BrokerFullError where it takes none of them because
  // it has too many.
  virtual std::vector<std::int64_t> Send(std::span<const Outbox::Item> games) = 0;

  // For the learner, of which there is one: at most `most` games, waiting for the first of them.
  virtual std::vector<ArrivedGame> Receive(int most, std::chrono::milliseconds wait) = 0;
  virtual void Acknowledge(const ArrivedGame& game) = 0;  // It is stored.
  virtual void Refuse(const ArrivedGame& game) = 0;       // It is not to come again.

  virtual StreamState Stream() = 0;
};

// Whether this program was built with NATS.
bool HasBroker();

// Throws InputError for a run whose name has other characters than letters, digits, '-' and '_';
// if the server refuses the credentials or the certificate; and without NATS. A server that is away
// is no error.
std::unique_ptr<Broker> ConnectBroker(const BrokerOptions& options, const std::string& run);

}  // namespace lielow

// What ties a worker to its run: networks come, games go.
//
// Three threads beside those that play: one writes finished games to the disk, one sends them, one
// looks for newer networks and tells the server how the worker is doing. The server may come and
// go: games wait on the disk, and the worker waits once they take too much room or once it has not
// heard of its learner for so long that its network may be old.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "nn/loaded_network.h"
#include "selfplay/outbox.h"
#include "selfplay/selfplay.h"
#include "tools/cluster/broker.h"
#include "tools/cluster/cluster_state.h"
#include "tools/cluster/published_network.h"
#include "tools/cluster/worker_directory.h"
#include "train/config.h"

namespace lielow {

struct LinkOptions {
  std::string name = {};  // Of the worker, for people.
  std::uint64_t session = 0;
  std::optional<int> threads = {};                    // That play; nullopt: one a processor.
  std::int64_t most_bytes = std::int64_t{256} << 20;  // Of games that wait to be sent.
  double most_minutes = 10;                           // Without news of the learner.
};

// A network with the configuration that it is to be played with.
struct RunNetwork {
  NetworkManifest manifest;
  std::shared_ptr<const Config> config;
  std::shared_ptr<const LoadedNetwork> network;
};

class WorkerLink {
 public:
  // `interrupted` ends all waiting.
  WorkerLink(std::unique_ptr<Broker> broker, const WorkerDirectory& directory,
             const LinkOptions& options, const std::atomic<bool>& interrupted);

  // Ends at once; games that the server does not have stay on the disk.
  ~WorkerLink();

  // The newest network; waits for the first one. nullptr if interrupted before. Throws what has
  // failed in the background: a full disk, a configuration that this program does not know.
  std::shared_ptr<const RunNetwork> Newest();

  // Waits while the network may be old.
  void WaitWhileOld() const;

  // Takes a finished game; waits while too many wait to be sent, or the learner has enough.
  void Take(std::uint64_t run, RecordedGame game);

  // Waits until the server has all games, or for so long. Returns how many it does not have.
  std::int64_t Drain(std::chrono::seconds time);

  // Tells the server that this worker is gone.
  void SayGoodbye();

  // What goes on, as the server is told it.
  WorkerState State() const;

  // What has come to pass with the server since the last call.
  std::vector<std::string> TakeNotices();

 private:
  void StoreGames();
  void SendGames();
  void Look();
  std::shared_ptr<const RunNetwork> Fetch(const NetworkManifest& manifest);
  void Notice(const std::string& text);
  void Repeat(std::chrono::milliseconds pause, const std::function<void()>& round);
  void Tell();
  bool MayBeOld() const;
  bool Full() const;
  bool Ends() const { return ending_ || interrupted_; }

  const LinkOptions options_;
  const WorkerDirectory& directory_;
  const std::atomic<bool>& interrupted_;
  const std::unique_ptr<Broker> broker_;
  Outbox outbox_;

  std::atomic<bool> ending_ = false;
  std::atomic<bool> learner_has_enough_ = false;
  std::atomic<std::chrono::steady_clock::time_point> learner_heard_;

  // Of the thread that looks.
  std::uint64_t learner_revision_ = 0;
  std::chrono::steady_clock::time_point told_at_;
  std::int64_t told_positions_ = 0;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  // Guarded by mutex_.
  std::shared_ptr<const RunNetwork> newest_;
  std::vector<GameMessage> finished_;  // Not on the disk yet.
  std::int64_t positions_ = 0;         // Of all finished games.
  std::vector<std::string> notices_ = {};
  double positions_per_second_ = 0;
  std::exception_ptr error_;

  std::vector<std::jthread> threads_;  // Last: they use all of the above.
};

}  // namespace lielow

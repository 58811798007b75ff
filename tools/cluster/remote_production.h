// Games by workers on other machines: the learner's end.
//
// Two threads: one takes games into the run database, from which they are learned; the other sees
// to it that the server has the newest network, and tells and stores how all are doing. While the
// server is away, both try again.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/run_directory.h"
#include "tools/cluster/broker.h"
#include "tools/cluster/intake.h"
#include "tools/cluster/published_network.h"
#include "train/config.h"
#include "train/experience.h"
#include "train/game_production.h"

namespace lielow {

struct RemoteOptions {
  int replicas = 1;      // Servers that keep each game and network.
  bool replace = false;  // Whether another run of this name on the server is removed.
};

class RemoteProduction final : public GameProduction {
 public:
  // Throws InputError if the server has another run of this name; later, PlayUntil does.
  RemoteProduction(const Config& config, const RunDirectory& directory, Experience& experience,
                   std::unique_ptr<Broker> broker, const RemoteOptions& options);
  ~RemoteProduction() override;

  void Use(const PlayingNetwork& network, const std::filesystem::path& model) override;
  void PlayUntil(std::int64_t positions, std::int64_t lead, const std::function<bool()>& stop,
                 const std::function<void()>& progress) override;
  bool in_background() const override { return true; }
  double TakeWaiting() override;
  std::vector<BegunGame> Begun() const override { return {}; }
  std::vector<std::string> TakeNotices() override;

  // Games that were refused so far.
  std::int64_t refused() const;

 private:
  struct Wanted {
    NetworkManifest manifest;
    std::string model;  // The file's bytes.
  };

  void Begin();
  void TakeGames();
  void Tell();
  void PublishWanted();
  void TellStates();
  void Guarded(const std::function<void()>& round);
  void Notice(const std::string& text);
  bool Wait(std::chrono::milliseconds time);

  const RunDirectory directory_;
  const std::string config_;  // In YAML.
  const RemoteOptions options_;
  const std::unique_ptr<Broker> broker_;
  Experience& experience_;
  const std::uint64_t run_;
  Intake intake_;
  const std::int64_t positions_before_;  // In the experience, when the intake began.

  std::atomic<bool> begun_ = false;  // The server has all that the run needs.
  std::atomic<bool> server_away_ = false;
  std::atomic<std::int64_t> limit_ = 0;
  std::atomic<double> waited_ = 0;  // Seconds.
  std::chrono::steady_clock::time_point waiting_taken_ = std::chrono::steady_clock::now();

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  bool ending_ = false;
  std::shared_ptr<const Wanted> wanted_;
  std::vector<std::string> notices_;
  std::exception_ptr error_;

  std::thread intake_thread_;
  std::thread tell_thread_;
};

}  // namespace lielow

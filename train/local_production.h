// Self-play in this process, in turn with the learner or at the same time.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "selfplay/game_numbers.h"
#include "selfplay/selfplay.h"
#include "train/config.h"
#include "train/experience.h"
#include "train/game_production.h"
#include "train/network_slot.h"

namespace lielow {

class LocalProduction final : public GameProduction {
 public:
  // Games go into `experience`, which outlives this object. `finished`: the numbers of the games
  // that are over, ascending. `begun`: those on their way, which are gone on with.
  LocalProduction(const Config& config, std::uint64_t seed, Experience& experience,
                  const std::vector<std::int64_t>& finished, std::vector<BegunGame> begun);

  // Ends the games that are played at the same time.
  ~LocalProduction() override;

  void Use(const PlayingNetwork& network, const std::filesystem::path& model) override;
  void PlayUntil(std::int64_t positions, std::int64_t lead, const std::function<bool()>& stop,
                 const std::function<void()>& progress) override;
  bool in_background() const override { return in_background_; }
  double TakeWaiting() override;
  std::vector<BegunGame> Begun() const override;

 private:
  void Play(const std::function<bool()>& stop, const std::function<void()>& kept);
  void PlayInBackground();

  Experience& experience_;
  const bool in_background_;
  NetworkSlot networks_;
  GameNumbers numbers_;
  SelfPlay selfplay_;

  // Of the background.
  std::atomic<std::int64_t> limit_ = 0;
  std::atomic<bool> ending_ = false;
  std::atomic<double> waited_ = 0;  // Seconds.
  std::chrono::steady_clock::time_point waiting_taken_ = std::chrono::steady_clock::now();
  std::atomic<bool> failed_ = false;
  std::exception_ptr error_;  // Once failed_.
  std::thread thread_;
};

}  // namespace lielow

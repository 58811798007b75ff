// Where a run's games come from: self-play in this process, in turn with the learner or at the same
// time.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "selfplay/game_numbers.h"
#include "selfplay/selfplay.h"
#include "train/config.h"
#include "train/experience.h"
#include "train/network_slot.h"

namespace lielow {

class GameProduction {
 public:
  // Games go into `experience`, which outlives this object. `finished`: the numbers of the games
  // that are over, ascending. `begun`: those on their way, which are gone on with.
  GameProduction(const Config& config, std::uint64_t seed, Experience& experience,
                 const std::vector<std::int64_t>& finished, std::vector<BegunGame> begun);

  // Ends the games that are played at the same time.
  ~GameProduction();

  GameProduction(const GameProduction&) = delete;
  GameProduction& operator=(const GameProduction&) = delete;

  // The network to play with from now on. To be called before the first PlayUntil.
  void Use(PlayingNetwork network);

  // Returns when there are `positions`, or `stop` says so. `progress` is called now and then. Games
  // that are played at the same time go on, but not by more than `lead` positions. Throws what
  // self-play or `experience` has thrown.
  void PlayUntil(std::int64_t positions, std::int64_t lead, const std::function<bool()>& stop,
                 const std::function<void()>& progress);

  // Share of the time since the last call in which games that are played at the same time waited
  // for the learner.
  double TakeWaiting();

  // The games on their way. Empty where they are played at the same time: they begin anew then.
  std::vector<BegunGame> Begun() const;

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

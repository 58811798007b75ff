// Where a run's games come from: this process (train/local_production.h), or others anywhere.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "selfplay/selfplay.h"

namespace lielow {

class GameProduction {
 public:
  GameProduction() = default;
  virtual ~GameProduction() = default;  // Ends what goes on in the background.
  GameProduction(const GameProduction&) = delete;
  GameProduction& operator=(const GameProduction&) = delete;

  // The network to play with from now on, and its file. To be called before the first PlayUntil.
  virtual void Use(const PlayingNetwork& network, const std::filesystem::path& model) = 0;

  // Returns when the run has `positions`, or `stop` says so. `progress` is called now and then.
  // Games in the background go on, but not by more than `lead` positions. Throws what has failed.
  virtual void PlayUntil(std::int64_t positions, std::int64_t lead,
                         const std::function<bool()>& stop,
                         const std::function<void()>& progress) = 0;

  // Whether games go on while the learner trains.
  virtual bool in_background() const = 0;

  // Share of the time since the last call in which games in the background waited for the learner.
  virtual double TakeWaiting() = 0;

  // The games on their way, to go on with. Empty in the background: they begin anew then.
  virtual std::vector<BegunGame> Begun() const = 0;

  // What has happened in the background since the last call that the user ought to know.
  virtual std::vector<std::string> TakeNotices() { return {}; }
};

}  // namespace lielow

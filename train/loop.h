// The training run: play games, learn from them, publish the network, judge it, again.

#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "selfplay/match.h"
#include "selfplay/run_directory.h"
#include "train/config.h"
#include "train/experience.h"
#include "train/game_production.h"

namespace lielow {

// Makes what gives a run its games.
using ProductionMaker = std::function<std::unique_ptr<GameProduction>(
    const Config& config, const RunDirectory& directory, Experience& experience)>;

struct TrainRequest {
  Config config;
  std::filesystem::path directory;

  // Ends this session, not the run, after so much time.
  std::optional<double> max_minutes;

  // From the text of one of config.evaluation.opponents; throws InputError for what is no player.
  std::function<PlayerFactory(const std::string& text, int size)> make_opponent;

  // Where games come from, if not from this process.
  ProductionMaker make_production = {};

  // Set from outside to end the session soon: the step in progress is finished and saved.
  const std::atomic<bool>* interrupted = nullptr;
};

enum class TrainEnd { kFinished, kSessionOver, kInterrupted };

// Starts the run in a new directory, or goes on where it stopped. Nothing is lost whenever the
// process ends: finished games are in the database at once, weights at least once an iteration.
// Throws InputError for bad input, std::runtime_error for what fails on the way.
TrainEnd Train(const TrainRequest& request);

}  // namespace lielow

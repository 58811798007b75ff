// The configuration of a training run, and the one place that reads and writes it as YAML.
//
// Every field has a default. A file, and then --set options, override defaults. Unknown keys, wrong
// types and values out of range are InputErrors that name file, line, what was found, the allowed
// range, and for an unknown key the nearest known one.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcts/search_options.h"
#include "nn/backend_options.h"
#include "nn/network_options.h"
#include "selfplay/selfplay_options.h"
#include "train/training_options.h"

namespace lielow {

struct GameOptions {
  int size = 8;
};

// What computes the network in self-play and evaluation. (training.device says where.)
struct InferenceOptions {
  Backend backend = Backend::kAuto;
  Precision precision = Precision::kAuto;
};

struct StopOptions {
  // Whichever comes first ends the run; nullopt: no such limit. Minutes count all sessions of a
  // run.
  std::optional<double> minutes = 60;
  std::optional<std::int64_t> games;
  std::optional<std::int64_t> steps;
};

struct EvaluationOptions {
  double every_minutes = 5;
  std::vector<std::string> opponents = {"greedy", "rollouts:n=200"};
  int games = 40;
  int simulations = 64;

  // A new network plays the games only once a sequential test of at most `gate_games` games says
  // that it is stronger than the one that plays (it tells 0 from gate_elo, with error rates of 5
  // %). nullopt: every new network plays, which selects none for its luck.
  std::optional<double> gate_elo = {};
  int gate_games = 400;
};

struct Config {
  std::string name = "run";
  std::uint64_t seed = 1;

  // A model file whose weights a new run starts with.
  std::optional<std::string> init_from = {};

  GameOptions game;
  NetworkOptions network;
  SearchOptions search;
  SelfPlayOptions selfplay;
  InferenceOptions inference;
  TrainingOptions training;
  StopOptions stop;
  EvaluationOptions evaluation;
};

// Reads `path` over the defaults, then applies `sets` in their order, each "a.b=value" with a YAML
// value. Throws InputError as above; the place of a set is "--set a.b=value".
Config LoadConfig(const std::filesystem::path& path, const std::vector<std::string>& sets = {});

// The defaults with `sets` applied.
Config DefaultConfig(const std::vector<std::string>& sets = {});

// Applies sets, as LoadConfig does, to a configuration that is there.
void ApplySets(const std::vector<std::string>& sets, Config& config);

// Every field, such as "selfplay.simulations", with its value in YAML.
std::vector<std::pair<std::string, std::string>> ConfigValues(const Config& config);

// The whole configuration as YAML; LoadConfig reads it back to the same values.
std::string DumpConfig(const Config& config);

// Every field with its default, its allowed values and its meaning, as commented YAML.
std::string ConfigReference();

// The fields in which two configurations differ, as "selfplay.simulations: 16 -> 32".
std::vector<std::string> ConfigDifferences(const Config& from, const Config& to);

}  // namespace lielow

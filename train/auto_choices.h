// What a configuration leaves to be chosen: what computes the network, how many workers there are
// and how many games each plays in step.

#pragma once

#include <filesystem>
#include <memory>

#include "nn/loaded_network.h"
#include "selfplay/run_database.h"
#include "train/config.h"

namespace lielow {

// Fills in the fields of `config` that are `auto`: as chosen before, where `database` knows it,
// otherwise by measuring with the network in `model`, for a second or two; and stores the choice.
// So a run that goes on, on another machine too, goes on as it began. Throws as LoadNetwork.
Config ChooseAuto(const Config& config, const std::filesystem::path& model, RunDatabase& database);

// The same for one use, with nothing stored.
Config ChooseAuto(const Config& config, const LoadedNetwork& network);

BackendOptions BackendOf(const Config& config);

// Threads that train.
int LearnerThreads(const Config& config);

// The smallest number of positions that all `threads` together evaluate nearly as fast as any:
// small batches mean fewer games on their way.
int FastestBatch(const LoadedNetwork& network, int size, int threads);

}  // namespace lielow

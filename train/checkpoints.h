// The checkpoints and models of a run on disk. Each file is written whole or not at all.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "selfplay/run_directory.h"
#include "train/learner.h"
#include "train/run_state.h"

namespace lielow {

// Saves all that is needed to go on, as the checkpoint of the learner's step. The one before it
// stays too, in case the newest is damaged from outside.
void SaveCheckpoint(const RunDirectory& directory, const Learner& learner, const RunState& state);

// Which of the checkpoints, by their steps, ascending, need not be kept: all but the newest two and
// a history that thins out, one for each time that the steps have grown by half.
std::vector<std::int64_t> StepsToRemove(const std::vector<std::int64_t>& steps);

// Sets the learner to the newest checkpoint that can be read and returns its state; `fresh` where
// there is none yet. Tells `warn` of those that cannot be read. Throws InputError if none can.
RunState RestoreCheckpoint(const RunDirectory& directory, const RunState& fresh, Learner& learner,
                           const std::function<void(const std::string&)>& warn);

// Removes the models of all steps but the first, the newest and `kept`.
void RemoveOldModels(const RunDirectory& directory, const std::vector<std::int64_t>& kept);

}  // namespace lielow

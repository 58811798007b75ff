// Where a run stands, beside its weights; kept in its checkpoints.

#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "nn/model_file.h"
#include "selfplay/selfplay.h"

namespace lielow {

struct RunState {
  std::int64_t games = -1;            // Games at the time; -1 where an older program did not say.
  std::int64_t iteration = 0;         // Iterations finished.
  std::uint64_t batch_seed = 0;       // State of the generator that draws batches.
  double minutes = 0;                 // Run time of all sessions so far.
  double evaluated_minutes = 0;       // Run time at the last evaluation.
  std::int64_t playing_step = -1;     // The network that games are played with; -1: the newest.
  std::int64_t gated_step = -1;       // The newest one of which it is decided whether it plays.
  std::vector<BegunGame> begun = {};  // The games on their way.

  bool operator==(const RunState&) const = default;
};

void AddToMetadata(const RunState& state, ModelFile& checkpoint);

// Throws InputError naming `source` and what is missing or malformed.
RunState RunStateFrom(const ModelFile& checkpoint, const std::filesystem::path& source);

}  // namespace lielow

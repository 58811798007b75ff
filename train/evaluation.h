// Judging the newest network of a run by matches against fixed opponents.

#pragma once

#include <cstdint>
#include <functional>

#include "nn/loaded_network.h"
#include "selfplay/match.h"
#include "train/config.h"

namespace lielow {

// A match of the network, with PUCT search without noise, against an opponent, from openings that
// `seed` chooses. Ends early, with the pairs finished so far, once `stop` says so.
MatchResult PlayAgainst(const PlayerFactory& opponent, const LoadedNetwork& network,
                        const Config& config, std::uint64_t seed, const MatchProgress& progress,
                        const std::function<bool()>& stop);

}  // namespace lielow

// How self-play goes, by a configuration or by the defaults.

#pragma once

#include <cstdint>
#include <string>

#include "selfplay/selfplay.h"

namespace lielow {

// The setup that the configuration in `path` gives, or the defaults where it is empty. Throws
// InputError as LoadConfig; in a program without LibTorch, which has no configurations, for any
// path.
SelfPlaySetup LoadSelfPlaySetup(const std::string& path);

// All fields that decide how games go, not how fast: "simulations=32 fast_simulations=8 ...".
std::string SetupText(const SelfPlaySetup& setup);

}  // namespace lielow

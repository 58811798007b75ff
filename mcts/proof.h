// What is known for certain about a position, for the player to move there.

#pragma once

#include <cstdint>

namespace lielow {

enum class Proof : std::int8_t { kLoss = -1, kNone = 0, kWin = 1 };

// The same knowledge seen by the other player.
constexpr Proof Opposite(Proof proof) { return static_cast<Proof>(-static_cast<int>(proof)); }

}  // namespace lielow

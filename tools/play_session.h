// A game in dialogue: people at a prompt and computer players, in any combination.

#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <memory>
#include <ostream>
#include <string>

#include "mcts/player.h"
#include "tools/board_text.h"

namespace lielow {

// Who plays a side.
struct Seat {
  std::string name = "human";
  std::unique_ptr<Player> player;  // Null for a person at the prompt.
};

struct PlaySetup {
  Position start;
  std::array<Seat, 2> seats;  // Indexed by Index(color).

  // Is asked for a hint where there is no computer player, or it has no opinion about its move.
  std::unique_ptr<Player> adviser;

  std::uint64_t seed = 1;  // Of all that is random in the players' moves.
  std::string date;        // For saved games.
  BoardStyle style;
  bool interactive = false;  // Show a prompt, and when a player thinks: for a terminal.
};

// Reads what people enter from `in`, a line at a time, and writes what they are to see to `out`.
// Nothing they enter throws, or ends the game by accident. Returns when they quit or the input
// ends, and with two computer players after one game. What a player throws is thrown on.
// REQUIRES: the start is not over, there is an adviser.
void RunPlaySession(PlaySetup setup, std::istream& in, std::ostream& out);

}  // namespace lielow

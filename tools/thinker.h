// A player that thinks about one position for as long as it is told, can be stopped, and says what
// it thinks meanwhile.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcts/player.h"

namespace lielow {

// Without any: as long as the player would think by itself.
struct ThinkLimits {
  std::optional<int> nodes;  // Simulations; for alphabeta, positions.
  std::optional<int> depth;  // For alphabeta; others do not know it.
  std::optional<int> milliseconds;
  bool infinite = false;
};

struct Thought {
  MoveChoice choice;
  int depth = 0;           // Plies.
  std::int64_t nodes = 0;  // Simulations; for alphabeta, positions.
  double seconds = 0;
  std::vector<Move> line;  // Beginning with the move.
};

class Thinker {
 public:
  virtual ~Thinker() = default;

  // Blocks until a limit is reached, the outcome is proven or `stop` says so, which is asked at
  // least once in 10 ms. Calls `tell` now and then. With the player's own limits it chooses as the
  // player does. REQUIRES: the game is not over.
  virtual Thought Think(const MoveRequest& request, const ThinkLimits& limits,
                        const std::function<bool()>& stop,
                        const std::function<void(const Thought&)>& tell) = 0;
};

// From the text of any player but engine. Throws InputError as ParsePlayer does.
std::unique_ptr<Thinker> MakeThinker(const std::string& player, int size);

}  // namespace lielow

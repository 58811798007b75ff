// The newest positions of self-play, from which training batches are drawn.

#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "game/position.h"
#include "selfplay/recorded_game.h"
#include "train/training_options.h"

namespace lielow {

// A set of squares: bit row * N + column.
using SquareBits = std::bitset<kMaxSquares>;

// A position with what the network is to learn of it, for the player to move.
struct TrainingPosition {
  Position position;
  std::vector<float> policy;  // One a legal move, in the order of LegalMoves; sums to 1.
  float value = 0;            // Probability that the player to move wins.

  // What the rest of the game brought.
  std::vector<float> reply = {};  // The policy of the next position; empty if none was recorded.
  std::optional<Move> move = {};  // That led there.
  SquareBits survivors = {};      // The stacks that were still on the board at the end.
  int plies_left = 0;
  // Where the kings were in the end, that of the player to move first; the lost one where it was
  // captured or left. nullopt if there was none.
  std::array<std::optional<Square>, 2> king_ends = {};
};

// How many positions the window holds after `positions` of self-play (see TrainingOptions).
std::int64_t WindowSize(const TrainingOptions& options, std::int64_t positions);

class Window {
 public:
  explicit Window(const TrainingOptions& options) : options_(options) {}

  // Adds the game's trained positions: surprising ones several times, others perhaps not at all
  // (TrainingOptions::surprise_share).
  void Add(const RecordedGame& game);

  // Lets the oldest positions go until at most `size` are left.
  void Trim(std::int64_t size);

  std::size_t size() const { return positions_.size(); }

  // From the oldest, 0. REQUIRES: i < size().
  const TrainingPosition& operator[](std::size_t i) const { return positions_[i]; }

 private:
  const TrainingOptions options_;
  std::deque<TrainingPosition> positions_;
};

}  // namespace lielow

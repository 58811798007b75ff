// Training batches: positions drawn from the window, each under a random symmetry, as planes and
// targets.

#pragma once

#include <vector>

#include "game/random.h"
#include "train/window.h"

namespace lielow {

// All row-major. B positions on an N x N board, A = N * N * 9 actions.
struct Batch {
  int positions = 0;              // B
  int size = 0;                   // N
  std::vector<float> planes;      // [B, N, N, kNumPlanes]
  std::vector<float> policy;      // [B, A] by action index; sums to 1.
  std::vector<float> illegal;     // [B, A]: 1 where the action is not a legal move, else 0.
  std::vector<float> value;       // [B] in [0, 1].
  std::vector<float> reply;       // [B, A]; sums to 1, or to 0 where there is none.
  std::vector<float> survival;    // [B, N, N]: 1 for a stack that survives, else 0,
  std::vector<float> stacks;      // [B, N, N]: where there is a stack at all.
  std::vector<float> king_ends;   // [B, 2, N, N]: 1 where the own king ends, and the other's.
  std::vector<float> plies_left;  // [B]
};

// Fills `batch` with `count` positions drawn uniformly with replacement from those from `first` on,
// each seen under one of the eight symmetries, drawn uniformly. Memory of `batch` is used again.
// REQUIRES: first < window.size(), all positions have one size.
void DrawBatch(const Window& window, int count, Random& random, Batch& batch,
               std::size_t first = 0);

}  // namespace lielow

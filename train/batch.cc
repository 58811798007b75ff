#include "train/batch.h"

#include <cassert>

#include "nn/encoding.h"

namespace lielow {

void DrawBatch(const Window& window, int count, Random& random, Batch& batch) {
  assert(window.size() > 0);
  const int size = window[0].position.size();
  const auto planes = static_cast<std::size_t>(EncodedSize(size));
  const auto actions = static_cast<std::size_t>(NumActions(size));
  const auto rows = static_cast<std::size_t>(count);
  batch.positions = count;
  batch.size = size;
  batch.planes.resize(rows * planes);
  batch.policy.assign(rows * actions, 0.0F);
  batch.illegal.assign(rows * actions, 1.0F);
  batch.value.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto drawn = static_cast<std::size_t>(random.Below(static_cast<int>(window.size())));
    const TrainingPosition& sample = window[drawn];
    const Symmetry view = View(sample.position.to_move(), Symmetry(random.Below(kNumSymmetries)));
    Encode(sample.position, view, std::span(batch.planes).subspan(row * planes, planes));
    std::size_t i = 0;
    for (const Move move : sample.position.LegalMoves()) {
      const std::size_t at =
          row * actions + static_cast<std::size_t>(ViewedAction(move, view, size));
      batch.policy[at] = sample.policy[i++];
      batch.illegal[at] = 0;
    }
    batch.value[row] = sample.value;
  }
}

}  // namespace lielow

#include "train/batch.h"

#include <cassert>
#include <span>

#include "nn/encoding.h"

namespace lielow {
namespace {

// The part of a batch's numbers that belongs to one position.
std::span<float> Row(std::vector<float>& all, std::size_t row, int rows) {
  const std::size_t length = all.size() / static_cast<std::size_t>(rows);
  return std::span(all).subspan(row * length, length);
}

// Writes a policy of the moves of `position`, seen by `view`.
void WritePolicy(const Position& position, const std::vector<float>& policy, Symmetry view,
                 std::span<float> actions) {
  std::size_t i = 0;
  for (const Move move : position.LegalMoves()) {
    actions[static_cast<std::size_t>(ViewedAction(move, view, position.size()))] = policy[i++];
  }
}

class RowWriter {
 public:
  RowWriter(const TrainingPosition& sample, Symmetry view, std::size_t row, Batch& batch)
      : sample_(sample), view_(view), row_(row), batch_(batch) {}

  void Write() const {
    const Position& position = sample_.position;
    Encode(position, view_, Part(batch_.planes));
    WritePolicy(position, sample_.policy, view_, Part(batch_.policy));
    for (const Move move : position.LegalMoves()) {
      Part(batch_.illegal)[static_cast<std::size_t>(ViewedAction(move, view_, batch_.size))] = 0;
    }
    batch_.value[row_] = sample_.value;
    batch_.plies_left[row_] = static_cast<float>(sample_.plies_left);
    if (!sample_.reply.empty()) {
      Position next = position;
      next.Play(*sample_.move);
      WritePolicy(next, sample_.reply, view_, Part(batch_.reply));
    }
    for (std::size_t king = 0; king < 2; ++king) {
      if (const auto& end = sample_.king_ends[king]) {
        Part(batch_.king_ends)[king * Area() + Viewed(*end)] = 1;
      }
    }
    WriteStacks();
  }

 private:
  void WriteStacks() const {
    const int size = batch_.size;
    for (int number = 0; number < size * size; ++number) {
      const Square square(number % size, number / size);
      if (sample_.position.height(square) == 0) continue;
      Part(batch_.stacks)[Viewed(square)] = 1;
      Part(batch_.survival)[Viewed(square)] =
          sample_.survivors[static_cast<std::size_t>(number)] ? 1 : 0;
    }
  }

  std::span<float> Part(std::vector<float>& all) const { return Row(all, row_, batch_.positions); }
  std::size_t Area() const { return static_cast<std::size_t>(batch_.size * batch_.size); }

  std::size_t Viewed(Square square) const {
    const Square viewed = view_.Apply(square, batch_.size);
    return static_cast<std::size_t>(viewed.row() * batch_.size + viewed.column());
  }

  const TrainingPosition& sample_;
  const Symmetry view_;
  const std::size_t row_;
  Batch& batch_;
};

}  // namespace

void DrawBatch(const Window& window, int count, Random& random, Batch& batch, std::size_t first) {
  assert(first < window.size());
  const int size = window[0].position.size();
  const auto rows = static_cast<std::size_t>(count);
  const auto area = static_cast<std::size_t>(size * size);
  const auto actions = static_cast<std::size_t>(NumActions(size));
  batch.positions = count;
  batch.size = size;
  batch.planes.resize(rows * static_cast<std::size_t>(EncodedSize(size)));
  batch.policy.assign(rows * actions, 0.0F);
  batch.illegal.assign(rows * actions, 1.0F);
  batch.value.resize(rows);
  batch.reply.assign(rows * actions, 0.0F);
  batch.survival.assign(rows * area, 0.0F);
  batch.stacks.assign(rows * area, 0.0F);
  batch.king_ends.assign(rows * 2 * area, 0.0F);
  batch.plies_left.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const int drawn = random.Below(static_cast<int>(window.size() - first));
    const TrainingPosition& sample = window[first + static_cast<std::size_t>(drawn)];
    const Symmetry view = View(sample.position.to_move(), Symmetry(random.Below(kNumSymmetries)));
    RowWriter(sample, view, row, batch).Write();
  }
}

}  // namespace lielow

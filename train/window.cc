#include "train/window.h"

#include <algorithm>
#include <cmath>

namespace lielow {
namespace {

// Outcome and search value mixed; where the search has proven the result, that.
float ValueTarget(const RecordedMove& move, bool won, double search_share) {
  if (move.proof != Proof::kNone) return move.proof == Proof::kWin ? 1.0F : 0.0F;
  const double outcome = won ? 1 : 0;
  return static_cast<float>((1 - search_share) * outcome + search_share * move.value);
}

}  // namespace

std::int64_t WindowSize(const TrainingOptions& options, std::int64_t positions) {
  constexpr double kExponent = 0.75;
  constexpr double kGrowth = 0.4;
  const double least = options.window_min;
  const double ratio = std::max(1.0, static_cast<double>(positions) / least);
  const double size = least * (1 + kGrowth * (std::pow(ratio, kExponent) - 1) / kExponent);
  return static_cast<std::int64_t>(size);
}

void Window::Add(const RecordedGame& game) {
  Position position = game.start;
  for (const RecordedMove& move : game.moves) {
    if (move.trained) {
      const bool won = game.winner == position.to_move();
      positions_.push_back(
          {position, move.policy, ValueTarget(move, won, options_.search_value_share)});
    }
    position.Play(move.move);
  }
}

void Window::Trim(std::int64_t size) {
  while (static_cast<std::int64_t>(positions_.size()) > size) positions_.pop_front();
}

}  // namespace lielow

#include "train/window.h"

#include <algorithm>
#include <cmath>

#include "game/random.h"

namespace lielow {
namespace {

// Outcome and search value mixed; where the search has proven the result, that.
float ValueTarget(const RecordedMove& move, bool won, double search_share) {
  if (move.proof != Proof::kNone) return move.proof == Proof::kWin ? 1.0F : 0.0F;
  const double outcome = won ? 1 : 0;
  return static_cast<float>((1 - search_share) * outcome + search_share * move.value);
}

std::size_t Bit(Square square, int size) {
  return static_cast<std::size_t>(square.row() * size + square.column());
}

// For each position of the game, its stacks that are still there at the end: from the last on.
std::vector<SquareBits> Survivors(const RecordedGame& game,
                                  const std::vector<Position>& positions) {
  const int size = game.start.size();
  std::vector<SquareBits> survivors(positions.size());
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const Square square(column, row);
      survivors.back()[Bit(square, size)] = positions.back().height(square) > 0;
    }
  }
  for (std::size_t i = game.moves.size(); i-- > 0;) {
    const Move move = game.moves[i].move;
    survivors[i] = survivors[i + 1];
    const std::optional<Square> to = positions[i].Target(move);
    survivors[i][Bit(move.from, size)] = to && survivors[i + 1][Bit(*to, size)];
    // A stack that stood there is captured.
    if (to) survivors[i][Bit(*to, size)] = false;
  }
  return survivors;
}

// How often each position is put into the window, so that uniform draws from there meet the more
// surprising ones more often: on average once, rounded up or down at random.
std::vector<int> Copies(const RecordedGame& game, double surprise_share) {
  double surprise = 0;
  for (const RecordedMove& move : game.moves) surprise += move.surprise;
  const double scale = surprise > 0 ? game.TrainedPositions() / surprise : 0;
  Random random(game.seed);
  std::vector<int> copies;
  for (const RecordedMove& move : game.moves) {
    const double weight =
        surprise > 0 ? 1 - surprise_share + surprise_share * scale * move.surprise : 1;
    copies.push_back(move.trained() ? static_cast<int>(weight + random.Uniform()) : 0);
  }
  return copies;
}

// By colour, as in TrainingPosition.
std::array<std::optional<Square>, 2> KingEnds(const RecordedGame& game,
                                              const std::vector<Position>& positions) {
  std::array<std::optional<Square>, 2> ends;
  for (const Color color : {Color::kBlue, Color::kRed}) {
    auto& end = ends[static_cast<std::size_t>(color)];
    end = positions.back().king(color);
    if (!end && !game.moves.empty()) end = positions[positions.size() - 2].king(color);
  }
  return ends;
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
  std::vector<Position> positions = {game.start};
  for (const RecordedMove& move : game.moves) {
    positions.push_back(positions.back());
    positions.back().Play(move.move);
  }
  const std::vector<SquareBits> survivors = Survivors(game, positions);
  const std::vector<int> copies = Copies(game, options_.surprise_share);
  const auto king_ends = KingEnds(game, positions);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const RecordedMove& move = game.moves[i];
    if (!move.trained()) continue;
    TrainingPosition added = {.position = positions[i], .policy = move.policy};
    const Color own = added.position.to_move();
    added.value = ValueTarget(move, game.winner == own, options_.search_value_share);
    if (i + 1 < game.moves.size()) added.reply = game.moves[i + 1].policy;
    added.move = move.move;
    added.survivors = survivors[i];
    added.plies_left = static_cast<int>(game.moves.size() - i);
    added.king_ends = {king_ends[static_cast<std::size_t>(own)],
                       king_ends[static_cast<std::size_t>(Other(own))]};
    for (int copy = 1; copy < copies[i]; ++copy) positions_.push_back(added);
    if (copies[i] > 0) positions_.push_back(std::move(added));
  }
}

void Window::Trim(std::int64_t size) {
  while (static_cast<std::int64_t>(positions_.size()) > size) positions_.pop_front();
}

}  // namespace lielow

#include "game/symmetry.h"

#include <array>
#include <utility>

namespace lielow {
namespace {

// A copy in which every stack stands on square_of(its square) and is color_of(its colour)'s.
template <class SquareOf, class ColorOf>
Position Mapped(const Position& position, SquareOf square_of, ColorOf color_of) {
  PositionBuilder builder(position.size());
  for (int row = 0; row < position.size(); ++row) {
    for (int column = 0; column < position.size(); ++column) {
      const Square square(column, row);
      const auto owner = position.color(square);
      if (owner) builder.AddStack(square_of(square), color_of(*owner), position.height(square));
    }
  }
  for (const Color color : {Color::kBlue, Color::kRed}) {
    const auto king = position.king(color);
    if (king) builder.SetKing(color_of(color), square_of(*king));
  }
  builder.SetToMove(color_of(position.to_move()));
  if (position.over()) builder.SetEnding(position.ending(), color_of(*position.winner()));
  return builder.position();
}

}  // namespace

Square Symmetry::Apply(Square square, int size) const {
  int column = square.column();
  int row = square.row();
  if ((index_ & 1) != 0) column = size - 1 - column;
  if ((index_ & 2) != 0) row = size - 1 - row;
  if ((index_ & 4) != 0) std::swap(column, row);
  return {column, row};
}

Direction Symmetry::Apply(Direction direction) const {
  if (direction == Direction::kOff) return direction;
  const auto d = static_cast<std::size_t>(direction);
  int columns = kColumnStep[d];
  int rows = kRowStep[d];
  if ((index_ & 1) != 0) columns = -columns;
  if ((index_ & 2) != 0) rows = -rows;
  if ((index_ & 4) != 0) std::swap(columns, rows);
  std::size_t mapped = 0;
  while (kColumnStep[mapped] != columns || kRowStep[mapped] != rows) ++mapped;
  return static_cast<Direction>(mapped);
}

Move Symmetry::Apply(Move move, int size) const {
  return {Apply(move.from, size), Apply(move.direction)};
}

Position Symmetry::Apply(const Position& position) const {
  return Mapped(
      position, [&](Square square) { return Apply(square, position.size()); },
      [](Color color) { return color; });
}

Position ExchangeColors(const Position& position) {
  return Mapped(
      position, [](Square square) { return square; }, Other);
}

}  // namespace lielow

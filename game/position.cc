#include "game/position.h"

#include <cassert>
#include <string>

#include "game/input_error.h"

namespace lielow {
namespace {

bool OnBoard(int column, int row, int size) {
  return column >= 0 && column < size && row >= 0 && row < size;
}

}  // namespace

Position::Position(int size) : size_(static_cast<std::int8_t>(size)) {
  if (size < kMinSize || size > kMaxSize) {
    throw InputError("board size " + std::to_string(size) + ": must be 4 to 9");
  }
  const auto fill_row = [&](int row, Color color) {
    for (int column = 0; column < size; ++column) Put(Square(column, row), color, 1);
  };
  if (size == 9) {
    fill_row(0, Color::kBlue);
    fill_row(2, Color::kBlue);
    fill_row(6, Color::kRed);
    fill_row(8, Color::kRed);
  } else {
    fill_row(1, Color::kBlue);
    fill_row(size - 2, Color::kRed);
  }
}

MoveList Position::LegalMoves() const {
  MoveList moves;
  if (over()) return moves;
  for (int row = 0; row < size_; ++row) {
    for (int column = 0; column < size_; ++column) {
      const Square from(column, row);
      if (color(from) != to_move_) continue;
      const int distance = height(from);
      bool can_leave = false;
      for (int d = 0; d < kNumCompassDirections; ++d) {
        const auto i = static_cast<std::size_t>(d);
        const int to_column = column + kColumnStep[i] * distance;
        const int to_row = row + kRowStep[i] * distance;
        if (!OnBoard(to_column, to_row, size_)) {
          can_leave = true;
        } else if (color(Square(to_column, to_row)) != to_move_) {
          moves.Add({from, static_cast<Direction>(d)});
        }
      }
      if (can_leave) moves.Add({from, Direction::kOff});
    }
  }
  return moves;
}

std::optional<Square> Position::Target(Move move) const {
  if (move.direction == Direction::kOff) return std::nullopt;
  const auto i = static_cast<std::size_t>(move.direction);
  const int distance = height(move.from);
  return Square(move.from.column() + kColumnStep[i] * distance,
                move.from.row() + kRowStep[i] * distance);
}

bool Position::IsLegal(Move move) const {
  if (over() || color(move.from) != to_move_) return false;
  const int distance = height(move.from);
  const auto lands_on_board = [&](std::size_t d) {
    return OnBoard(move.from.column() + kColumnStep[d] * distance,
                   move.from.row() + kRowStep[d] * distance, size_);
  };
  if (move.direction != Direction::kOff) {
    return lands_on_board(static_cast<std::size_t>(move.direction)) &&
           color(*Target(move)) != to_move_;
  }
  for (std::size_t d = 0; d < kNumCompassDirections; ++d) {
    if (!lands_on_board(d)) return true;
  }
  return false;
}

void Position::Play(Move move) {
  assert(IsLegal(move));
  const Color mover = to_move_;
  const Color opponent = Other(mover);
  auto& own_king = kings_[static_cast<std::size_t>(Index(mover))];
  auto& enemy_king = kings_[static_cast<std::size_t>(Index(opponent))];
  const bool king_moves = own_king == move.from;
  const std::optional<Square> target = Target(move);
  const int old_height = height(move.from);
  to_move_ = opponent;

  Remove(move.from);
  if (!target) {
    if (king_moves) {
      ending_ = Ending::kKingMovedOff;
      winner_ = opponent;
      own_king = kNoSquare;
    }
  } else {
    if (king_moves) own_king = *target;
    if (height(*target) == 0) {
      Put(*target, mover, old_height + 1);
    } else {
      Remove(*target);
      Put(*target, mover, 1);
      if (enemy_king == *target) {
        ending_ = Ending::kKingCaptured;
        winner_ = mover;
        enemy_king = kNoSquare;
      }
    }
  }
  // The crown of a side that has just lost is gone for good; the winner's is placed as always.
  if (!over() || winner_ == mover) PlaceCrown(mover);
  if (!over() || winner_ == opponent) PlaceCrown(opponent);
}

std::optional<Move> Position::KingCapture() const {
  const std::optional<Square> king = this->king(Other(to_move_));
  if (over() || !king) return std::nullopt;
  std::optional<Move> first;
  for (int d = 0; d < kNumCompassDirections; ++d) {
    const auto i = static_cast<std::size_t>(d);
    int column = king->column();
    int row = king->row();
    for (int distance = 1;; ++distance) {
      column -= kColumnStep[i];
      row -= kRowStep[i];
      if (!OnBoard(column, row, size_)) break;
      const Square from(column, row);
      if (height(from) != distance || color(from) != to_move_) continue;
      if (!first || from < first->from) first = Move{from, static_cast<Direction>(d)};
    }
  }
  return first;
}

void Position::Put(Square square, Color color, int height) {
  cells_[static_cast<std::size_t>(square.number())] =
      static_cast<std::int8_t>(color == Color::kBlue ? height : -height);
  ++counts_[static_cast<std::size_t>(Index(color))][static_cast<std::size_t>(height)];
}

void Position::Remove(Square square) {
  const auto owner = color(square);
  --counts_[static_cast<std::size_t>(Index(*owner))][static_cast<std::size_t>(height(square))];
  cells_[static_cast<std::size_t>(square.number())] = 0;
}

int Position::TallestHeight(Color color) const {
  int height = size_;
  while (height > 0 && StackCount(color, height) == 0) --height;
  return height;
}

void Position::PlaceCrown(Color color) {
  const int tallest = TallestHeight(color);
  if (tallest == 0 || StackCount(color, tallest) != 1) return;
  auto& king = kings_[static_cast<std::size_t>(Index(color))];
  if (king != kNoSquare && height(king) == tallest) return;
  for (int number = 0; number < kMaxSquares; ++number) {
    const Square square = Square::FromNumber(number);
    if (height(square) == tallest && this->color(square) == color) {
      king = square;
      return;
    }
  }
}

}  // namespace lielow

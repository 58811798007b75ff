#include "game/position.h"

#include <cassert>
#include <string>

#include "game/input_error.h"

namespace lielow {

Position::Position(int size) {
  PositionBuilder builder(size);
  const auto fill_row = [&](int row, Color color) {
    for (int column = 0; column < size; ++column) builder.AddStack(Square(column, row), color, 1);
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
  board_ = builder.position().board_;
}

Color Position::to_move() const {
  return OnBoard([](const auto& board) { return board.to_move(); });
}

int Position::height(Square square) const {
  return OnBoard([&](const auto& board) { return board.height(board.Number(square)); });
}

std::optional<Color> Position::color(Square square) const {
  return OnBoard([&](const auto& board) -> std::optional<Color> {
    const int number = board.Number(square);
    for (const Color color : {Color::kBlue, Color::kRed}) {
      if ((board.stacks(color) >> number & 1) != 0) return color;
    }
    return std::nullopt;
  });
}

std::optional<Square> Position::king(Color color) const {
  return OnBoard([&](const auto& board) -> std::optional<Square> {
    if (board.king(color) == kNoBoardSquare) return std::nullopt;
    return board.SquareOf(board.king(color));
  });
}

int Position::StackCount(Color color, int height) const {
  return OnBoard([&](const auto& board) { return Count(board.StacksOfHeight(color, height)); });
}

MoveList Position::LegalMoves() const {
  MoveList moves;
  if (over()) return moves;
  OnBoard([&](const auto& board) {
    for (auto left = board.stacks(board.to_move()); left != 0; left &= left - 1) {
      const int from = First(left);
      for (int d = 0; d < kNumDirections; ++d) {
        const auto direction = static_cast<Direction>(d);
        if (board.IsLegal(from, direction)) moves.Add({board.SquareOf(from), direction});
      }
    }
  });
  return moves;
}

std::optional<Square> Position::Target(Move move) const {
  if (move.direction == Direction::kOff) return std::nullopt;
  const auto d = static_cast<std::size_t>(move.direction);
  const int distance = height(move.from);
  return Square(move.from.column() + kColumnStep[d] * distance,
                move.from.row() + kRowStep[d] * distance);
}

bool Position::IsLegal(Move move) const {
  if (move.from.column() >= size() || move.from.row() >= size()) return false;
  return OnBoard(
      [&](const auto& board) { return board.IsLegal(board.Number(move.from), move.direction); });
}

void Position::Play(Move move) {
  assert(IsLegal(move));
  std::visit(
      [&](auto& board) { board.Play(board.MoveOf(board.Number(move.from), move.direction)); },
      board_);
}

std::optional<Move> Position::KingCapture() const {
  if (over()) return std::nullopt;
  return OnBoard([](const auto& board) -> std::optional<Move> {
    const auto attackers = board.KingAttackers();
    if (attackers == 0) return std::nullopt;
    const int from = First(attackers);
    const int king = board.king(Other(board.to_move()));
    int d = 0;
    while (!board.IsLegal(from, static_cast<Direction>(d)) ||
           board.MoveOf(from, static_cast<Direction>(d)).to != king) {
      ++d;
    }
    return Move{board.SquareOf(from), static_cast<Direction>(d)};
  });
}

Ending Position::ending() const {
  return OnBoard([](const auto& board) { return board.ending(); });
}

std::optional<Color> Position::winner() const {
  return OnBoard([](const auto& board) -> std::optional<Color> {
    if (!board.over()) return std::nullopt;
    return Other(board.loser());
  });
}

std::uint64_t Position::hash() const {
  return OnBoard([](const auto& board) { return board.hash(); });
}

PositionBuilder::PositionBuilder(int size) : position_(Board<4>()) {
  switch (size) {
    case 4:
      break;
    case 5:
      position_.board_ = Board<5>();
      break;
    case 6:
      position_.board_ = Board<6>();
      break;
    case 7:
      position_.board_ = Board<7>();
      break;
    case 8:
      position_.board_ = Board<8>();
      break;
    case 9:
      position_.board_ = Board<9>();
      break;
    default:
      throw InputError("board size " + std::to_string(size) + ": must be 4 to 9");
  }
}

void PositionBuilder::AddStack(Square square, Color color, int height) {
  std::visit([&](auto& board) { board.Put(color, board.Number(square), height); },
             position_.board_);
}

void PositionBuilder::SetKing(Color color, Square square) {
  std::visit([&](auto& board) { board.SetKing(color, board.Number(square)); }, position_.board_);
}

void PositionBuilder::SetToMove(Color color) {
  std::visit([&](auto& board) { board.SetToMove(color); }, position_.board_);
}

void PositionBuilder::SetEnding(Ending ending, Color winner) {
  std::visit([&](auto& board) { board.SetEnding(ending, Other(winner)); }, position_.board_);
}

}  // namespace lielow

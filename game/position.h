// A Lielow position: both sides' stacks, both crowns, the side to move, and the winner once the
// game is over.
//
// A Position is a plain value: cheap to copy, exact to compare. Const calls are safe from any
// thread. The rules are in README.md, "Rules".

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game/color.h"
#include "game/move.h"
#include "game/square.h"

namespace lielow {

// How a game was won on the board.
enum class Ending : std::uint8_t { kNone, kKingCaptured, kKingMovedOff };

class Position {
 public:
  // The start on a size x size board. Throws InputError unless 4 <= size <= 9.
  explicit Position(int size = 8);

  // Reads a position string (README.md, "Formats"). Throws InputError that names the place and the
  // reason.
  static Position Parse(std::string_view text);

  // The position string. It does not say whether the game is over.
  std::string ToString() const;

  int size() const { return size_; }
  Color to_move() const { return to_move_; }

  // Pieces of the stack on `square`; 0 if it is empty.
  int height(Square square) const {
    const int cell = cells_[static_cast<std::size_t>(square.number())];
    return cell < 0 ? -cell : cell;
  }

  // Whose stack stands on `square`; nullopt if it is empty.
  std::optional<Color> color(Square square) const {
    const int cell = cells_[static_cast<std::size_t>(square.number())];
    if (cell == 0) return std::nullopt;
    return cell > 0 ? Color::kBlue : Color::kRed;
  }

  // The king's square; nullopt before the first crowning and after the king is lost.
  std::optional<Square> king(Color color) const {
    const Square square = kings_[static_cast<std::size_t>(Index(color))];
    return square == kNoSquare ? std::nullopt : std::optional(square);
  }

  // How many stacks of `height` a side has. REQUIRES: 1 <= height <= size().
  int StackCount(Color color, int height) const {
    return counts_[static_cast<std::size_t>(Index(color))][static_cast<std::size_t>(height)];
  }

  // In increasing action index (game/action.h). Empty exactly when the game is over.
  MoveList LegalMoves() const;

  // Where a legal move ends; nullopt if it leaves the board.
  std::optional<Square> Target(Move move) const;

  bool IsLegal(Move move) const;

  // Moves the stack, then places both crowns. REQUIRES: IsLegal(move).
  void Play(Move move);

  // The first legal move that captures the king of the side not to move; nullopt if there is none.
  std::optional<Move> KingCapture() const;

  bool over() const { return ending_ != Ending::kNone; }
  Ending ending() const { return ending_; }

  // nullopt while the game goes on. The side to move has switched in a final position too.
  std::optional<Color> winner() const { return over() ? std::optional(winner_) : std::nullopt; }

  bool operator==(const Position&) const = default;

 private:
  friend class PositionBuilder;

  static constexpr Square kNoSquare = Square(kMaxSize, kMaxSize);

  explicit Position(int size, std::nullptr_t) : size_(static_cast<std::int8_t>(size)) {}

  void Put(Square square, Color color, int height);
  void Remove(Square square);
  int TallestHeight(Color color) const;
  void PlaceCrown(Color color);

  // Blue stacks count up, red ones down; 0 is empty. Indexed by Square::number().
  std::array<std::int8_t, kMaxSquares> cells_{};
  // Stacks by side and height; kept equal to what cells_ holds.
  std::array<std::array<std::int8_t, kMaxSize + 1>, 2> counts_{};
  std::array<Square, 2> kings_{kNoSquare, kNoSquare};
  std::int8_t size_ = 8;
  Color to_move_ = Color::kBlue;
  Color winner_ = Color::kBlue;  // Meaningful once ending_ is set.
  Ending ending_ = Ending::kNone;
};

// Makes any position stack by stack; does not check the rules of position strings.
class PositionBuilder {
 public:
  explicit PositionBuilder(int size) : position_(size, nullptr) {}

  // REQUIRES: the square is on the board and empty, 1 <= height <= size.
  void AddStack(Square square, Color color, int height) { position_.Put(square, color, height); }
  void SetKing(Color color, Square square) {
    position_.kings_[static_cast<std::size_t>(Index(color))] = square;
  }
  void SetToMove(Color color) { position_.to_move_ = color; }
  void SetEnding(Ending ending, Color winner) {
    position_.ending_ = ending;
    position_.winner_ = winner;
  }

  const Position& position() const { return position_; }

 private:
  Position position_;
};

}  // namespace lielow

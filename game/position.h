// A Lielow position: both sides' stacks, both crowns, the side to move, and the winner once the
// game is over.
//
// A Position is a plain value: cheap to copy, exact to compare. Const calls are safe from any
// thread. The rules are in README.md, "Rules"; they are made by Board, one for each size
// (game/board.h). A loop that makes very many moves asks for the size once, by OnBoard.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "game/board.h"
#include "game/color.h"
#include "game/move.h"
#include "game/square.h"

namespace lielow {

class Position {
 public:
  // The start on a size x size board. Throws InputError unless 4 <= size <= 9.
  explicit Position(int size = 8);

  // Reads a position string (README.md, "Formats"). Throws InputError that names the place and the
  // reason.
  static Position Parse(std::string_view text);

  // The position string. It does not say whether the game is over.
  std::string ToString() const;

  int size() const { return kMinSize + static_cast<int>(board_.index()); }
  Color to_move() const;

  // Pieces of the stack on `square`; 0 if it is empty. REQUIRES: the square is on the board.
  int height(Square square) const;

  // Whose stack stands on `square`; nullopt if it is empty. REQUIRES: the square is on the board.
  std::optional<Color> color(Square square) const;

  // The king's square; nullopt before the first crowning and after the king is lost.
  std::optional<Square> king(Color color) const;

  // How many stacks of `height` a side has. REQUIRES: 1 <= height <= size().
  int StackCount(Color color, int height) const;

  // In increasing action index (game/action.h). Empty exactly when the game is over.
  MoveList LegalMoves() const;

  // Where a legal move ends; nullopt if it leaves the board.
  std::optional<Square> Target(Move move) const;

  bool IsLegal(Move move) const;

  // Moves the stack, then places both crowns. REQUIRES: IsLegal(move).
  void Play(Move move);

  // The first legal move that captures the king of the side not to move; nullopt if there is none.
  std::optional<Move> KingCapture() const;

  bool over() const { return ending() != Ending::kNone; }
  Ending ending() const;

  // nullopt while the game goes on. The side to move has switched in a final position too.
  std::optional<Color> winner() const;

  // Equal for equal positions of one size; different ones have the same with probability 2^-64.
  std::uint64_t hash() const;

  bool operator==(const Position&) const = default;

  // Calls visit(board) with the Board<N> of this position and returns what it returns.
  template <class Visit>
  decltype(auto) OnBoard(Visit visit) const {
    return std::visit(visit, board_);
  }

 private:
  friend class PositionBuilder;

  // By size, from kMinSize.
  using AnyBoard = std::variant<Board<4>, Board<5>, Board<6>, Board<7>, Board<8>, Board<9>>;

  explicit Position(const AnyBoard& board) : board_(board) {}

  AnyBoard board_;
};

// Makes any position stack by stack, or from another; does not check the rules of position strings.
class PositionBuilder {
 public:
  // An empty board, Blue to move. Throws InputError unless 4 <= size <= 9.
  explicit PositionBuilder(int size);

  explicit PositionBuilder(const Position& position) : position_(position) {}

  // REQUIRES: the square is on the board and empty, 1 <= height <= size.
  void AddStack(Square square, Color color, int height);
  void SetKing(Color color, Square square);
  void SetToMove(Color color);
  void SetEnding(Ending ending, Color winner);

  const Position& position() const { return position_; }

 private:
  Position position_;
};

}  // namespace lielow

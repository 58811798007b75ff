// The rules once more, plain and slow: what the fast ones in game/ are checked against.
//
// Written from the text of the rules alone, and as unlike game/board.h as can be: a grid of cells
// and loops over all of it. It keeps nothing up to date, knows no bits, and uses nothing of the
// program, so that a mistake is not made twice in the same way.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lielow {

struct PlainCell {
  char owner = ' ';  // 'b', 'r', or ' ' where no stack stands.
  int height = 0;
  bool crowned = false;

  bool operator==(const PlainCell&) const = default;
};

// Columns and rows count from 0.
struct PlainMove {
  int column = 0;
  int row = 0;
  int column_step = 0;  // -1, 0 or 1; both steps are 0 for the move off the board.
  int row_step = 0;
  std::string text;  // Such as "a2-a3".

  bool is_off() const { return column_step == 0 && row_step == 0; }
};

class PlainPosition {
 public:
  // The start. REQUIRES: 4 <= size <= 9.
  explicit PlainPosition(int size);

  // Nullopt where the rules refuse the position string.
  static std::optional<PlainPosition> Read(const std::string& text);

  std::string ToString() const;

  int size() const { return size_; }
  char to_move() const { return to_move_; }
  const PlainCell& At(int column, int row) const;        // REQUIRES: the square is on the board.
  char winner() const { return winner_; }                // ' ' while the game goes on.
  const std::string& ending() const { return ending_; }  // As in the tag Termination, or empty.

  // The cell in which a move ends; nullptr for one off the board.
  const PlainCell* Target(const PlainMove& move) const;

  // By square and step. None if the game is over.
  std::vector<PlainMove> LegalMoves() const;

  // REQUIRES: the move is legal.
  void Play(const PlainMove& move);

  // Whether a stack of `attacker` lands on the square by one move, whatever stands there.
  bool IsAttacked(int column, int row, char attacker) const;

  // Whether a side's king stands where the other can capture it, if the other is to move.
  bool IsKingAttacked(char owner) const;

 private:
  PlainPosition() = default;

  PlainCell& Cell(int column, int row);
  bool IsOnBoard(int column, int row) const;
  void PlaceCrown(char owner);
  bool CrownFitsTheRules(char owner) const;

  int size_ = 0;
  char to_move_ = 'b';
  char winner_ = ' ';
  std::string ending_;
  std::array<std::array<PlainCell, 9>, 9> rows_;  // From row 1.
};

// Positions after exactly `depth` moves, with every one of them made.
std::uint64_t PlainPerft(const PlainPosition& position, int depth);

}  // namespace lielow

// The rules at full speed: a position on an N x N board as sets of squares.
//
// For loops that make millions of moves; everything else uses Position, which has any size and is a
// Board inside. A Board is a plain value and is copied before a move instead of undone after it: on
// 8x8 it is 64 bytes, and a move changes nearly all its words. In perft, 8x8 to depth 5, copying
// takes 0.9 of the time of undoing with the hash and 0.8 without; on 9x9, to depth 4, 1.1 and 0.9.
// Nothing here allocates, and the compiler knows the size.
//
// The heights of all stacks are kept in binary, sliced: bit b of the height of the stack on a
// square is that square's bit in slices_[b]. Then
// - the stacks of one height are a few ANDs, and all of them move at once by one shift;
// - the highest stacks of a side are found from the top slice down: as soon as some of those left
//   have a bit, those without it are lower;
// - a king can be captured by the stacks whose height is their distance from it in a straight line:
//   the slices of all heights are compared with the slices of all distances at once.
//
// Calls on a finished game are not allowed except where they say so. Squares are numbers along the
// rows from a1 = 0, N a row.

#pragma once

#include <array>
#include <cstdint>

#include "game/board_tables.h"
#include "game/color.h"
#include "game/move.h"
#include "game/position_hash.h"
#include "game/random.h"
#include "game/square.h"
#include "game/square_set.h"

namespace lielow {

// How a game was won on the board.
enum class Ending : std::uint8_t { kNone, kKingCaptured, kKingMovedOff };

inline constexpr std::uint8_t kNoBoardSquare = 255;

// A move with all that making it needs.
struct BoardMove {
  std::uint8_t from;
  std::uint8_t to;  // kNoBoardSquare for a move off the board.
  std::uint8_t height;
  Direction direction;
};

template <int N>
class Board {
 public:
  using Set = SquareSet<N>;
  static constexpr int kSize = N;

  // REQUIRES: the square is on the board.
  static constexpr int Number(Square square) { return square.row() * N + square.column(); }
  static constexpr Square SquareOf(int number) { return {number % N, number / N}; }

  // An empty board, Blue to move. Not a position before both sides have a stack.
  Board() = default;

  // Allowed on a finished game, as far as operator==.
  Color to_move() const { return static_cast<Color>(to_move_); }
  bool over() const { return ending_ != Ending::kNone; }
  Ending ending() const { return ending_; }
  Color loser() const { return static_cast<Color>(loser_); }  // REQUIRES: over().
  Set stacks(Color color) const { return stacks_[Side(color)]; }
  Set StacksOfHeight(Color color, int height) const { return OfHeight(stacks(color), height); }
  int height(int square) const;                                // 0 where there is no stack.
  int king(Color color) const { return kings_[Side(color)]; }  // Or kNoBoardSquare.

  // Equal for equal positions, kept up to date move by move (game/position_hash.h).
  std::uint64_t hash() const { return hash_; }

  bool operator==(const Board&) const = default;

  // Number of legal moves.
  int CountMoves() const;

  // Calls visit(BoardMove) for every legal move, by height and direction.
  template <class Visit>
  void ForEachMove(Visit visit) const;

  // Whether test(BoardMove) is true for some legal move. Asks no more after the first such.
  template <class Test>
  bool AnyMove(Test test) const;

  // A legal move, each with the same probability.
  BoardMove RandomMove(Random& random) const;

  // Whether the move is legal. `from` may be any square; direction any of the nine.
  bool IsLegal(int from, Direction direction) const;

  // The move of the stack on `from`. REQUIRES: it is legal.
  BoardMove MoveOf(int from, Direction direction) const;

  // Makes a legal move. kHashed = false leaves the hash stale, for loops that do not ask for it.
  template <bool kHashed = true>
  void Play(BoardMove move);

  // The stacks of the side to move that can capture the other's king now.
  Set KingAttackers() const { return KingAttackers(to_move()); }

  // The stacks of a side that could capture the other's king if it were to move.
  Set KingAttackers(Color attacker) const;

  // Whether the mover's king is still there after the move, and cannot be captured by the next one.
  bool IsSafe(BoardMove move) const;
  bool HasSafeMove() const {
    return AnyMove([this](BoardMove move) { return IsSafe(move); });
  }

  // The squares on which stacks of a side land by one move, whatever stands there.
  Set Attacked(Color color) const;

  // Setting up. REQUIRES: the square is empty, 1 <= height <= N.
  void Put(Color color, int square, int height);
  void SetKing(Color color, int square) { MoveCrown<true>(Side(color), square); }
  void SetToMove(Color color);
  void SetEnding(Ending ending, Color loser);

 private:
  static constexpr int kHeightBits = 4;
  static constexpr const BoardTables<N>& kTables = kBoardTables<N>;

  static constexpr std::size_t Side(Color color) { return static_cast<std::size_t>(color); }

  // Calls visit(bit) for each slice. Not a loop: GCC 12.2 vectorises loops over the slices wrongly
  // (-O3 -march=x86-64-v3, where they are inlined into much else), and a crown then stays behind.
  template <class Visit>
  static void ForEachBit(Visit visit) {
    static_assert(kHeightBits == 4);
    visit(0);
    visit(1);
    visit(2);
    visit(3);
  }

  Set OfHeight(Set stacks, int height) const;
  template <class Visit>
  void ForEachHeight(Set stacks, Visit visit) const;
  // Where stacks of one height arrive in a direction: not off the board, not on own stacks.
  Set Targets(Set own, Set stacks, int height, int direction) const;
  template <bool kHashed>
  void PutStack(std::size_t side, int square, int height);
  template <bool kHashed>
  void RemoveStack(std::size_t side, int square, int height);
  template <bool kHashed>
  void MoveCrown(std::size_t side, int square);
  template <bool kHashed>
  void PlaceCrown(std::size_t side);
  template <bool kHashed>
  void End(Ending ending, std::size_t loser);

  std::array<Set, 2> stacks_{};  // Indexed by Color.
  std::array<Set, kHeightBits> slices_{};
  std::uint64_t hash_ = 0;
  std::array<std::uint8_t, 2> kings_ = {kNoBoardSquare, kNoBoardSquare};
  std::uint8_t to_move_ = 0;  // Indices rather than Colors: the compiler makes better code of them.
  std::uint8_t loser_ = 0;
  Ending ending_ = Ending::kNone;
};

}  // namespace lielow

#include "game/board_inline.h"

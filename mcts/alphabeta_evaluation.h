// What a position is worth without looking ahead: the plain evaluation of the alpha-beta search.
//
// A sum of weights (alphabeta_weights.h) of what each side has. They were fitted by logistic
// regression to the results of games of the search against itself (known as Texel tuning), so that
// WinProbability(value) estimates how often the player to move wins.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "game/board.h"
#include "mcts/alphabeta_weights.h"

namespace lielow {

inline double WinProbability(int value) { return 1 / (1 + std::exp(-value / 100.0)); }

template <int N>
struct EvaluationTables {
  using Set = SquareSet<N>;

  // By height and square.
  std::array<std::array<std::int16_t, N * N>, N + 1> stack{};
  std::array<std::array<std::int16_t, N * N>, N + 1> king{};

  // For each square, the squares from which a stack of a height reaches it: the same to which one
  // goes from it. None for the last, which stands for no square.
  std::array<std::array<Set, N + 2>, N * N + 1> in_reach{};

  constexpr EvaluationTables() {
    for (int height = 1; height <= N; ++height) {
      for (int square = 0; square < N * N; ++square) {
        const int column = std::min(square % N, N - 1 - square % N);
        const int row = std::min(square / N, N - 1 - square / N);
        const auto border = static_cast<std::size_t>(std::min({column, row, 3}));
        stack[height][square] = static_cast<std::int16_t>(kWeights.stack[height][border]);
        king[height][square] = static_cast<std::int16_t>(kWeights.king[height][border]);
        for (int d = 0; d < kNumCompassDirections; ++d) {
          if ((kBoardTables<N>.stays[height][d] >> square & 1) == 0) continue;
          in_reach[square][height] |= SquareBit<Set>(square + kBoardTables<N>.offset[height][d]);
        }
      }
    }
  }
};

template <int N>
inline constexpr EvaluationTables<N> kEvaluationTables{};

// By height, the squares from which a stack attacks a side's king. None if there is no king.
template <int N>
const std::array<SquareSet<N>, N + 2>& AttackersOfKing(const Board<N>& board, Color color) {
  return kEvaluationTables<N>.in_reach[std::min(board.king(color), N * N)];
}

// What one side has.
template <int N>
struct SideFeatures {
  using Set = SquareSet<N>;

  Set attacked = 0;  // The squares on which stacks land by one move, whatever stands there.
  Set checks = 0;    // The empty ones of them where they would attack the enemy king.
  int placement = 0;
  int king_height = 0;

  SideFeatures(const Board<N>& board, Color color) {
    const Set stacks = board.stacks(color);
    const Set empty = ~(stacks | board.stacks(Other(color)));
    const int king = board.king(color);
    const Set king_bit = king == kNoBoardSquare ? Set{0} : SquareBit<Set>(king);
    const auto& tables = kEvaluationTables<N>;
    const auto& to_enemy_king = AttackersOfKing(board, Other(color));
    Set left = stacks;
    for (int height = 1; left != 0; ++height) {
      const Set same = board.StacksOfHeight(color, height);
      if (same == 0) continue;
      left ^= same;
      Set reached = 0;
      for (Set rest = same; rest != 0; rest &= rest - 1) {
        const int square = First(rest);
        reached |= tables.in_reach[square][height];
        placement += tables.stack[height][square];
      }
      if ((same & king_bit) != 0) {
        king_height = height;
        placement += tables.king[height][king] - tables.stack[height][king];
      }
      attacked |= reached;
      checks |= reached & to_enemy_king[height + 1];
    }
    checks &= empty;
  }
};

// A position's value for the player to move, and what the search needs of the way there.
// REQUIRES: the game is not over.
template <int N>
class BoardEvaluation {
 public:
  using Set = SquareSet<N>;

  explicit BoardEvaluation(const Board<N>& board)
      : board_(board), own_(board, board.to_move()), other_(board, Other(board.to_move())) {}

  // Squares on which stacks of the side to move, and of the other, land by one move.
  Set attacked_by_own() const { return own_.attacked; }
  Set attacked_by_other() const { return other_.attacked; }

  // Whether the king of the side to move could be captured if the other side were to move.
  bool in_check() const {
    const int king = board_.king(board_.to_move());
    return king != kNoBoardSquare && (other_.attacked >> king & 1) != 0;
  }

  int Value() const {
    const Color color = board_.to_move();
    return Of(color, own_, other_, 0) - Of(Other(color), other_, own_, 1) + kWeights.turn;
  }

 private:
  // `waits` is 1 for the side that is not to move.
  int Of(Color color, const SideFeatures<N>& side, const SideFeatures<N>& enemy,
         std::size_t waits) const {
    const Set stacks = board_.stacks(color);
    const Set targets = side.attacked & board_.stacks(Other(color));
    int value = side.placement + kWeights.count[std::min(Count(stacks), 9)];
    value += kWeights.square * Count(side.attacked & ~stacks);
    value += kWeights.defended_target[waits] * Count(targets & enemy.attacked);
    for (Set left = targets & ~enemy.attacked; left != 0; left &= left - 1) {
      value += kWeights.free_target[std::min(board_.height(First(left)), 5)][waits];
    }
    value += kWeights.safe_check * Count(side.checks & ~enemy.attacked);
    value += kWeights.unsafe_check * Count(side.checks & enemy.attacked);
    const Set captures = targets & AttackersOfKing(board_, Other(color))[1];
    value += kWeights.safe_capture_check * Count(captures & ~enemy.attacked);
    value += kWeights.unsafe_capture_check * Count(captures & enemy.attacked);
    const Set escapes =
        AttackersOfKing(board_, color)[side.king_height] & ~stacks & ~enemy.attacked;
    value += kWeights.king_escapes[std::min(Count(escapes), 2)];
    return value;
  }

  const Board<N>& board_;
  const SideFeatures<N> own_;
  const SideFeatures<N> other_;
};

}  // namespace lielow

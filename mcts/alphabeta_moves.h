// The moves of a position in the order in which the alpha-beta search tries them.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "game/board.h"
#include "mcts/alphabeta_evaluation.h"
#include "mcts/alphabeta_history.h"

namespace lielow {

// Which moves: all, captures and those that attack the enemy king, or captures.
enum class Wanted : std::uint8_t { kAll, kForcing, kCaptures };

// Hands out the best move first: the one from the transposition table, captures of high stacks,
// killers, then quiet moves by history. Most moves after which the own king can be captured are
// left out, and so is moving it off; moves that are handed out have to be looked at still.
// REQUIRES of the position: the enemy king cannot be captured now.
template <int N>
class MovePicker {
 public:
  using Set = SquareSet<N>;

  // `hash_move` may be kNoMove, or illegal here. All arguments outlive the picker.
  MovePicker(const Board<N>& board, const BoardEvaluation<N>& evaluation,
             const MoveHistory& history, const Killers& killers, PackedMove hash_move,
             Wanted wanted)
      : board_(board),
        history_(history),
        killers_(killers),
        to_enemy_king_(AttackersOfKing(board, Other(board.to_move()))),
        attacked_(evaluation.attacked_by_other()),
        own_(board.stacks(board.to_move())),
        enemy_(board.stacks(Other(board.to_move()))),
        hash_move_(hash_move),
        color_(board.to_move()),
        wanted_(wanted),
        in_check_(evaluation.in_check()) {}

  // The next move; false if there is none.
  bool Next(BoardMove& move) {
    if (!generated_) {
      if (TakeHashMove(move)) return true;
      Generate();
    }
    // A plain loop over all of them, which compilers turn into vector instructions.
    std::int32_t best = kTaken;
    for (int i = 0; i < size_; ++i) best = std::max(best, keys_[i]);
    if (best == kTaken) return false;
    const int index = best & kIndexMask;
    keys_[index] = kTaken;
    move = moves_[index];
    return true;
  }

  // From now on, only captures and moves that attack the enemy king.
  void DropQuiet() {
    if (wanted_ != Wanted::kAll) return;
    wanted_ = Wanted::kForcing;
    for (int i = 0; i < size_; ++i) {
      if (!Captures(moves_[i]) && !Checks(moves_[i])) keys_[i] = kTaken;
    }
  }

  bool Captures(BoardMove move) const {
    return move.to != kNoBoardSquare && At(enemy_, move.to) != 0;
  }

  // Whether a quiet move attacks the enemy king.
  bool Checks(BoardMove move) const {
    return move.to != kNoBoardSquare && At(to_enemy_king_[move.height + 1], move.to) != 0;
  }

 private:
  static constexpr int kIndexBits = 10;
  static constexpr int kIndexMask = (1 << kIndexBits) - 1;
  static constexpr std::int32_t kTaken = std::numeric_limits<std::int32_t>::min();
  static_assert(MoveList::kCapacity <= 1 << kIndexBits);

  // Scores of moves. Captures come before all quiet moves.
  static constexpr int kCapture = 1 << 20;
  static constexpr int kCapturedPiece = 2000;
  static constexpr int kCapturingPiece = -500;
  static constexpr int kCheck = 6000;
  static constexpr int kFromAttacked = 1500;
  static constexpr int kToAttacked = -2500;
  static constexpr int kLeaves = -2000;
  static constexpr std::array<int, 2> kKiller = {9000, 7000};

  static int At(Set set, int square) { return static_cast<int>(set >> square & 1); }

  bool TakeHashMove(BoardMove& move) {
    if (hash_move_ == kNoMove || hash_move_taken_) return false;
    hash_move_taken_ = true;
    const int from = PackedFrom(hash_move_);
    const Direction direction = PackedDirection(hash_move_);
    if (!board_.IsLegal(from, direction)) return false;
    move = board_.MoveOf(from, direction);
    return true;
  }

  void Generate() {
    generated_ = true;
    const int king = board_.king(color_);
    const Set king_bit = king == kNoBoardSquare ? Set{0} : SquareBit<Set>(king);
    const int king_height = king == kNoBoardSquare ? 0 : board_.height(king);
    const Set empty = ~(own_ | enemy_);
    const auto quiet = [&](int height) {
      if (wanted_ == Wanted::kAll) return empty;
      return wanted_ == Wanted::kForcing ? empty & to_enemy_king_[height + 1] : Set{0};
    };
    // In check, a move that leaves the crown where it is must capture the only attacker. The crown
    // can only go to another stack if the mover is one of the highest.
    const Set only_attacker = in_check_ ? OnlyAttacker(king) : Set{0};
    Set left = own_ & ~king_bit;
    for (int height = 1; left != 0; ++height) {
      const Set stacks = left & board_.StacksOfHeight(color_, height);
      if (stacks == 0) continue;
      left ^= stacks;
      if (in_check_ && (left != 0 || height < king_height)) {
        Add(stacks, height, 0, only_attacker);
      } else {
        Add(stacks, height, quiet(height), enemy_);
        if (wanted_ == Wanted::kAll) AddLeaving(stacks, height);
      }
    }
    if (king_bit != 0) Add(king_bit, king_height, quiet(king_height) & ~attacked_, enemy_);
  }

  // The enemy stack that could capture the king on `square`; empty if there are more.
  Set OnlyAttacker(int square) const {
    Board<N> next = board_;
    next.SetToMove(Other(color_));
    const Set attackers = next.KingAttackers();
    return square != kNoBoardSquare && (attackers & (attackers - 1)) == 0 ? attackers : Set{0};
  }

  void Add(Set stacks, int height, Set quiet, Set captured) {
    const auto h = static_cast<std::uint8_t>(height);
    for (int d = 0; d < kNumCompassDirections; ++d) {
      const int offset = kBoardTables<N>.offset[height][d];
      const Set targets = Shifted(stacks & kBoardTables<N>.stays[height][d], offset);
      const auto move = [&](int to) {
        return BoardMove{static_cast<std::uint8_t>(to - offset), static_cast<std::uint8_t>(to), h,
                         static_cast<Direction>(d)};
      };
      for (Set left = targets & captured; left != 0; left &= left - 1) {
        const BoardMove capture = move(First(left));
        Push(capture, CaptureScore(capture));
      }
      for (Set left = targets & quiet; left != 0; left &= left - 1) {
        const BoardMove step = move(First(left));
        Push(step, QuietScore(step));
      }
    }
  }

  void AddLeaving(Set stacks, int height) {
    for (Set left = stacks & kBoardTables<N>.leaves[height]; left != 0; left &= left - 1) {
      const auto from = static_cast<std::uint8_t>(First(left));
      const BoardMove move{from, kNoBoardSquare, static_cast<std::uint8_t>(height),
                           Direction::kOff};
      Push(move, history_.Of(color_, move) + kLeaves + At(attacked_, from) * kFromAttacked);
    }
  }

  void Push(BoardMove move, int score) {
    if (hash_move_taken_ && Pack(move) == hash_move_) return;
    moves_[size_] = move;
    keys_[size_] = score * (1 << kIndexBits) + size_;
    ++size_;
  }

  int CaptureScore(BoardMove move) const {
    return kCapture + kCapturedPiece * board_.height(move.to) + kCapturingPiece * move.height +
           At(to_enemy_king_[1], move.to) * kCheck + At(attacked_, move.from) * kFromAttacked +
           At(attacked_, move.to) * kToAttacked;
  }

  int QuietScore(BoardMove move) const {
    const PackedMove packed = Pack(move);
    return history_.Of(color_, move) + At(to_enemy_king_[move.height + 1], move.to) * kCheck +
           At(attacked_, move.from) * kFromAttacked + At(attacked_, move.to) * kToAttacked +
           (packed == killers_[0] ? kKiller[0] : 0) + (packed == killers_[1] ? kKiller[1] : 0);
  }

  const Board<N>& board_;
  const MoveHistory& history_;
  const Killers& killers_;
  const std::array<Set, N + 2>& to_enemy_king_;  // By height, the squares that attack it.
  const Set attacked_;                           // By the enemy.
  const Set own_;
  const Set enemy_;
  const PackedMove hash_move_;
  const Color color_;
  Wanted wanted_;
  const bool in_check_;
  bool hash_move_taken_ = false;
  bool generated_ = false;
  int size_ = 0;
  std::array<std::int32_t, MoveList::kCapacity> keys_;  // Score and index.
  std::array<BoardMove, MoveList::kCapacity> moves_;
};

}  // namespace lielow

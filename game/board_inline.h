// The definitions of Board's calls. Included by game/board.h alone.

#pragma once

#include <cassert>

#include "game/board.h"

namespace lielow {

template <int N>
int Board<N>::height(int square) const {
  int height = 0;
  ForEachBit([&](int bit) { height |= static_cast<int>(slices_[bit] >> square & 1) << bit; });
  return height;
}

template <int N>
int Board<N>::CountMoves() const {
  const Set own = stacks_[to_move_];
  int count = 0;
  ForEachHeight(own, [&](int height, Set stacks) {
    count += Count(stacks & kTables.leaves[height]);
    for (int d = 0; d < kNumCompassDirections; ++d) count += Count(Targets(own, stacks, height, d));
  });
  return count;
}

template <int N>
template <class Visit>
void Board<N>::ForEachMove(Visit visit) const {
  AnyMove([&](BoardMove move) {
    visit(move);
    return false;
  });
}

template <int N>
template <class Test>
bool Board<N>::AnyMove(Test test) const {
  const Set own = stacks_[to_move_];
  Set rest = own;
  for (int height = 1; rest != 0; ++height) {
    const Set stacks = OfHeight(rest, height);
    rest ^= stacks;
    if (stacks == 0) continue;
    const auto h = static_cast<std::uint8_t>(height);
    for (int d = 0; d < kNumCompassDirections; ++d) {
      const int offset = kTables.offset[height][d];
      for (Set left = Targets(own, stacks, height, d); left != 0; left &= left - 1) {
        const int to = First(left);
        if (test(BoardMove{static_cast<std::uint8_t>(to - offset), static_cast<std::uint8_t>(to), h,
                           static_cast<Direction>(d)})) {
          return true;
        }
      }
    }
    for (Set left = stacks & kTables.leaves[height]; left != 0; left &= left - 1) {
      const auto from = static_cast<std::uint8_t>(First(left));
      if (test(BoardMove{from, kNoBoardSquare, h, Direction::kOff})) return true;
    }
  }
  return false;
}

// Draws a stack and one of its nine ways until they are a legal move. All pairs are equally likely,
// so the legal ones are; about every second draw is legal, which makes this faster than a list.
template <int N>
BoardMove Board<N>::RandomMove(Random& random) const {
  const Set own = stacks_[to_move_];
  const auto stacks = static_cast<std::uint64_t>(Count(own));
  while (true) {
    const std::uint64_t bits = random();
    const int from = Nth(own, static_cast<int>((bits >> 32) * stacks >> 32));
    const auto direction = static_cast<Direction>((bits & 0xffffffffU) * kNumDirections >> 32);
    if (IsLegal(from, direction)) return MoveOf(from, direction);
  }
}

template <int N>
bool Board<N>::IsLegal(int from, Direction direction) const {
  const Set own = stacks_[to_move_];
  if (over() || (own >> from & 1) == 0) return false;
  const int h = height(from);
  if (direction == Direction::kOff) return (kTables.leaves[h] >> from & 1) != 0;
  const auto d = static_cast<std::size_t>(direction);
  return (kTables.stays[h][d] >> from & 1) != 0 && (own >> (from + kTables.offset[h][d]) & 1) == 0;
}

template <int N>
BoardMove Board<N>::MoveOf(int from, Direction direction) const {
  assert(IsLegal(from, direction));
  const int h = height(from);
  const int to = direction == Direction::kOff
                     ? kNoBoardSquare
                     : from + kTables.offset[h][static_cast<std::size_t>(direction)];
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
          static_cast<std::uint8_t>(h), direction};
}

template <int N>
template <bool kHashed>
void Board<N>::Play(BoardMove move) {
  assert(!over() && height(move.from) == move.height);
  const std::size_t mover = to_move_;
  const std::size_t other = mover ^ 1;
  const bool king_moves = kings_[mover] == move.from;
  to_move_ = static_cast<std::uint8_t>(other);
  if (kHashed) hash_ ^= kPositionHash.red_to_move;
  RemoveStack<kHashed>(mover, move.from, move.height);
  if (move.to == kNoBoardSquare) {
    if (king_moves) {
      End<kHashed>(Ending::kKingMovedOff, mover);
    } else {
      PlaceCrown<kHashed>(mover);
    }
    return;
  }
  const bool captures = (stacks_[other] >> move.to & 1) != 0;
  if (captures) RemoveStack<kHashed>(other, move.to, kHashed ? height(move.to) : 0);
  PutStack<kHashed>(mover, move.to, captures ? 1 : move.height + 1);
  if (king_moves) MoveCrown<kHashed>(mover, move.to);
  PlaceCrown<kHashed>(mover);
  // The other's crown can move only if one of its stacks is gone.
  if (!captures) return;
  if (kings_[other] == move.to) {
    End<kHashed>(Ending::kKingCaptured, other);
  } else {
    PlaceCrown<kHashed>(other);
  }
}

template <int N>
typename Board<N>::Set Board<N>::KingAttackers(Color attacker) const {
  const std::size_t side = Side(attacker);
  const std::size_t king = kings_[side ^ 1];
  if (king == kNoBoardSquare) return 0;
  Set attackers = stacks_[side] & kTables.line[king];
  ForEachBit([&](int bit) { attackers &= ~(slices_[bit] ^ kTables.distance[king][bit]); });
  return attackers;
}

template <int N>
bool Board<N>::IsSafe(BoardMove move) const {
  Board next = *this;
  next.template Play<false>(move);
  return next.over() ? next.loser_ != to_move_ : next.KingAttackers() == 0;
}

template <int N>
typename Board<N>::Set Board<N>::Attacked(Color color) const {
  Set attacked = 0;
  ForEachHeight(stacks(color), [&](int height, Set stacks) {
    // No stack is its side's own here: squares of own stacks count too.
    for (int d = 0; d < kNumCompassDirections; ++d) attacked |= Targets(0, stacks, height, d);
  });
  return attacked;
}

template <int N>
void Board<N>::Put(Color color, int square, int height) {
  PutStack<true>(Side(color), square, height);
}

template <int N>
void Board<N>::SetToMove(Color color) {
  if (color == to_move()) return;
  to_move_ ^= 1;
  hash_ ^= kPositionHash.red_to_move;
}

template <int N>
void Board<N>::SetEnding(Ending ending, Color loser) {
  ending_ = ending;
  loser_ = static_cast<std::uint8_t>(loser);
}

template <int N>
typename Board<N>::Set Board<N>::OfHeight(Set stacks, int height) const {
  ForEachBit([&](int bit) { stacks &= (height >> bit & 1) != 0 ? slices_[bit] : ~slices_[bit]; });
  return stacks;
}

template <int N>
template <class Visit>
void Board<N>::ForEachHeight(Set stacks, Visit visit) const {
  for (int height = 1; stacks != 0; ++height) {
    const Set same = OfHeight(stacks, height);
    stacks ^= same;
    if (same != 0) visit(height, same);
  }
}

template <int N>
typename Board<N>::Set Board<N>::Targets(Set own, Set stacks, int height, int direction) const {
  return Shifted(stacks & kTables.stays[height][direction], kTables.offset[height][direction]) &
         ~own;
}

template <int N>
template <bool kHashed>
void Board<N>::PutStack(std::size_t side, int square, int height) {
  const Set bit = SquareBit<Set>(square);
  stacks_[side] |= bit;
  ForEachBit([&](int b) { slices_[b] |= (height >> b & 1) != 0 ? bit : Set{0}; });
  if (kHashed) hash_ ^= kPositionHash.stack[side][height][square];
}

template <int N>
template <bool kHashed>
void Board<N>::RemoveStack(std::size_t side, int square, int height) {
  const Set bit = SquareBit<Set>(square);
  stacks_[side] &= ~bit;
  ForEachBit([&](int b) { slices_[b] &= ~bit; });
  if (kHashed) hash_ ^= kPositionHash.stack[side][height][square];
}

template <int N>
template <bool kHashed>
void Board<N>::MoveCrown(std::size_t side, int square) {
  if (kHashed) {
    if (kings_[side] != kNoBoardSquare) hash_ ^= kPositionHash.king[side][kings_[side]];
    hash_ ^= kPositionHash.king[side][square];
  }
  kings_[side] = static_cast<std::uint8_t>(square);
}

// To the one highest stack; where several are highest, or none is left, the crown stays.
template <int N>
template <bool kHashed>
void Board<N>::PlaceCrown(std::size_t side) {
  Set highest = stacks_[side];
  for (int bit = kHeightBits - 1; bit >= 0; --bit) {
    const Set higher = highest & slices_[bit];
    highest = higher != 0 ? higher : highest;
  }
  const bool alone = highest != 0 && (highest & (highest - 1)) == 0;
  if (alone) MoveCrown<kHashed>(side, First(highest));
}

// The loser's crown is gone for good.
template <int N>
template <bool kHashed>
void Board<N>::End(Ending ending, std::size_t loser) {
  ending_ = ending;
  loser_ = static_cast<std::uint8_t>(loser);
  if (kHashed) hash_ ^= kPositionHash.king[loser][kings_[loser]];
  kings_[loser] = kNoBoardSquare;
}

}  // namespace lielow

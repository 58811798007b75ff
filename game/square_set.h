// Sets of squares as the bits of one word, and the few operations on them that the rules need.

#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace lielow {

__extension__ using Word128 = unsigned __int128;

// The word of an N x N board: bit row * N + column.
template <int N>
using SquareSet = std::conditional_t<N * N <= 64, std::uint64_t, Word128>;

template <class Set>
constexpr Set SquareBit(int square) {
  return Set{1} << square;
}

constexpr int Count(std::uint64_t set) { return std::popcount(set); }
constexpr int Count(Word128 set) {
  return std::popcount(static_cast<std::uint64_t>(set)) +
         std::popcount(static_cast<std::uint64_t>(set >> 64));
}

// The lowest square. REQUIRES: the set is not empty.
constexpr int First(std::uint64_t set) { return std::countr_zero(set); }
constexpr int First(Word128 set) {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
}

// The n-th lowest square, from 0. REQUIRES: the set has more than n.
inline int Nth(std::uint64_t set, int n) {
#if defined(__BMI2__)
  // Deposits the one bit in the place of the set's n-th.
  return std::countr_zero(_pdep_u64(1ULL << n, set));
#else
  for (; n > 0; --n) set &= set - 1;
  return First(set);
#endif
}
inline int Nth(Word128 set, int n) {
  const auto low = static_cast<std::uint64_t>(set);
  const int in_low = Count(low);
  return n < in_low ? Nth(low, n) : 64 + Nth(static_cast<std::uint64_t>(set >> 64), n - in_low);
}

// Moves all squares by `by`, which may be negative. REQUIRES: none leaves the word, so that a
// rotation, one instruction for either sign, is a shift.
constexpr std::uint64_t Shifted(std::uint64_t set, int by) { return std::rotl(set, by); }
constexpr Word128 Shifted(Word128 set, int by) { return by >= 0 ? set << by : set >> -by; }

}  // namespace lielow

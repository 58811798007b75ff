// A probability in 16 bits: 5 of exponent and 11 of fraction. Its relative error is at most 2^-12;
// what is below 2^-31 is 0.

#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace lielow {

class Probability16 {
 public:
  constexpr Probability16() = default;

  // REQUIRES: 0 <= value <= 1.
  constexpr Probability16(float value)  // NOLINT(google-explicit-constructor): a shorter float.
      : bits_(Shorten(value)) {
    assert(value >= 0 && value <= 1);
  }

  constexpr operator float() const {  // NOLINT(google-explicit-constructor): as above.
    return bits_ == 0 ? 0.0F : std::bit_cast<float>((bits_ + kLeast) << kDropped);
  }

 private:
  // A float has 23 bits of fraction and an exponent that is 127 for 1.
  static constexpr int kDropped = 12;
  static constexpr std::uint32_t kLeast = (127 - 31) << 11;  // 2^-31 without the bits dropped.

  static constexpr std::uint16_t Shorten(float value) {
    const std::uint32_t half = 1U << (kDropped - 1);
    const std::uint32_t bits = (std::bit_cast<std::uint32_t>(value) + half) >> kDropped;
    return static_cast<std::uint16_t>(bits > kLeast ? bits - kLeast : 0);
  }

  std::uint16_t bits_ = 0;
};

}  // namespace lielow

// Random numbers that are the same on every machine and in every build.
//
// A generator is passed in wherever something is random; there is no global one. Seeds for parts
// (a worker, a game, a move) are derived from the seed of the whole.

#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace lielow {

// SplitMix64's finaliser: every input bit changes about half of the output bits.
constexpr std::uint64_t MixBits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// The seed of part `part` of something that has `seed`.
constexpr std::uint64_t DeriveSeed(std::uint64_t seed, std::uint64_t part) {
  return MixBits(MixBits(seed + 0x9e3779b97f4a7c15U) ^ (part + 0x632be59bd9b4e019U));
}

// SplitMix64 (Steele, Lea and Flood 2014). A plain value: copying it copies its state.
class Random {
 public:
  using result_type = std::uint64_t;

  explicit Random(std::uint64_t seed) : state_(seed) {}

  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return std::numeric_limits<std::uint64_t>::max(); }
  std::uint64_t operator()() { return MixBits(state_ += 0x9e3779b97f4a7c15U); }

  // Uniform in [0, n). REQUIRES: 1 <= n < 2^32. The bias is below n / 2^32.
  int Below(int n) {
    return static_cast<int>(((*this)() >> 32) * static_cast<std::uint64_t>(n) >> 32);
  }

  // Uniform in [0, 1).
  double Uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  // Standard Gumbel.
  double Gumbel() { return -std::log(Exponential()); }

  // Exponential with mean 1, always positive.
  double Exponential() { return -std::log1p(-Uniform()) + std::numeric_limits<double>::min(); }

  // Standard normal (Box and Muller 1958).
  double Normal() {
    // One draw a statement: compilers differ in which operand of a product they evaluate first.
    const double radius = std::sqrt(2 * Exponential());
    return radius * std::cos(2 * std::numbers::pi * Uniform());
  }

  // Gamma with shape `alpha` and scale 1 (Marsaglia and Tsang 2000). REQUIRES: alpha > 0.
  double Gamma(double alpha) {
    if (alpha < 1) {
      const double boosted = Gamma(alpha + 1);
      return boosted * std::exp(-Exponential() / alpha);
    }
    const double d = alpha - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
      const double x = Normal();
      const double v = std::pow(1 + c * x, 3);
      if (v > 0 && Exponential() > d * v - d - d * std::log(v) - x * x / 2) return d * v;
    }
  }

  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace lielow

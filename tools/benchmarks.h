// The measurements behind `lielow bench`.

#pragma once

#include <optional>
#include <string>

namespace lielow {

struct BenchOptions {
  std::string config;  // A file; empty for the defaults.
  std::optional<int> size;
  std::optional<int> blocks;
  std::optional<int> channels;
  std::optional<int> simulations;
  double seconds = 10;
  bool json = false;
};

// Throws InputError if the configuration cannot be read, before anything is measured.
void CheckBenchConfig(const BenchOptions& options);

// The rules on one core, on 8x8 and 9x9 or on the size that is asked for.
void BenchRules(const BenchOptions& options);

// The alpha-beta search on one core, on the same sizes.
void BenchSearch(const BenchOptions& options);

// Evaluations of a random network by backend, precision, batch and threads. GFLOP/s count what the
// convolutions are defined as; a backend that computes them with fewer multiplications can exceed
// the peak of matrix products, which is measured in float32.
void BenchNetwork(const BenchOptions& options);

// Self-play with a random network. Throws InputError in a build without LibTorch.
void BenchSelfPlay(const BenchOptions& options);

}  // namespace lielow

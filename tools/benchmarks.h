// The measurements behind `lielow bench`.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

struct ServeBenchOptions {
  int visitors = 200;
  int bad = 100;  // Of the visitors.
  int moves = 5;  // Of each good visitor.
  double pause_seconds = 5;
  bool json = false;
};

// How soon the web server answers good visitors while bad ones do their worst. The visitors live in
// this process and take time and memory too.
void BenchServe(const ServeBenchOptions& options);

struct TruthBenchOptions {
  std::string games;                 // A run's directory or database.
  std::vector<std::string> players;  // With a search tree.
  int positions = 1000;
  std::uint64_t max_nodes = 300000;  // Of the solver for each move.
  std::uint64_t seed = 1;
  bool json = false;
};

// How often players are right about positions of games whose truth the solver finds
// (tools/truth_sample.h). Throws InputError for files and players that cannot be read.
void BenchTruth(const TruthBenchOptions& options);

struct IntakeBenchOptions {
  std::string server;
  std::string games;   // A run's directory or database.
  int count = 20'000;  // Games that are sent.
  int bad = 0;         // Messages that are none, sent beside them.
  int senders = 2;
  bool json = false;
};

// How many games a second a learner takes in through a NATS server: games that are there are sent
// again and again by as many senders, and end in the window. Only in a build with LibTorch. Throws
// InputError for files that cannot be read, BrokerError for a server that is away.
void BenchIntake(const IntakeBenchOptions& options);

struct LearningBenchOptions {
  std::string games;   // A run's directory or database.
  std::string config;  // A file; empty for the defaults.
  std::vector<std::string> sets;
  int steps = 1000;
  bool hide_derived_planes = false;
  bool json = false;
};

// How well a network learns from games that are there: compares shapes, losses and planes on equal
// terms. Only in a build with LibTorch. Throws InputError for files that cannot be read.
void BenchLearning(const LearningBenchOptions& options);

}  // namespace lielow

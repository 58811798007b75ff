#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "nn/encoding.h"
#include "nn/loaded_network.h"
#include "nn/panel_product.h"
#include "selfplay/selfplay.h"
#include "tools/benchmarks.h"
#include "tools/json_text.h"
#include "tools/machine.h"

namespace lielow {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsOf(const auto& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double Median(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Positions of random games, one after the other.
std::vector<Position> SomePositions(int size, int count) {
  Random random(1);
  Position position(size);
  std::vector<Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    positions.push_back(position);
    const MoveList moves = position.LegalMoves();
    position.Play(moves[random.Below(moves.size())]);
    if (position.over()) position = Position(size);
  }
  return positions;
}

// Multiplications and additions a second of the product that this program multiplies fastest with:
// rows by a packed matrix, all in the cache. Of one thread.
double MatrixProductFlops() {
  constexpr int kRows = 8 * kRowsAtOnce;
  constexpr int kInner = 128;
  PanelMatrix matrix(kInner, 64);
  std::ranges::fill(matrix.values, 0.5F);
  const std::vector<float> x(std::size_t{kRows} * kInner, 0.25F);
  const std::vector<float> bias(static_cast<std::size_t>(matrix.columns));
  std::vector<float> y(static_cast<std::size_t>(kRows * matrix.columns));
  constexpr int kRepeats = 200;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 15; ++i) {
    least = std::min(least, SecondsOf([&] {
                       for (int k = 0; k < kRepeats; ++k) {
                         Multiply(x.data(), kInner, kRows, matrix, bias.data(), 0, y.data(),
                                  matrix.columns);
                       }
                     }));
  }
  return 2.0 * kRows * kInner * matrix.columns * kRepeats / least;
}

double EncodeSeconds(int size) {
  const std::vector<Position> positions = SomePositions(size, 500);
  std::vector<float> planes(static_cast<std::size_t>(EncodedSize(size)));
  std::array<double, 9> seconds;
  for (double& each : seconds) {
    each = SecondsOf([&] {
      for (const Position& position : positions) {
        Encode(position, View(position.to_move()), planes);
      }
    });
  }
  return Median(seconds) / static_cast<double>(positions.size());
}

// Seconds for a batch: all of an evaluation, and the forward pass alone.
struct BatchSeconds {
  double evaluate = 0;
  double forward = 0;
};

// By turns, so that a machine that is now faster and now slower does not favour one. Medians.
BatchSeconds MeasureThread(const LoadedNetwork& network, int size, int batch, double seconds) {
  const auto evaluator = network.MakeEvaluator(batch);
  const auto forward = network.MakeForwardPass(size, batch);
  const std::vector<Position> positions = SomePositions(size, batch);
  std::vector<Evaluation> results(positions.size());
  const auto evaluate = [&] { evaluator->Evaluate(positions, results); };
  for (int i = 0; i < 3; ++i) {  // What is made only once.
    evaluate();
    forward();
  }
  std::vector<double> evaluations;
  std::vector<double> forwards;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  do {
    evaluations.push_back(SecondsOf(evaluate));
    forwards.push_back(SecondsOf(forward));
  } while (Clock::now() < end);
  return {Median(evaluations), Median(forwards)};
}

BatchSeconds Measure(const LoadedNetwork& network, int size, int batch, int threads,
                     double seconds) {
  std::vector<BatchSeconds> all(static_cast<std::size_t>(threads));
  {
    std::barrier together(threads);
    std::vector<std::jthread> workers;
    workers.reserve(all.size());
    for (BatchSeconds& mine : all) {
      workers.emplace_back([&] {
        together.arrive_and_wait();
        mine = MeasureThread(network, size, batch, seconds);
      });
    }
  }
  BatchSeconds mean;
  for (const BatchSeconds& mine : all) {
    mean.evaluate += mine.evaluate / threads;
    mean.forward += mine.forward / threads;
  }
  return mean;
}

struct Variant {
  const char* backend;
  const char* precision;
  BackendOptions options;
};

std::vector<Variant> Variants(Device device) {
  std::vector<Variant> variants = {{"eigen", "float32", {.backend = Backend::kEigen}}};
  if (HasTorch()) {
    for (const auto& [text, precision] :
         {std::pair("float32", Precision::kFloat32), std::pair("bfloat16", Precision::kBfloat16)}) {
      variants.push_back(
          {"torch", text, {.backend = Backend::kTorch, .device = device, .precision = precision}});
    }
  }
  return variants;
}

}  // namespace

void BenchNetwork(const BenchOptions& options) {
  const NetworkOptions shape = {.blocks = options.blocks.value_or(6),
                                .channels = options.channels.value_or(64)};
  const int size = options.size.value_or(8);
  const FoldedNetwork network = RandomFoldedNetwork(shape, 1);
  const double flops = 2 * MultiplicationsOf(shape, size);
  const double peak = MatrixProductFlops();
  const double encode = EncodeSeconds(size);
  if (!options.json) {
    std::printf(
        "%s\n%d blocks x %d channels on %dx%d: %.1f million multiplications; one core "
        "multiplies matrices with %.0f GFLOP/s\nencoding: %.2f microseconds a position\n",
        ProcessorText().c_str(), shape.blocks, shape.channels, size, size, flops / 2e6, peak / 1e9,
        encode * 1e6);
  }
  std::vector<int> threads = {1};
  if (WorkerThreads({}) > 1) threads.push_back(WorkerThreads({}));
  for (const Variant& variant : Variants(Device::kAuto)) {
    const auto loaded = PrepareNetwork(network, variant.options);
    for (const int count : threads) {
      for (const int batch : {1, 16, 32}) {
        const BatchSeconds time = Measure(*loaded, size, batch, count, options.seconds / 10);
        const double rate = count * batch / time.evaluate;
        const double raw = count * batch / time.forward;
        const double share = rate * flops / (count * peak);
        if (options.json) {
          PrintJson({{"bench", "network"},
                     {"backend", variant.backend},
                     {"precision", variant.precision},
                     {"size", size},
                     {"blocks", shape.blocks},
                     {"channels", shape.channels},
                     {"batch", batch},
                     {"threads", count},
                     {"evaluations_per_second", rate},
                     {"raw_evaluations_per_second", raw},
                     {"gflops", rate * flops / 1e9},
                     {"peak_share", share},
                     {"encode_microseconds", encode * 1e6},
                     {"machine", ProcessorText()}});
        } else {
          std::printf(
              "%-5s %-8s %d thread%s batch %2d: %6.0f evaluations/s, bare forward passes "
              "%6.0f/s; %5.1f GFLOP/s, %3.0f %% of the peak\n",
              variant.backend, variant.precision, count, count > 1 ? "s" : " ", batch, rate, raw,
              rate * flops / 1e9, 100 * share);
        }
      }
    }
  }
}

}  // namespace lielow

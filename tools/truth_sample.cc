#include "tools/truth_sample.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "game/random.h"
#include "mcts/solver.h"

namespace lielow {
namespace {

constexpr std::uint64_t kSolverMemory = std::uint64_t{8} << 20;

// Whether the player who has just moved to `next` has won the game, or will with best play.
std::optional<bool> MoverWins(const Position& next, Color mover, std::uint64_t max_nodes) {
  if (next.over()) return next.winner() == mover;
  const SolveResult result = Solve(next, {.max_nodes = max_nodes, .max_memory = kSolverMemory});
  if (result.proof() == Proof::kNone) return std::nullopt;
  return result.proof() == Proof::kLoss;
}

std::optional<TruePosition> Truth(const Position& position, std::uint64_t max_nodes) {
  TruePosition truth{.position = position, .won = false, .keeps_win = {}};
  for (const Move move : position.LegalMoves()) {
    Position next = position;
    next.Play(move);
    const std::optional<bool> wins = MoverWins(next, position.to_move(), max_nodes);
    if (!wins) return std::nullopt;
    truth.keeps_win.push_back(*wins);
    truth.won = truth.won || *wins;
  }
  return truth;
}

void Shuffle(std::vector<Position>& positions, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = positions.size(); i > 1; --i) {
    std::swap(positions[i - 1],
              positions[static_cast<std::size_t>(random.Below(static_cast<int>(i)))]);
  }
}

}  // namespace

bool TruePosition::critical() const {
  return won && std::find(keeps_win.begin(), keeps_win.end(), false) != keeps_win.end();
}

TruthSample SampleTruth(std::vector<Position> candidates, const TruthOptions& options,
                        const std::function<void(const TruthSample&)>& progress) {
  Shuffle(candidates, options.seed);
  const auto wanted = static_cast<std::size_t>(options.positions);
  TruthSample sample;
  std::mutex mutex;  // Of sample.
  std::atomic<std::size_t> next = 0;
  const auto enough = [&] {
    return sample.decided.size() >= wanted && sample.critical.size() >= wanted;
  };
  const auto work = [&] {
    while (true) {
      const std::size_t candidate = next++;
      if (candidate >= candidates.size()) return;
      const std::optional<TruePosition> truth = Truth(candidates[candidate], options.max_nodes);
      const std::lock_guard lock(mutex);
      if (enough()) return;
      ++sample.looked_at;
      if (!truth) {
        ++sample.undecided;
      } else {
        if (sample.decided.size() < wanted) sample.decided.push_back(*truth);
        if (truth->critical() && sample.critical.size() < wanted) sample.critical.push_back(*truth);
      }
      progress(sample);
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(options.threads));
    for (int i = 0; i < options.threads; ++i) threads.emplace_back(work);
  }
  return sample;
}

}  // namespace lielow

#include "mcts/sequential_halving.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "mcts/improved_policy.h"

namespace lielow {
namespace {

void EraseLost(const Tree& tree, std::vector<EdgeIndex>& edges) {
  std::erase_if(edges, [&](EdgeIndex edge) { return tree.edge(edge).lost(); });
}

// The root's moves that are not proven lost.
std::vector<EdgeIndex> OpenMoves(const Tree& tree) {
  std::vector<EdgeIndex> open(tree.edges(Tree::kRoot).size());
  std::iota(open.begin(), open.end(), tree.node(Tree::kRoot).first_edge);
  EraseLost(tree, open);
  return open;
}

}  // namespace

void SequentialHalving::Start(const Tree& tree, const SearchOptions& options, int simulations,
                              Random& random) {
  noise_.clear();
  for (std::size_t i = 0; i < tree.edges(Tree::kRoot).size(); ++i) {
    noise_.push_back(options.gumbel_noise * static_cast<float>(random.Gumbel()));
  }
  Restart(tree, options, simulations);
}

void SequentialHalving::Restart(const Tree& tree, const SearchOptions& options, int simulations) {
  budget_ = simulations;
  TakeCandidates(tree, options, simulations);
}

EdgeIndex SequentialHalving::Next(const Tree& tree, const SearchOptions& options) {
  EraseLost(tree, candidates_);
  if (candidates_.empty()) {
    // The root's first visit is its own evaluation, which is not of the budget.
    TakeCandidates(tree, options, budget_ - (tree.node(Tree::kRoot).visits - 1));
  }
  while (true) {
    // Candidates take turns, so that a search which is cut short has been fair to all of them.
    const EdgeIndex next = *std::min_element(
        candidates_.begin(), candidates_.end(),
        [&](EdgeIndex a, EdgeIndex b) { return tree.edge(a).visits < tree.edge(b).visits; });
    if (tree.edge(next).visits < target_visits_) return next;
    phase_size_ = (phase_size_ + 1) / 2;
    KeepBest(tree, phase_size_, ValueWeight(tree, Tree::kRoot, options));
    target_visits_ += PhaseVisits();
  }
}

EdgeIndex SequentialHalving::Best(const Tree& tree, const SearchOptions& options) const {
  std::vector<EdgeIndex> candidates = candidates_;
  EraseLost(tree, candidates);
  if (candidates.empty()) candidates = OpenMoves(tree);
  const float weight = ValueWeight(tree, Tree::kRoot, options);
  const auto rank = [&](EdgeIndex candidate) {
    return std::pair(tree.edge(candidate).visits, Score(tree, candidate, weight));
  };
  return *std::max_element(candidates.begin(), candidates.end(),
                           [&](EdgeIndex a, EdgeIndex b) { return rank(a) < rank(b); });
}

void SequentialHalving::TakeCandidates(const Tree& tree, const SearchOptions& options,
                                       int simulations) {
  candidates_ = OpenMoves(tree);
  const auto most = static_cast<std::size_t>(std::clamp(simulations, 1, options.gumbel_moves));
  KeepBest(tree, most, 0);
  halving_budget_ = simulations;
  phase_size_ = candidates_.size();
  phases_ = std::max(1, static_cast<int>(std::bit_width(phase_size_ - 1)));
  target_visits_ = PhaseVisits();
}

// Keeps at most `count` candidates. Equal ones stay in their order, on every platform.
void SequentialHalving::KeepBest(const Tree& tree, std::size_t count, float value_weight) {
  std::stable_sort(candidates_.begin(), candidates_.end(), [&](EdgeIndex a, EdgeIndex b) {
    return Score(tree, a, value_weight) > Score(tree, b, value_weight);
  });
  candidates_.resize(std::min(count, candidates_.size()));
}

// The budget in equal parts for all phases, each in equal parts for its candidates.
int SequentialHalving::PhaseVisits() const {
  return std::max(1, halving_budget_ / (phases_ * static_cast<int>(candidates_.size())));
}

float SequentialHalving::Score(const Tree& tree, EdgeIndex candidate, float value_weight) const {
  const Edge& edge = tree.edge(candidate);
  const float value = edge.visits > 0 ? tree.EdgeValue(edge) : 0;
  return noise_[candidate - tree.node(Tree::kRoot).first_edge] +
         std::log(std::max(edge.prior, kLeastPrior)) + value_weight * value;
}

}  // namespace lielow

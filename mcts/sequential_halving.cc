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

// The root's moves that are not proven lost. The root's edges are the tree's first.
std::vector<EdgeIndex> OpenMoves(const Tree& tree) {
  std::vector<EdgeIndex> open(tree.edges(Tree::kRoot).size());
  std::iota(open.begin(), open.end(), Tree::kFirstRootEdge);
  EraseLost(tree, open);
  return open;
}

}  // namespace

void SequentialHalving::Start(const Tree& tree, const SearchOptions& options, int simulations,
                              Random& random) {
  noise_.clear();
  visits_before_.clear();
  for (const Edge& edge : tree.edges(Tree::kRoot)) {
    noise_.push_back(options.gumbel_noise * static_cast<float>(random.Gumbel()));
    visits_before_.push_back(edge.visits);
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
    int left = budget_;
    for (EdgeIndex edge = 0; edge < noise_.size(); ++edge) left -= Visits(tree, edge);
    TakeCandidates(tree, options, left);
  }
  while (true) {
    // Candidates take turns, so that a search which is cut short has been fair to all of them.
    const EdgeIndex next = *std::min_element(
        candidates_.begin(), candidates_.end(),
        [&](EdgeIndex a, EdgeIndex b) { return Visits(tree, a) < Visits(tree, b); });
    if (Visits(tree, next) < target_visits_) return next;
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
    return std::pair(Visits(tree, candidate), Score(tree, candidate, weight));
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

int SequentialHalving::Visits(const Tree& tree, EdgeIndex edge) const {
  return tree.edge(edge).visits - visits_before_[edge];
}

float SequentialHalving::Score(const Tree& tree, EdgeIndex candidate, float value_weight) const {
  const Edge& edge = tree.edge(candidate);
  const float value = edge.visits > 0 ? tree.EdgeValue(edge) : 0;
  return noise_[candidate] + std::log(std::max<float>(edge.prior, kLeastPrior)) +
         value_weight * value;
}

}  // namespace lielow

#include "mcts/sequential_halving.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "mcts/improved_policy.h"

namespace lielow {

void SequentialHalving::Start(const Tree& tree, const SearchOptions& options, int simulations,
                              Random& random) {
  noise_.clear();
  for (std::size_t i = 0; i < tree.edges(Tree::kRoot).size(); ++i) {
    noise_.push_back(options.gumbel_noise * static_cast<float>(random.Gumbel()));
  }
  simulations_ = simulations;
  TakeCandidates(tree, std::min(options.gumbel_moves, simulations));
}

EdgeIndex SequentialHalving::Next(const Tree& tree, const SearchOptions& options) {
  DropLost(tree);
  const auto behind = [&] {
    return std::find_if(candidates_.begin(), candidates_.end(), [&](EdgeIndex candidate) {
      return tree.edge(candidate).visits < target_visits_;
    });
  };
  auto next = behind();
  while (next == candidates_.end()) {
    Halve(tree, options);
    next = behind();
  }
  return *next;
}

EdgeIndex SequentialHalving::Best(const Tree& tree, const SearchOptions& options) {
  DropLost(tree);
  const float weight = ValueWeight(tree, Tree::kRoot, options);
  const auto rank = [&](EdgeIndex candidate) {
    const Edge& edge = tree.edge(candidate);
    return std::pair(edge.visits, Score(tree, candidate, weight));
  };
  return *std::max_element(candidates_.begin(), candidates_.end(),
                           [&](EdgeIndex a, EdgeIndex b) { return rank(a) < rank(b); });
}

void SequentialHalving::TakeCandidates(const Tree& tree, int count) {
  candidates_.clear();
  const EdgeIndex first = tree.node(Tree::kRoot).first_edge;
  for (EdgeIndex i = 0; i < noise_.size(); ++i) {
    if (!tree.edge(first + i).lost()) candidates_.push_back(first + i);
  }
  const auto kept = std::min(candidates_.size(), static_cast<std::size_t>(std::max(count, 1)));
  std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(kept),
                    candidates_.end(), [&](EdgeIndex a, EdgeIndex b) {
                      return Score(tree, a, 0) > Score(tree, b, 0);
                    });
  candidates_.resize(kept);
  phases_ = std::max(1, static_cast<int>(std::bit_width(kept - 1)));
  target_visits_ = std::max(1, simulations_ / (phases_ * static_cast<int>(kept)));
}

// Proofs found meanwhile take candidates away; when none is left, all other moves come back in.
void SequentialHalving::DropLost(const Tree& tree) {
  std::erase_if(candidates_, [&](EdgeIndex candidate) { return tree.edge(candidate).lost(); });
  if (candidates_.empty()) TakeCandidates(tree, static_cast<int>(noise_.size()));
}

void SequentialHalving::Halve(const Tree& tree, const SearchOptions& options) {
  const float weight = ValueWeight(tree, Tree::kRoot, options);
  std::sort(candidates_.begin(), candidates_.end(), [&](EdgeIndex a, EdgeIndex b) {
    return Score(tree, a, weight) > Score(tree, b, weight);
  });
  candidates_.resize((candidates_.size() + 1) / 2);
  target_visits_ += std::max(1, simulations_ / (phases_ * static_cast<int>(candidates_.size())));
}

float SequentialHalving::Score(const Tree& tree, EdgeIndex candidate, float value_weight) const {
  const Edge& edge = tree.edge(candidate);
  constexpr float kLeastPrior = 1e-9F;
  const float value = edge.visits > 0 ? tree.EdgeValue(edge) : 0;
  return noise_[candidate - tree.node(Tree::kRoot).first_edge] +
         std::log(std::max(edge.prior, kLeastPrior)) + value_weight * value;
}

}  // namespace lielow

#include "mcts/improved_policy.h"

#include <algorithm>
#include <cmath>

namespace lielow {
namespace {

void ProvenPolicy(const Tree& tree, NodeIndex index, std::vector<float>& policy) {
  const auto edges = tree.edges(index);
  const Node& node = tree.node(index);
  float count = 0;
  for (const Edge& edge : edges) count += IsBestKnown(node, edge) ? 1.0F : 0.0F;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    policy[i] = IsBestKnown(node, edges[i]) ? 1 / count : 0;
  }
}

}  // namespace

float MixedValue(const Tree& tree, NodeIndex index) {
  const Node& node = tree.node(index);
  float visits = 0;
  float prior_mass = 0;
  float weighted_values = 0;
  for (const Edge& edge : tree.edges(index)) {
    if (edge.visits == 0 || edge.lost()) continue;
    visits += static_cast<float>(edge.visits);
    prior_mass += edge.prior;
    weighted_values += edge.prior * tree.EdgeValue(edge);
  }
  if (prior_mass <= 0) return node.evaluation;
  return (node.evaluation + visits * weighted_values / prior_mass) / (1 + visits);
}

float ValueWeight(const Tree& tree, NodeIndex index, const SearchOptions& options) {
  int most_visits = 0;
  for (const Edge& edge : tree.edges(index)) most_visits = std::max(most_visits, edge.visits);
  return (options.gumbel_visit + static_cast<float>(most_visits)) * options.gumbel_scale;
}

void ImprovedPolicy(const Tree& tree, NodeIndex index, const SearchOptions& options,
                    std::vector<float>& policy) {
  const auto edges = tree.edges(index);
  policy.resize(edges.size());
  if (tree.node(index).proven()) {
    ProvenPolicy(tree, index, policy);
    return;
  }
  const float weight = ValueWeight(tree, index, options);
  const float unvisited_value = MixedValue(tree, index);
  float best = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].lost()) continue;
    policy[i] = edges[i].visits > 0 ? tree.EdgeValue(edges[i]) : unvisited_value;
    best = std::max(best, policy[i]);
  }
  float sum = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    policy[i] = edges[i].lost() ? 0
                                : std::max<float>(edges[i].prior, kLeastPrior) *
                                      std::exp(weight * (policy[i] - best));
    sum += policy[i];
  }
  for (float& probability : policy) probability /= sum;
}

}  // namespace lielow

#include "mcts/select.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mcts/improved_policy.h"

namespace lielow {
namespace {

// The edge with the largest score; the first of equal ones. `score` gets the edge and its place.
template <class Score>
EdgeIndex Best(const Tree& tree, NodeIndex index, Score score) {
  const auto edges = tree.edges(index);
  std::size_t best = 0;
  std::optional<decltype(score(edges[0], 0))> best_score;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].lost()) continue;
    const auto edge_score = score(edges[i], i);
    if (!best_score || edge_score > *best_score) {
      best_score = edge_score;
      best = i;
    }
  }
  return tree.node(index).first_edge + static_cast<EdgeIndex>(best);
}

}  // namespace

EdgeIndex SelectPuct(const Tree& tree, NodeIndex index, const SearchOptions& options) {
  float visits = 0;
  float visited_prior = 0;
  for (const Edge& edge : tree.edges(index)) {
    if (edge.visits == 0 || edge.lost()) continue;
    visits += static_cast<float>(edge.visits);
    visited_prior += edge.prior;
  }
  const float exploration =
      (options.puct_init + std::log((visits + options.puct_base + 1) / options.puct_base)) *
      std::sqrt(std::max(visits, 1.0F));
  const float first_play_value =
      tree.node(index).value - options.first_play_reduction * std::sqrt(visited_prior);
  return Best(tree, index, [&](const Edge& edge, std::size_t) {
    const float value = edge.visits > 0 ? tree.EdgeValue(edge) : first_play_value;
    return value + exploration * edge.prior / static_cast<float>(1 + edge.visits);
  });
}

EdgeIndex SelectUct(const Tree& tree, NodeIndex index, const SearchOptions& options) {
  const float log_visits = std::log(static_cast<float>(tree.node(index).visits));
  return Best(tree, index, [&](const Edge& edge, std::size_t) {
    if (edge.visits == 0) return std::pair(true, float{edge.prior});
    const float bound =
        options.uct_exploration * std::sqrt(log_visits / static_cast<float>(edge.visits));
    return std::pair(false, tree.EdgeValue(edge) + bound);
  });
}

EdgeIndex SelectByImprovedPolicy(const Tree& tree, NodeIndex index, const SearchOptions& options,
                                 std::vector<float>& policy) {
  ImprovedPolicy(tree, index, options, policy);
  float visits = 0;
  for (const Edge& edge : tree.edges(index)) {
    if (!edge.lost()) visits += static_cast<float>(edge.visits);
  }
  return Best(tree, index, [&](const Edge& edge, std::size_t i) {
    return policy[i] - static_cast<float>(edge.visits) / (1 + visits);
  });
}

}  // namespace lielow

// The search tree: nodes are positions, edges are moves.
//
// Every value and proof is for the player to move at the node or along the edge; the point of view
// turns in one function, ForOpponent. A node's value is always recomputed from its edges, so a
// proof replaces the estimates that led to it at once.
//
// A Tree belongs to one thread. Indices stay valid until Reset; references only until a node or
// edge is added.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/position.h"
#include "mcts/evaluator.h"
#include "mcts/tactics.h"

namespace lielow {

using NodeIndex = std::uint32_t;
using EdgeIndex = std::uint32_t;

inline constexpr NodeIndex kNoNode = UINT32_MAX;

// The same win probability, seen by the other player.
constexpr float ForOpponent(float value) { return 1 - value; }

struct Edge {
  Move move;
  float prior = 0;
  NodeIndex child = kNoNode;  // Made at the first visit.
  int visits = 0;
  ProvenResult result;  // For the player who makes the move.

  bool lost() const { return result.proof == Proof::kLoss; }
};

struct Node {
  EdgeIndex first_edge = 0;
  int edge_count = 0;
  int visits = 0;           // The first one is its own evaluation.
  float evaluation = 0.5F;  // What the evaluator said.
  float value = 0.5F;       // The search's estimate; exactly 0 or 1 once proven.
  ProvenResult result;

  bool proven() const { return result.proof != Proof::kNone; }
};

// Whether the best play that is known may use the edge of the node: a proven node's shortest wins
// or longest losses, any other node's moves that are not proven lost.
inline bool IsBestKnown(const Node& node, const Edge& edge) {
  return node.proven() ? edge.result == node.result : !edge.lost();
}

// A step down the tree.
struct PathStep {
  NodeIndex node;
  EdgeIndex edge;
};

class Tree {
 public:
  static constexpr NodeIndex kRoot = 0;

  // Forgets everything and makes an empty root.
  void Reset();

  // A node without edges.
  NodeIndex AddNode();

  // Gives the node an edge a legal move, with what is proven about each by the rules alone. The
  // node itself may be proven by that. REQUIRES: the node has no edges, `position` is its position.
  void Expand(NodeIndex node, const Position& position);

  // Sets priors and value of an expanded node. Proven losses get no prior; the others share it.
  void SetEvaluation(NodeIndex node, const Evaluation& evaluation);

  // Counts a visit of `leaf` and of everything on the path to it, and brings values and proofs up
  // to date from the leaf to the root.
  void Backup(std::span<const PathStep> path, NodeIndex leaf);

  Node& node(NodeIndex index) { return nodes_[index]; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  Edge& edge(EdgeIndex index) { return edges_[index]; }
  const Edge& edge(EdgeIndex index) const { return edges_[index]; }

  std::span<Edge> edges(NodeIndex index) {
    return {edges_.data() + nodes_[index].first_edge,
            static_cast<std::size_t>(nodes_[index].edge_count)};
  }
  std::span<const Edge> edges(NodeIndex index) const {
    return {edges_.data() + nodes_[index].first_edge,
            static_cast<std::size_t>(nodes_[index].edge_count)};
  }

  // The win probability of the player who makes the edge's move. REQUIRES: visited or proven.
  float EdgeValue(const Edge& edge) const;

  std::size_t node_count() const { return nodes_.size(); }

 private:
  void UpdateProof(Node& node);
  void UpdateValue(Node& node);

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace lielow

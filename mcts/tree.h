// The search tree, in which positions that are reached by several orders of moves may share one
// node: then it is a graph, without cycles, for no position of the game can come back.
//
// Monte-Carlo graph search (Czech, Korus and Kersting 2021): edges keep their own visits, and a
// node's value is recomputed from its edges, each weighted by its visits, so that what is learned
// by one way to a node does not distort another. Proofs are exact on any way.
//
// Every value and proof is for the player to move at the node or along the edge; the point of view
// turns in one function, ForOpponent. A proof replaces the estimates that led to it at once.
//
// A Tree belongs to one thread. References stay valid until nodes are dropped.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "game/position.h"
#include "mcts/arena.h"
#include "mcts/evaluator.h"
#include "mcts/node.h"
#include "mcts/node_table.h"

namespace lielow {

// The same win probability, seen by the other player.
constexpr float ForOpponent(float value) { return 1 - value; }

class Tree {
 public:
  // The root, and the first of its edges.
  static constexpr NodeIndex kRoot = 0;
  static constexpr EdgeIndex kFirstRootEdge = 0;

  // Whether positions share nodes.
  explicit Tree(bool sharing = true) : sharing_(sharing) {}

  // Forgets everything and makes a root without edges, for a position with `hash`.
  void Reset(std::uint64_t hash);

  // The node that the edge leads to, at a position with `hash`: the edge's child, or the node that
  // this position has already, or a new one without edges.
  NodeIndex Child(EdgeIndex edge, std::uint64_t hash);

  // The node of a position with `hash`; kNoNode if it has none.
  NodeIndex Find(std::uint64_t hash) const { return table_.Find(nodes_, hash); }

  // Gives the node an edge a legal move, with what is proven about each by the rules alone. The
  // node itself may be proven by that. REQUIRES: the node has no edges, `position` is its position.
  void Expand(NodeIndex node, const Position& position);

  // Sets priors and, unless it has been visited before, the value of an expanded node. Proven
  // losses get no prior; the others share it.
  void SetEvaluation(NodeIndex node, const Evaluation& evaluation);

  // Counts a visit of `leaf` and of everything on the path to it, and brings values and proofs up
  // to date from the leaf to the root.
  void Backup(std::span<const PathStep> path, NodeIndex leaf);

  // Brings values and proofs up to date on the path to a node, without counting a visit.
  void Refresh(std::span<const PathStep> path, NodeIndex leaf);

  // Makes another node the root and forgets what cannot be reached from it.
  void MoveRoot(NodeIndex node) { Keep(node, 0); }

  // Forgets what lies below the least visited nodes until the tree takes no more than `bytes`, or
  // only the root is left with its moves. They keep their values and visits, and are expanded again
  // when they are visited again.
  void Prune(std::size_t bytes);

  Node& node(NodeIndex index) { return nodes_[index]; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  Edge& edge(EdgeIndex index) { return edges_[index]; }
  const Edge& edge(EdgeIndex index) const { return edges_[index]; }
  std::span<Edge> edges(NodeIndex index) {
    const Node& node = nodes_[index];
    if (node.edge_count == 0) return {};
    return {&edges_[node.first_edge], node.edge_count};
  }
  std::span<const Edge> edges(NodeIndex index) const {
    const Node& node = nodes_[index];
    if (node.edge_count == 0) return {};
    return {&edges_[node.first_edge], node.edge_count};
  }

  // The win probability of the player who makes the edge's move. REQUIRES: visited or proven.
  float EdgeValue(const Edge& edge) const;

  std::size_t node_count() const { return nodes_.size(); }

  // The memory that nodes and edges take. Twice as much is needed while some are forgotten.
  std::size_t bytes() const { return nodes_.bytes() + edges_.bytes() + table_.bytes(); }

 private:
  NodeIndex AddNode(std::uint64_t hash);
  void Keep(NodeIndex root, int least_visits);
  static void Collapse(Node& node);
  void UpdateProof(NodeIndex node);
  void UpdateValue(NodeIndex node);

  const bool sharing_;
  Arena<Node> nodes_;
  Arena<Edge> edges_;
  NodeTable table_;
};

}  // namespace lielow

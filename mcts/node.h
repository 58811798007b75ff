// What a search tree is made of: nodes are positions, edges are moves.

#pragma once

#include <cstdint>

#include "game/move.h"
#include "mcts/probability16.h"
#include "mcts/tactics.h"

namespace lielow {

using NodeIndex = std::uint32_t;
using EdgeIndex = std::uint32_t;

inline constexpr NodeIndex kNoNode = UINT32_MAX;

struct Edge {
  NodeIndex child = kNoNode;  // Found or made at the first visit.
  int visits = 0;
  ProvenResult result;  // For the player who makes the move.
  Move move;
  Probability16 prior = 0;

  bool lost() const { return result.proof == Proof::kLoss; }
};
static_assert(sizeof(Edge) == 16);

struct Node {
  std::uint64_t hash = 0;  // Of the position.
  EdgeIndex first_edge = 0;
  std::uint16_t edge_count = 0;  // 0 until the node is expanded.

  // Those of its edges, and one or more of its own: what the node was worth when it was expanded
  // counts as much as the visits that it stands for.
  int visits = 0;

  float evaluation = 0.5F;  // What the node was worth when it was expanded.
  float value = 0.5F;       // The search's estimate; exactly 0 or 1 once proven.
  ProvenResult result;

  bool proven() const { return result.proof != Proof::kNone; }
};
static_assert(sizeof(Node) == 32);

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

}  // namespace lielow

#include "mcts/tree.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

namespace lielow {
namespace {

// The result for the player who moves to a position with `result`.
ProvenResult OneMoveEarlier(ProvenResult result) {
  return {Opposite(result.proof), result.plies + 1};
}

float ProvenValue(Proof proof) { return proof == Proof::kWin ? 1.0F : 0.0F; }

}  // namespace

void Tree::Reset(std::uint64_t hash) {
  nodes_.Clear();
  edges_.Clear();
  table_.Clear();
  AddNode(hash);
}

NodeIndex Tree::AddNode(std::uint64_t hash) {
  const NodeIndex node = nodes_.Allocate(1);
  nodes_[node].hash = hash;
  if (sharing_) table_.Add(nodes_, node);
  return node;
}

NodeIndex Tree::Child(EdgeIndex edge, std::uint64_t hash) {
  NodeIndex& child = edges_[edge].child;
  if (child == kNoNode) child = Find(hash);
  if (child == kNoNode) child = AddNode(hash);
  return child;
}

void Tree::Expand(NodeIndex index, const Position& position) {
  Node& node = nodes_[index];
  assert(node.edge_count == 0);
  const MoveList moves = position.LegalMoves();
  node.edge_count = static_cast<std::uint16_t>(moves.size());
  node.first_edge = edges_.Allocate(node.edge_count);
  std::array<ProvenResult, MoveList::kCapacity> results;
  FindTactics(position, moves, std::span(results).first(node.edge_count));
  for (EdgeIndex i = 0; i < node.edge_count; ++i) {
    Edge& edge = edges_[node.first_edge + i];
    edge.move = moves[static_cast<int>(i)];
    edge.result = results[i];
  }
  UpdateProof(index);
  if (node.proven()) node.value = ProvenValue(node.result.proof);
}

void Tree::SetEvaluation(NodeIndex index, const Evaluation& evaluation) {
  Node& node = nodes_[index];
  const std::span<Edge> edges = this->edges(index);
  assert(evaluation.priors.size() == edges.size());
  assert(evaluation.value >= 0 && evaluation.value <= 1);
  if (node.visits == 0) {
    node.evaluation = evaluation.value;
    node.value = evaluation.value;
  }
  float mass = 0;
  int open = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].lost()) continue;
    mass += evaluation.priors[i];
    ++open;
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].lost()) continue;
    // An evaluator may have put no mass at all on the moves that are left.
    edges[i].prior =
        mass > 0 ? std::min(1.0F, evaluation.priors[i] / mass) : 1.0F / static_cast<float>(open);
  }
}

void Tree::Backup(std::span<const PathStep> path, NodeIndex leaf) {
  ++nodes_[leaf].visits;
  for (const PathStep& step : path) {
    ++nodes_[step.node].visits;
    ++edges_[step.edge].visits;
  }
  Refresh(path, leaf);
}

void Tree::Refresh(std::span<const PathStep> path, NodeIndex leaf) {
  NodeIndex below = leaf;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    Edge& edge = edges_[step->edge];
    if (nodes_[below].proven() && edge.result.proof == Proof::kNone) {
      edge.result = OneMoveEarlier(nodes_[below].result);
      UpdateProof(step->node);
    }
    UpdateValue(step->node);
    below = step->node;
  }
}

void Tree::Prune(std::size_t bytes) {
  for (int least_visits = 2; this->bytes() > bytes; least_visits *= 2) {
    Keep(kRoot, least_visits);
    if (least_visits > nodes_[kRoot].visits) return;
  }
}

// Copies what can be reached from the new root, node after node in the order in which they are
// reached, which puts the root first. Nodes with fewer visits keep none of their edges.
void Tree::Keep(NodeIndex root, int least_visits) {
  Arena<Node> nodes;
  Arena<Edge> edges;
  std::vector<NodeIndex> places(nodes_.size(), kNoNode);
  const auto place_of = [&](NodeIndex node) {
    if (places[node] == kNoNode) {
      places[node] = nodes.Allocate(1);
      nodes[places[node]] = nodes_[node];
    }
    return places[node];
  };
  place_of(root);
  for (NodeIndex index = kRoot; index < nodes.size(); ++index) {
    Node& node = nodes[index];
    if (index != kRoot && node.visits < least_visits) {
      Collapse(node);
      continue;
    }
    const EdgeIndex old_edge = std::exchange(node.first_edge, edges.Allocate(node.edge_count));
    for (EdgeIndex i = 0; i < node.edge_count; ++i) {
      Edge& edge = edges[node.first_edge + i];
      edge = edges_[old_edge + i];
      if (edge.child != kNoNode) edge.child = place_of(edge.child);
    }
  }
  nodes_ = std::move(nodes);
  edges_ = std::move(edges);
  table_ = {};
  for (NodeIndex index = kRoot; sharing_ && index < nodes_.size(); ++index) {
    table_.Add(nodes_, index);
  }
}

// All that is left of the subtree is its value, which counts as many visits as it had.
void Tree::Collapse(Node& node) {
  node.evaluation = node.value;
  node.first_edge = 0;
  node.edge_count = 0;
}

float Tree::EdgeValue(const Edge& edge) const {
  if (edge.result.proof != Proof::kNone) return ProvenValue(edge.result.proof);
  return ForOpponent(nodes_[edge.child].value);
}

// A node with a winning move is won, by the shortest; one with all moves lost is lost, by the
// longest.
void Tree::UpdateProof(NodeIndex index) {
  ProvenResult win;
  ProvenResult loss;
  bool all_lost = true;
  for (const Edge& edge : edges(index)) {
    const ProvenResult& result = edge.result;
    if (result.proof == Proof::kWin && (win.plies == 0 || result.plies < win.plies)) win = result;
    if (result.proof != Proof::kLoss) all_lost = false;
    if (result.proof == Proof::kLoss && result.plies > loss.plies) loss = result;
  }
  if (win.plies > 0) {
    nodes_[index].result = win;
  } else if (all_lost) {
    nodes_[index].result = loss;
  }
}

// The mean of what the node was worth when it was expanded and its edges' values, weighted by
// visits. Moves proven lost are left out: they will not be played.
void Tree::UpdateValue(NodeIndex index) {
  Node& node = nodes_[index];
  if (node.proven()) {
    node.value = ProvenValue(node.result.proof);
    return;
  }
  float sum = 0;
  int count = 0;
  int own_visits = node.visits;
  for (const Edge& edge : edges(index)) {
    own_visits -= edge.visits;
    if (edge.visits == 0 || edge.lost()) continue;
    sum += static_cast<float>(edge.visits) * EdgeValue(edge);
    count += edge.visits;
  }
  sum += static_cast<float>(own_visits) * node.evaluation;
  node.value = sum / static_cast<float>(count + own_visits);
}

}  // namespace lielow

#include "mcts/tree.h"

#include <algorithm>
#include <cassert>

namespace lielow {
namespace {

// The result for the player who moves to a position with `result`.
ProvenResult OneMoveEarlier(ProvenResult result) {
  return {Opposite(result.proof), result.plies + 1};
}

float ProvenValue(Proof proof) { return proof == Proof::kWin ? 1.0F : 0.0F; }

}  // namespace

void Tree::Reset() {
  nodes_.clear();
  edges_.clear();
  nodes_.emplace_back();
}

NodeIndex Tree::AddNode() {
  nodes_.emplace_back();
  return static_cast<NodeIndex>(nodes_.size() - 1);
}

void Tree::Expand(NodeIndex index, const Position& position) {
  Node& node = nodes_[index];
  assert(node.edge_count == 0);
  const MoveList moves = position.LegalMoves();
  node.first_edge = static_cast<EdgeIndex>(edges_.size());
  node.edge_count = moves.size();
  for (const Move move : moves) {
    edges_.push_back({.move = move, .result = ImmediateResult(position, move)});
  }
  UpdateProof(node);
  if (node.proven()) node.value = ProvenValue(node.result.proof);
}

void Tree::SetEvaluation(NodeIndex index, const Evaluation& evaluation) {
  Node& node = nodes_[index];
  const std::span<Edge> edges = this->edges(index);
  assert(evaluation.priors.size() == edges.size());
  assert(evaluation.value >= 0 && evaluation.value <= 1);
  node.evaluation = evaluation.value;
  node.value = evaluation.value;
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
    edges[i].prior = mass > 0 ? evaluation.priors[i] / mass : 1.0F / static_cast<float>(open);
  }
}

void Tree::Backup(std::span<const PathStep> path, NodeIndex leaf) {
  ++nodes_[leaf].visits;
  NodeIndex below = leaf;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    Edge& edge = edges_[step->edge];
    Node& node = nodes_[step->node];
    ++edge.visits;
    ++node.visits;
    if (nodes_[below].proven() && edge.result.proof == Proof::kNone) {
      edge.result = OneMoveEarlier(nodes_[below].result);
      UpdateProof(node);
    }
    UpdateValue(node);
    below = step->node;
  }
}

float Tree::EdgeValue(const Edge& edge) const {
  if (edge.result.proof != Proof::kNone) return ProvenValue(edge.result.proof);
  return ForOpponent(nodes_[edge.child].value);
}

// A node with a winning move is won, by the shortest; one with all moves lost is lost, by the
// longest.
void Tree::UpdateProof(Node& node) {
  ProvenResult win;
  ProvenResult loss;
  bool all_lost = true;
  for (int i = 0; i < node.edge_count; ++i) {
    const ProvenResult& result = edges_[node.first_edge + static_cast<EdgeIndex>(i)].result;
    if (result.proof == Proof::kWin && (win.plies == 0 || result.plies < win.plies)) win = result;
    if (result.proof != Proof::kLoss) all_lost = false;
    if (result.proof == Proof::kLoss && result.plies > loss.plies) loss = result;
  }
  if (win.plies > 0) {
    node.result = win;
  } else if (all_lost) {
    node.result = loss;
  }
}

// The mean of the node's own evaluation and its edges' values, weighted by visits. Moves proven
// lost are left out: they will not be played.
void Tree::UpdateValue(Node& node) {
  if (node.proven()) {
    node.value = ProvenValue(node.result.proof);
    return;
  }
  float sum = node.evaluation;
  int count = 1;
  for (int i = 0; i < node.edge_count; ++i) {
    const Edge& edge = edges_[node.first_edge + static_cast<EdgeIndex>(i)];
    if (edge.visits == 0 || edge.lost()) continue;
    sum += static_cast<float>(edge.visits) * EdgeValue(edge);
    count += edge.visits;
  }
  node.value = sum / static_cast<float>(count);
}

}  // namespace lielow

// Finds the node of a position by the position's hash.
//
// Among a million positions two have the same hash with a probability of 10^12 / 2^65, one in 37
// million; they would share a node.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "mcts/arena.h"
#include "mcts/node.h"

namespace lielow {

class NodeTable {
 public:
  // kNoNode when there is no node with `hash`.
  NodeIndex Find(const Arena<Node>& nodes, std::uint64_t hash) const {
    return slots_.empty() ? kNoNode : slots_[Place(nodes, hash)];
  }

  // REQUIRES: no node with the same hash has been added.
  void Add(const Arena<Node>& nodes, NodeIndex node) {
    if (2 * (count_ + 1) > slots_.size()) Grow(nodes);
    slots_[Place(nodes, nodes[node].hash)] = node;
    ++count_;
  }

  void Clear() {
    if (count_ > 0) std::fill(slots_.begin(), slots_.end(), kNoNode);
    count_ = 0;
  }

  std::size_t bytes() const { return slots_.size() * sizeof(NodeIndex); }

 private:
  // Of the hash, or the first free place after its own.
  std::size_t Place(const Arena<Node>& nodes, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash & mask;
    while (slots_[place] != kNoNode && nodes[slots_[place]].hash != hash) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void Grow(const Arena<Node>& nodes) {
    const std::size_t size = std::max<std::size_t>(64, 2 * slots_.size());
    const auto old = std::exchange(slots_, std::vector<NodeIndex>(size, kNoNode));
    for (const NodeIndex node : old) {
      if (node != kNoNode) slots_[Place(nodes, nodes[node].hash)] = node;
    }
  }

  std::vector<NodeIndex> slots_;  // As many as a power of two, at most half of them used.
  std::size_t count_ = 0;
};

}  // namespace lielow

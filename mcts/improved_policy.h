// The policy that a search has improved: priors corrected by the values found.
//
// Danihelka et al. 2022, "Policy improvement by planning with Gumbel", section 4 (completed
// Q-values) and appendix D (v_mix). Here moves proven lost get nothing, and proven wins get
// everything.

#pragma once

#include <vector>

#include "mcts/search_options.h"
#include "mcts/tree.h"

namespace lielow {

// Taken for smaller priors, whose logarithm may not exist. So a move that an evaluator gave no
// prior at all can still come out best.
inline constexpr float kLeastPrior = 1e-9F;

// What unvisited moves of a node are taken to be worth: its evaluation mixed with the values of its
// visited moves, these weighted by their priors.
float MixedValue(const Tree& tree, NodeIndex node);

// The weight of a value in logits: (visit + largest number of visits) * scale.
float ValueWeight(const Tree& tree, NodeIndex node, const SearchOptions& options);

// Writes one probability an edge, softmax(log prior + weight * completed value), summing to 1.
// REQUIRES: the node is expanded and has been evaluated or proven.
void ImprovedPolicy(const Tree& tree, NodeIndex node, const SearchOptions& options,
                    std::vector<float>& policy);

}  // namespace lielow

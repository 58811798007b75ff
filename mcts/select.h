// Which edge a simulation follows from a node. Moves proven lost are never followed.
//
// REQUIRES, for all: the node is expanded and not proven, so there is a move that is not lost.

#pragma once

#include <vector>

#include "mcts/search_options.h"
#include "mcts/tree.h"

namespace lielow {

// PUCT (AlphaZero, Silver et al. 2018): the largest q + c(N) * prior * sqrt(N) / (1 + n).
EdgeIndex SelectPuct(const Tree& tree, NodeIndex node, const SearchOptions& options);

// UCT (Kocsis and Szepesvari 2006): the largest q + c * sqrt(log N / n); moves without a visit
// first, those with more prior before others.
EdgeIndex SelectUct(const Tree& tree, NodeIndex node, const SearchOptions& options);

// The move whose visits lag most behind the improved policy (Danihelka et al. 2022, section 5):
// the largest policy(a) - n(a) / (1 + N). `policy` is scratch memory.
EdgeIndex SelectByImprovedPolicy(const Tree& tree, NodeIndex node, const SearchOptions& options,
                                 std::vector<float>& policy);

}  // namespace lielow

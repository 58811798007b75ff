// Gumbel search's choice at the root: sequential halving over the moves with the largest
// Gumbel noise + log prior (Danihelka et al. 2022, algorithm 2).

#pragma once

#include <vector>

#include "game/random.h"
#include "mcts/search_options.h"
#include "mcts/tree.h"

namespace lielow {

class SequentialHalving {
 public:
  // Draws the noise and takes the first candidates. REQUIRES: the tree's root is evaluated and not
  // proven.
  void Start(const Tree& tree, const SearchOptions& options, int simulations, Random& random);

  // The root edge of the next simulation. REQUIRES: the root is not proven.
  EdgeIndex Next(const Tree& tree, const SearchOptions& options);

  // The move to play: of the candidates with most visits, the one with the largest noise + log
  // prior + weight * value. REQUIRES: as Next.
  EdgeIndex Best(const Tree& tree, const SearchOptions& options);

 private:
  void TakeCandidates(const Tree& tree, int count);
  void DropLost(const Tree& tree);
  void Halve(const Tree& tree, const SearchOptions& options);
  float Score(const Tree& tree, EdgeIndex edge, float value_weight) const;

  std::vector<float> noise_;           // One a root edge.
  std::vector<EdgeIndex> candidates_;  // Still considered.
  int simulations_ = 0;
  int phases_ = 1;
  int target_visits_ = 0;  // Of each candidate by the end of this phase.
};

}  // namespace lielow

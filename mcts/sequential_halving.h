// Gumbel search's choice at the root: sequential halving over the moves with the largest
// Gumbel noise + log prior (Danihelka et al. 2022, algorithm 2).
//
// Moves proven lost are no candidates. When all candidates turn out to be lost, the halving begins
// anew among the other moves, with what is left of the budget. Visits that the tree had before are
// not counted, though what they found out is used.

#pragma once

#include <cstddef>
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

  // Begins anew with the same noise and a larger budget, which the visits made so far count
  // towards. REQUIRES: started, the root is not proven.
  void Restart(const Tree& tree, const SearchOptions& options, int simulations);

  // The root edge of the next simulation. REQUIRES: as Restart.
  EdgeIndex Next(const Tree& tree, const SearchOptions& options);

  // The move to play: of the candidates with most visits, the one with the largest noise + log
  // prior + weight * value. REQUIRES: as Restart.
  EdgeIndex Best(const Tree& tree, const SearchOptions& options) const;

 private:
  void TakeCandidates(const Tree& tree, const SearchOptions& options, int simulations);
  void KeepBest(const Tree& tree, std::size_t count, float value_weight);
  int PhaseVisits() const;
  int Visits(const Tree& tree, EdgeIndex edge) const;
  float Score(const Tree& tree, EdgeIndex edge, float value_weight) const;

  std::vector<float> noise_;           // One a root edge.
  std::vector<int> visits_before_;     // One a root edge: at Start.
  std::vector<EdgeIndex> candidates_;  // Still considered.
  int budget_ = 0;                     // Of the whole search.
  int halving_budget_ = 0;             // Of the halving on hand.
  int phases_ = 1;
  std::size_t phase_size_ = 0;  // Candidates of this phase; proofs may leave fewer.
  int target_visits_ = 0;       // Of each candidate by the end of this phase.
};

}  // namespace lielow

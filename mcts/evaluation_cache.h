// Evaluations of one network that are kept, so that a position which comes again, in another search
// or another game, need not be evaluated again.
//
// Takes a fixed amount of memory; the oldest evaluations are forgotten first. What is found is what
// was stored, bit for bit. Belongs to one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcts/evaluator.h"

namespace lielow {

class EvaluationCache {
 public:
  // Of about `bytes`; 0 keeps nothing.
  explicit EvaluationCache(std::size_t bytes);

  // Forgets everything that is not of model `model`, such as its training step. To be called before
  // the first use and when the network has changed. All positions must have one size of board.
  void SetModel(std::int64_t model);

  // Whether the position is known; then writes `evaluation`.
  bool Find(const Position& position, Evaluation& evaluation) const;

  void Add(const Position& position, const Evaluation& evaluation);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t first_prior = 0;  // Counted from the first prior ever stored.
    std::uint32_t count = 0;        // 0 where nothing is stored.
    float value = 0;
  };

  // Whether the priors of an entry have not been overwritten.
  bool IsKept(const Entry& entry) const { return entry.first_prior + priors_.size() >= stored_; }

  std::vector<Entry> entries_;  // A power of two; one place a hash.
  std::vector<float> priors_;   // A ring: prior i is in place i % size.
  std::uint64_t stored_ = 0;    // Priors ever stored.
  std::int64_t model_ = -1;
};

}  // namespace lielow

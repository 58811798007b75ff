// Searching one position after another, to tell what a search thinks of them.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "mcts/search.h"
#include "tools/player_spec.h"

namespace lielow {

class Analysis {
 public:
  Analysis(const SearchSpec& spec, std::uint64_t seed);

  // Searches until the budget of the player is spent, the outcome is proven, or `stop` says so,
  // which is asked often. What the search before has found out about the position is used.
  void Run(const Position& position, const std::function<bool()>& stop);

  const Search& search() const { return search_; }

  // Of the last Run.
  double seconds() const { return seconds_; }

 private:
  const SearchPlayerOptions options_;
  const std::uint64_t seed_;
  const std::unique_ptr<Evaluator> evaluator_;
  Search search_;
  bool started_ = false;
  double seconds_ = 0;
};

}  // namespace lielow

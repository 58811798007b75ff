// Searches that have been run to their end.

#pragma once

#include <gtest/gtest.h>

#include <string>

#include "mcts/leaf_batch.h"
#include "mcts/search.h"
#include "tests/support/hash_evaluator.h"

namespace lielow {

// For tests of every type of search.
inline std::string SearchTypeName(const testing::TestParamInfo<SearchType>& info) {
  switch (info.param) {
    case SearchType::kGumbel:
      return "Gumbel";
    case SearchType::kPuct:
      return "Puct";
    case SearchType::kUct:
      break;
  }
  return "Uct";
}

inline SearchOptions OptionsOf(SearchType type) {
  SearchOptions options;
  options.type = type;
  return options;
}

inline Search FinishedSearch(const SearchOptions& options, const Position& root, int simulations,
                             std::uint64_t seed, Evaluator& evaluator) {
  Search search(options);
  search.Start(root, simulations, seed);
  RunSearches({&search, 1}, evaluator);
  return search;
}

inline Search FinishedSearch(const SearchOptions& options, const Position& root, int simulations,
                             std::uint64_t seed = 1) {
  HashEvaluator evaluator;
  return FinishedSearch(options, root, simulations, seed, evaluator);
}

}  // namespace lielow

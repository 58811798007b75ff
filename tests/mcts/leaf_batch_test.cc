#include "mcts/leaf_batch.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/mcts/finished_search.h"

namespace lielow {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Le;

Position StartOf(int i) { return Position(i % 2 == 0 ? 8 : 5); }

std::vector<Search> StartedSearches(int count, SearchType type) {
  std::vector<Search> searches;
  for (int i = 0; i < count; ++i) {
    searches.emplace_back(OptionsOf(type));
    searches.back().Start(StartOf(i), 20 + 10 * i, static_cast<std::uint64_t>(i));
  }
  return searches;
}

TEST(LeafBatchTest, LargestBatchOfTheEvaluatorIsKeptTo) {
  std::vector<Search> searches = StartedSearches(8, SearchType::kPuct);
  HashEvaluator evaluator(3);
  LeafBatch batch;
  for (Search& search : searches) batch.Add(search, *search.Gather());
  EXPECT_EQ(batch.size(), 8);
  batch.EvaluateAll(evaluator);
  EXPECT_THAT(evaluator.batches(), ElementsAre(3, 3, 2));
  EXPECT_EQ(batch.size(), 0);
}

TEST(LeafBatchTest, EverySearchGetsTheEvaluationOfItsOwnLeaf) {
  std::vector<Search> searches = StartedSearches(5, SearchType::kPuct);
  HashEvaluator evaluator(2);
  LeafBatch batch;
  for (Search& search : searches) batch.Add(search, *search.Gather());
  batch.EvaluateAll(evaluator);
  for (const Search& search : searches) {
    EXPECT_EQ(search.value(), HashEvaluator::OpinionOf(search.root()).value);
    EXPECT_EQ(search.evaluations(), 1);
  }
}

TEST(LeafBatchTest, EmptyBatchEvaluatesNothing) {
  HashEvaluator evaluator;
  LeafBatch().EvaluateAll(evaluator);
  EXPECT_THAT(evaluator.batches(), ElementsAre());
}

TEST(LeafBatchTest, SmallerBatchAfterALargerOneIsEvaluatedAlone) {
  std::vector<Search> searches = StartedSearches(3, SearchType::kPuct);
  HashEvaluator evaluator;
  LeafBatch batch;
  for (Search& search : searches) batch.Add(search, *search.Gather());
  batch.EvaluateAll(evaluator);
  batch.Add(searches[1], *searches[1].Gather());
  batch.EvaluateAll(evaluator);
  EXPECT_THAT(evaluator.batches(), ElementsAre(3, 1));
  EXPECT_EQ(searches[1].evaluations(), 2);
}

TEST(LeafBatchTest, SearchesRunTogetherEndAsTheyWouldAlone) {
  for (const SearchType type : {SearchType::kGumbel, SearchType::kPuct, SearchType::kUct}) {
    for (const int max_batch : {1, 4, 100}) {
      std::vector<Search> searches = StartedSearches(7, type);
      HashEvaluator evaluator(max_batch);
      RunSearches(searches, evaluator);
      EXPECT_THAT(evaluator.batches(), Each(Le(max_batch)));
      for (int i = 0; i < 7; ++i) {
        const Search& together = searches[static_cast<std::size_t>(i)];
        const Search alone =
            FinishedSearch(OptionsOf(type), StartOf(i), 20 + 10 * i, static_cast<std::uint64_t>(i));
        EXPECT_EQ(together.simulations(), alone.simulations());
        EXPECT_EQ(together.value(), alone.value());
        EXPECT_EQ(together.BestMove(), alone.BestMove());
        EXPECT_EQ(together.PrincipalLine(20), alone.PrincipalLine(20));
      }
    }
  }
}

}  // namespace
}  // namespace lielow

#include "mcts/transposition_table.h"

#include <gtest/gtest.h>

namespace lielow {
namespace {

TEST(TranspositionTableTest, FindsWhatWasStored) {
  TranspositionTable table(4);
  table.StartSearch();
  EXPECT_EQ(table.Find(17), nullptr);
  table.Store(17, 5, -300, 7, Bound::kLower);
  const TableEntry* entry = table.Find(17);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->move, 5);
  EXPECT_EQ(entry->value, -300);
  EXPECT_EQ(entry->depth, 7);
  EXPECT_EQ(entry->bound, Bound::kLower);
  EXPECT_EQ(table.Find(17 + 16), nullptr);  // In the same bucket.
}

TEST(TranspositionTableTest, KeepsTheMoveWhereANewEntryHasNone) {
  TranspositionTable table(4);
  table.StartSearch();
  table.Store(17, 5, 0, 7, Bound::kExact);
  table.Store(17, 0, 1, 8, Bound::kUpper);
  EXPECT_EQ(table.Find(17)->move, 5);
  EXPECT_EQ(table.Find(17)->value, 1);
}

TEST(TranspositionTableTest, AFullBucketGivesUpItsShallowestEntry) {
  TranspositionTable table(0);
  table.StartSearch();
  for (const int depth : {4, 2, 3, 5}) {
    table.Store(static_cast<std::uint64_t>(depth), 0, 0, depth, Bound::kExact);
  }
  table.Store(99, 0, 0, 1, Bound::kExact);
  EXPECT_EQ(table.Find(2), nullptr);
  for (const std::uint64_t hash : {4U, 3U, 5U, 99U}) EXPECT_NE(table.Find(hash), nullptr);
}

TEST(TranspositionTableTest, ASearchSeesNothingOfOlderOnesEvenWhenTheirNumbersBeginAgain) {
  TranspositionTable table(0);
  table.StartSearch();
  table.Store(17, 5, 0, 100, Bound::kExact);
  for (int search = 0; search < 70000; ++search) {
    table.StartSearch();
    ASSERT_EQ(table.Find(17), nullptr) << search;
  }
  // And what they have left does not stand in its way.
  for (std::uint64_t hash = 1; hash <= 4; ++hash) table.Store(hash, 0, 0, 1, Bound::kExact);
  for (std::uint64_t hash = 1; hash <= 4; ++hash) EXPECT_NE(table.Find(hash), nullptr);
}

}  // namespace
}  // namespace lielow

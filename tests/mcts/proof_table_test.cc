#include "mcts/proof_table.h"

#include <gtest/gtest.h>

#include "game/random.h"

namespace lielow {
namespace {

SymmetricKey RandomKey(Random& random) { return {random(), random()}; }

TEST(ProofTableTest, GivesBackWhatWasStored) {
  ProofTable table(1 << 16);
  Random random(1);
  const SymmetricKey key = RandomKey(random);
  EXPECT_FALSE(table.Find(key));
  for (const ProofNumbers numbers : {ProofNumbers{1, 1}, ProofNumbers{0, kInfiniteProof},
                                     ProofNumbers{kInfiniteProof, 0}, ProofNumbers{12345, 678}}) {
    for (const ProofBounds bounds :
         {ProofBounds{}, ProofBounds{7, ProofBounds::kNever, 20}, ProofBounds{3, 254, kAnyPlies}}) {
      table.Store(key, {numbers, bounds, 1});
      const auto entry = table.Find(key);
      ASSERT_TRUE(entry);
      EXPECT_EQ(entry->numbers.phi, numbers.phi);
      EXPECT_EQ(entry->numbers.delta, numbers.delta);
      EXPECT_EQ(entry->bounds, bounds);
    }
  }
  EXPECT_EQ(table.used(), 1U);
}

TEST(ProofTableTest, KeysThatDifferInOneHalfAreDifferent) {
  ProofTable table(ProofTable::kBucketBytes);
  table.Store({std::uint64_t{5} << 32, 0}, {{2, 3}, {}, 1});
  EXPECT_FALSE(table.Find({std::uint64_t{6} << 32, 0}));
  EXPECT_TRUE(table.Find({std::uint64_t{5} << 32, 0}));
  // All entries are in one bucket, but this key cannot be told from an empty entry by itself.
  EXPECT_FALSE(table.Find({0, 0}));
}

TEST(ProofTableTest, WorkIsKeptWithinAThird) {
  ProofTable table(ProofTable::kBucketBytes);
  for (const std::uint64_t work : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3},
                                   std::uint64_t{1000}, std::uint64_t{1} << 60}) {
    table.Store({1 << 20, 1}, {{}, {}, work});
    const auto kept = static_cast<double>(table.Find({1 << 20, 1})->work);
    EXPECT_LE(kept, static_cast<double>(work));
    EXPECT_GE(kept, static_cast<double>(work) * 2 / 3);
  }
}

TEST(ProofTableTest, LeastWorkGivesWay) {
  ProofTable table(ProofTable::kBucketBytes);  // One bucket.
  Random random(2);
  std::vector<SymmetricKey> keys;
  for (std::uint64_t i = 0; i < table.capacity(); ++i) {
    keys.push_back(RandomKey(random));
    table.Store(keys.back(), {{}, {}, 1000 + 1000 * i});
  }
  EXPECT_EQ(table.used(), table.capacity());
  const SymmetricKey late = RandomKey(random);
  table.Store(late, {{}, {}, 1});
  EXPECT_TRUE(table.Find(late));
  EXPECT_FALSE(table.Find(keys[0]));
  for (std::size_t i = 1; i < keys.size(); ++i) EXPECT_TRUE(table.Find(keys[i]));
  EXPECT_EQ(table.used(), table.capacity());
}

TEST(ProofTableTest, NeverTakesMoreThanItsBytes) {
  for (const std::uint64_t bytes : {0, 1, 64, 100, 1000, 1 << 20}) {
    const ProofTable table(bytes);
    EXPECT_GE(table.capacity(), 1U);
    EXPECT_LE(table.capacity() * 16, std::max<std::uint64_t>(bytes, ProofTable::kBucketBytes));
  }
}

}  // namespace
}  // namespace lielow

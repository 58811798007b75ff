// A table of positions with their proof numbers that never takes more than a fixed memory: when it
// is full, the entry that took the least work to make gives way.
//
// It starts small and doubles as it fills up, within addresses that are reserved at once. So a
// small search touches little memory, and nothing is ever copied elsewhere. Not thread-safe.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "mcts/proof_bounds.h"
#include "mcts/symmetric_key.h"

namespace lielow {

// How many leaves must at least be won by the player to move (phi), or by the other (delta), to
// settle what a search asks (df-pn, Nagai 2002). 0 and kInfiniteProof: it is settled.
struct ProofNumbers {
  std::uint32_t phi = 1;
  std::uint32_t delta = 1;
};
inline constexpr std::uint32_t kInfiniteProof = (1U << 20) - 1;

struct ProofEntry {
  ProofNumbers numbers;
  ProofBounds bounds;
  std::uint64_t work = 0;  // Positions expanded for it. Kept within a third.
};

class ProofTable {
 public:
  // At most `bytes`, but one bucket at least. Throws std::bad_alloc if the system refuses them.
  explicit ProofTable(std::uint64_t bytes);
  ~ProofTable();
  ProofTable(const ProofTable&) = delete;
  ProofTable& operator=(const ProofTable&) = delete;

  // Starts to read what Find(key) will need.
  void Prefetch(SymmetricKey key) const { __builtin_prefetch(&BucketOf(key)); }

  std::optional<ProofEntry> Find(SymmetricKey key) const;

  // Replaces the entry with this key, if there is one.
  void Store(SymmetricKey key, const ProofEntry& entry);

  std::uint64_t used() const { return used_; }

  // Entries that fit once it has grown as far as it may.
  std::uint64_t capacity() const { return (first_buckets_ << max_doublings_) * kBucketSize; }

  static constexpr std::uint64_t kBucketBytes = 64;

 private:
  // From the highest bits: 44 of the key's `least`, 12 of its sum, 8 of work; 20 each of phi and
  // delta, 24 of bounds.
  struct Packed {
    std::uint64_t key_and_work = 0;  // 0: nothing is stored here.
    std::uint64_t numbers = 0;
  };
  static constexpr std::size_t kBucketSize = kBucketBytes / sizeof(Packed);
  struct alignas(kBucketBytes) Bucket {
    std::array<Packed, kBucketSize> entries;
  };

  static constexpr int kWorkBits = 8;
  static constexpr int kGrowthBits = 12;

  std::uint64_t num_buckets() const { return first_buckets_ << doublings_; }

  // The bucket in the table's first size is told by the upper half of the key's sum, and which of
  // those that have come from it by other bits, which are kept in the entry: so it can move on.
  Bucket& BucketOf(SymmetricKey key) const {
    const std::uint64_t first = (key.sum >> 32) * first_buckets_ >> 32;
    return buckets_[first << doublings_ | GrowthBits(PackedKey(key)) >> (kGrowthBits - doublings_)];
  }
  static std::uint64_t PackedKey(SymmetricKey key) {
    const std::uint64_t growth = key.sum >> kWorkBits & ((1U << kGrowthBits) - 1);
    return key.least << (kGrowthBits + kWorkBits) | growth << kWorkBits;
  }
  static std::uint64_t GrowthBits(std::uint64_t packed_key) {
    return packed_key >> kWorkBits & ((1U << kGrowthBits) - 1);
  }

  void Double();

  std::uint64_t first_buckets_ = 0;
  int max_doublings_ = 0;
  int doublings_ = 0;
  Bucket* buckets_ = nullptr;
  std::uint64_t used_ = 0;
};

}  // namespace lielow

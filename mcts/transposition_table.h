// What a search remembers of positions that it may meet again by another order of moves.
//
// A fixed number of entries in one block of memory, allocated once. A new search does not see what
// older ones have left, and that costs no clearing: each entry carries the number of its search.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lielow {

// What the value of an entry says of the position's value.
enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

struct TableEntry {
  std::uint64_t hash = 0;
  std::uint16_t generation = 0;
  std::uint16_t move = 0;  // In a form that the search knows; 0 where there is none.
  std::int16_t value = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::kNone;
};
static_assert(sizeof(TableEntry) == 16);

class TranspositionTable {
 public:
  // With 2^log_buckets buckets of 64 bytes.
  explicit TranspositionTable(int log_buckets)
      : memory_(Allocate(std::size_t{1} << log_buckets)),
        buckets_(memory_.get(), std::size_t{1} << log_buckets) {}

  // Forgets everything.
  void StartSearch() {
    if (++generation_ != 0) return;
    // The numbers of searches begin again: only now old entries could be taken for new ones.
    std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    generation_ = 1;
  }

  // What this search has stored for the position; nullptr if nothing is left of it.
  const TableEntry* Find(std::uint64_t hash) const {
    for (const TableEntry& entry : buckets_[hash & (buckets_.size() - 1)].entries) {
      if (entry.hash == hash && entry.generation == generation_) return &entry;
    }
    return nullptr;
  }

  // In place of what is known of the same position, of an entry of an older search, or of the
  // shallowest in its bucket.
  void Store(std::uint64_t hash, std::uint16_t move, int value, int depth, Bound bound) {
    TableEntry* place = nullptr;
    int least = 0;
    for (TableEntry& entry : buckets_[hash & (buckets_.size() - 1)].entries) {
      const bool current = entry.generation == generation_;
      if (current && entry.hash == hash) {
        place = &entry;
        // A bound without a best move does not make an earlier best move worse.
        if (move == 0) move = entry.move;
        break;
      }
      const int worth = current ? entry.depth : -1000;
      if (place == nullptr || worth < least) {
        place = &entry;
        least = worth;
      }
    }
    *place = {.hash = hash,
              .generation = generation_,
              .move = move,
              .value = static_cast<std::int16_t>(value),
              .depth = static_cast<std::int8_t>(depth),
              .bound = bound};
  }

  // Starts loading the place of a position that will be looked up soon.
  void Prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&buckets_[hash & (buckets_.size() - 1)]);
  }

 private:
  // One line of the processor's cache.
  struct alignas(64) Bucket {
    std::array<TableEntry, 4> entries;
  };

  static constexpr std::align_val_t kHugePage{std::size_t{1} << 21};

  struct Free {
    void operator()(Bucket* buckets) const { ::operator delete[](buckets, kHugePage); }
  };
  using Memory = std::unique_ptr<Bucket[], Free>;

  // Asks for huge pages, because nearly every look-up goes to another page: with ordinary ones the
  // search spends a third of its time finding out where they are.
  static Memory Allocate(std::size_t size) {
    const std::size_t bytes = size * sizeof(Bucket);
    void* memory = ::operator new[](bytes, kHugePage);
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);  // Advice that may be refused.
#endif
    auto* buckets = static_cast<Bucket*>(memory);
    std::uninitialized_value_construct_n(buckets, size);
    return Memory(buckets);
  }

  Memory memory_;
  std::span<Bucket> buckets_;
  std::uint16_t generation_ = 0;
};

}  // namespace lielow

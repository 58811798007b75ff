#include "mcts/proof_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

namespace lielow {
namespace {

constexpr std::uint64_t kWorkMask = 0xff;

// Buckets at first, where the memory is enough: half a mebibyte.
constexpr std::uint64_t kUsualFirstBuckets = 1U << 13;

// Never 0, so that a stored entry is never all zeros. Two steps for each power of 2.
std::uint64_t PackedWork(std::uint64_t work) {
  work = std::max<std::uint64_t>(work, 1);
  const int exponent = std::bit_width(work) - 1;
  const std::uint64_t half = exponent == 0 ? 0 : work >> (exponent - 1) & 1;
  return 1 + 2 * static_cast<std::uint64_t>(exponent) + half;
}

std::uint64_t UnpackedWork(std::uint64_t packed) {
  const std::uint64_t steps = packed - 1;
  const std::uint64_t whole = std::uint64_t{1} << (steps / 2);
  return whole + (steps % 2 != 0 ? whole / 2 : 0);
}

std::uint64_t PackedNumbers(const ProofEntry& entry) {
  return std::uint64_t{entry.numbers.phi} << 44 | std::uint64_t{entry.numbers.delta} << 24 |
         std::uint64_t{entry.bounds.least_to_win} << 16 |
         std::uint64_t{entry.bounds.least_to_lose} << 8 | std::uint64_t{entry.bounds.most};
}

ProofEntry Unpacked(std::uint64_t numbers, std::uint64_t work) {
  ProofEntry entry;
  entry.numbers.phi = static_cast<std::uint32_t>(numbers >> 44);
  entry.numbers.delta = static_cast<std::uint32_t>(numbers >> 24) & kInfiniteProof;
  entry.bounds.least_to_win = static_cast<std::uint8_t>(numbers >> 16);
  entry.bounds.least_to_lose = static_cast<std::uint8_t>(numbers >> 8);
  entry.bounds.most = static_cast<std::uint8_t>(numbers);
  entry.work = UnpackedWork(work);
  return entry;
}

}  // namespace

ProofTable::ProofTable(std::uint64_t bytes) {
  const std::uint64_t most = std::max<std::uint64_t>(bytes / kBucketBytes, 1);
  while (max_doublings_ < kGrowthBits && most >> (max_doublings_ + 1) >= kUsualFirstBuckets) {
    ++max_doublings_;
  }
  first_buckets_ = most >> max_doublings_;
  // Straight from the system: zeros that take no memory before they are touched. Reads are all over
  // the table, so large pages save many misses; where there are none, nothing is lost.
  const std::uint64_t reserved = capacity() * sizeof(Packed);
  void* memory = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, reserved, MADV_HUGEPAGE);
  buckets_ = static_cast<Bucket*>(memory);
}

ProofTable::~ProofTable() { munmap(buckets_, capacity() * sizeof(Packed)); }

std::optional<ProofEntry> ProofTable::Find(SymmetricKey key) const {
  const std::uint64_t packed_key = PackedKey(key);
  for (const Packed& packed : BucketOf(key).entries) {
    const std::uint64_t work = packed.key_and_work & kWorkMask;
    if ((packed.key_and_work & ~kWorkMask) == packed_key && work != 0) {
      return Unpacked(packed.numbers, work);
    }
  }
  return std::nullopt;
}

void ProofTable::Store(SymmetricKey key, const ProofEntry& entry) {
  const std::uint64_t packed_key = PackedKey(key);
  Bucket& bucket = BucketOf(key);
  Packed* place = &bucket.entries[0];
  for (Packed& packed : bucket.entries) {
    const std::uint64_t work = packed.key_and_work & kWorkMask;
    if ((packed.key_and_work & ~kWorkMask) == packed_key && work != 0) {
      place = &packed;
      break;
    }
    if (work < (place->key_and_work & kWorkMask)) place = &packed;
  }
  if (place->key_and_work == 0) ++used_;
  *place = {packed_key | PackedWork(entry.work), PackedNumbers(entry)};
  // At half, few buckets are full yet.
  if (used_ * 2 > num_buckets() * kBucketSize && doublings_ < max_doublings_) Double();
}

// Every bucket becomes two, from the last on: their places are above all that is still to be moved.
void ProofTable::Double() {
  const std::uint64_t old_buckets = num_buckets();
  ++doublings_;
  for (std::uint64_t i = old_buckets; i-- > 0;) {
    const Bucket old = buckets_[i];
    std::array<Bucket, 2> halves{};
    std::array<std::size_t, 2> sizes{};
    for (const Packed& packed : old.entries) {
      if (packed.key_and_work == 0) continue;
      const auto half = static_cast<std::size_t>(
          GrowthBits(packed.key_and_work) >> (kGrowthBits - doublings_) & 1);
      halves[half].entries[sizes[half]++] = packed;
    }
    buckets_[2 * i] = halves[0];
    buckets_[2 * i + 1] = halves[1];
  }
}

}  // namespace lielow

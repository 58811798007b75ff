// Memory for many small values of one type, addressed by 32-bit indices.
//
// Grows by blocks, so nothing ever moves and no more is taken than one block too much.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lielow {

template <class T>
class Arena {
 public:
  static constexpr std::uint32_t kBlockSize = 1024;

  // The first index of `count` new values, one after the other in memory. May leave the end of a
  // block unused. REQUIRES: count <= kBlockSize; fewer than 2^32 values in all.
  std::uint32_t Allocate(std::uint32_t count) {
    assert(count <= kBlockSize);
    if (size_ % kBlockSize + count > kBlockSize) size_ += kBlockSize - size_ % kBlockSize;
    const std::uint32_t first = size_;
    size_ += count;
    if (size_ > blocks_.size() * kBlockSize) blocks_.push_back(std::make_unique<T[]>(kBlockSize));
    for (std::uint32_t i = first; i < size_; ++i) (*this)[i] = T();
    return first;
  }

  // Forgets all values; the memory is kept for new ones.
  void Clear() { size_ = 0; }

  T& operator[](std::uint32_t index) { return blocks_[index / kBlockSize][index % kBlockSize]; }
  const T& operator[](std::uint32_t index) const {
    return blocks_[index / kBlockSize][index % kBlockSize];
  }

  // One after the last value.
  std::uint32_t size() const { return size_; }

  // What the values in use take.
  std::size_t bytes() const { return std::size_t{size_} * sizeof(T); }

 private:
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::uint32_t size_ = 0;
};

}  // namespace lielow

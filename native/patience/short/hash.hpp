// A set of 64-bit hashes for searches that may lose a position to a collision.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace winnable {

// Open addressing, at most half full. A slot keeps the upper half of a hash, and the lower half
// says where: two hashes are one if they agree in all that. If more come than were
// announced it starts afresh, larger, up to what it may: a search meets some positions again, no more.
class HashSet64 {
 public:
  // For so many hashes, in the end for `most` at once.
  void clear(std::size_t capacity, std::size_t most) {
    most_ = most;
    mask_ = slots(capacity) - 1;
    table_.assign(mask_ + 1, 0);
    room_ = (mask_ + 1) / 2;
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&table_[hash & mask_]); }

  bool contains(std::uint64_t hash) const { return table_[slot(hash)] != 0; }

  // False if it was there.
  bool insert(std::uint64_t hash) {
    const std::size_t i = slot(hash);
    if (table_[i] != 0) return false;
    table_[i] = tag(hash);
    if (--room_ == 0) clear(std::min(mask_ + 1, most_), most_);
    return true;
  }

  static std::uint64_t bytes(std::size_t capacity) { return sizeof(std::uint32_t) * slots(capacity); }

 private:
  static std::size_t slots(std::size_t capacity) { return std::bit_ceil(2 * capacity + 2); }
  static std::uint32_t tag(std::uint64_t hash) {
    const std::uint32_t upper = std::uint32_t(hash >> 32);
    return upper != 0 ? upper : 1;  // zero marks a free slot
  }
  // Where the hash is, or would be.
  std::size_t slot(std::uint64_t hash) const {
    std::size_t i = hash & mask_;
    while (table_[i] != 0 && table_[i] != tag(hash)) i = (i + 1) & mask_;
    return i;
  }

  std::vector<std::uint32_t> table_;
  std::size_t mask_ = 0;
  std::size_t room_ = 0;
  std::size_t most_ = 0;
};

}  // namespace winnable

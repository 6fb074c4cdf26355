// A set of 64-bit hashes for searches that may lose a position to a collision.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace winnable {

// Open addressing, at most half full; grows by doubling if more come than were announced.
class HashSet64 {
 public:
  void clear(std::size_t capacity) {
    mask_ = slots(capacity) - 1;
    table_.assign(mask_ + 1, 0);
    room_ = (mask_ + 1) / 2;
  }

  bool contains(std::uint64_t hash) const {
    if (hash == 0) hash = 1;
    for (std::size_t i = hash & mask_; table_[i] != 0; i = (i + 1) & mask_) {
      if (table_[i] == hash) return true;
    }
    return false;
  }

  // False if it was there.
  bool insert(std::uint64_t hash) {
    if (hash == 0) hash = 1;  // zero marks a free slot
    std::size_t i = hash & mask_;
    while (table_[i] != 0) {
      if (table_[i] == hash) return false;
      i = (i + 1) & mask_;
    }
    table_[i] = hash;
    if (--room_ == 0) grow();
    return true;
  }

  static std::uint64_t bytes(std::size_t capacity) { return sizeof(std::uint64_t) * slots(capacity); }

 private:
  static std::size_t slots(std::size_t capacity) { return std::bit_ceil(2 * capacity + 2); }

  void grow() {
    std::vector<std::uint64_t> old(2 * table_.size(), 0);
    old.swap(table_);
    mask_ = table_.size() - 1;
    room_ = old.size() / 2;
    for (const std::uint64_t hash : old) {
      if (hash == 0) continue;
      std::size_t i = hash & mask_;
      while (table_[i] != 0) i = (i + 1) & mask_;
      table_[i] = hash;
    }
  }

  std::vector<std::uint64_t> table_;
  std::size_t mask_ = 0;
  std::size_t room_ = 0;
};

}  // namespace winnable

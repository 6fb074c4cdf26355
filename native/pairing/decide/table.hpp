// A map from sets of cards to small numbers that is emptied without being touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/limits.hpp"

namespace winnable::pairing_decide {

// Open addressing over whole keys. An entry counts only if it bears the current stamp.
class StampTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;
    std::uint32_t value = 0;
  };

  // Empties the table; false: no room for it. A large one gives its memory back.
  bool clear(Budget& budget) {
    if (entries_.size() != kInitial || stamp_ == UINT32_MAX) {
      entries_.assign(kInitial, Entry{});
      entries_.shrink_to_fit();
      stamp_ = 0;
    }
    ++stamp_;
    used_ = 0;
    return budget.reserve(kInitial * sizeof(Entry));
  }

  // Null: not there. Valid until the next insert().
  Entry* find(std::uint64_t key) {
    Entry& e = entries_[slot(key)];
    return e.stamp == stamp_ ? &e : nullptr;
  }
  // A key that is not there; false: no room, or told to stop.
  bool insert(std::uint64_t key, std::uint32_t value, Budget& budget) {
    if (used_ >= entries_.size() - entries_.size() / 4 && !grow(budget)) return false;
    entries_[slot(key)] = {key, stamp_, value};
    ++used_;
    return true;
  }

 private:
  static constexpr std::size_t kInitial = std::size_t{1} << 12;

  // Where the key is, or belongs.
  std::size_t slot(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::uint64_t h = key * 0x9E3779B97F4A7C15ULL;
    std::size_t i = std::size_t(h ^ (h >> 32)) & mask;
    while (entries_[i].stamp == stamp_ && entries_[i].key != key) i = (i + 1) & mask;
    return i;
  }
  bool grow(Budget& budget) {
    const std::size_t wider = entries_.size() * 4;
    if (!budget.poll() || !budget.reserve(wider * sizeof(Entry))) return false;
    const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(wider));
    for (const Entry& e : old) {
      if (e.stamp == stamp_) entries_[slot(e.key)] = e;
    }
    budget.release(old.size() * sizeof(Entry));
    return true;
  }

  std::vector<Entry> entries_;
  std::uint32_t stamp_ = 0;
  std::size_t used_ = 0;
};

}  // namespace winnable::pairing_decide

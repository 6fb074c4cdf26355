// A bounded table of positions already searched in this iteration of IDA*.
#pragma once

#include <cstdint>
#include <memory>

#include "search/problem.hpp"

namespace winnable {

// Forgetting costs time, never correctness: an entry holds the whole position, so a hit is never
// a mere collision of keys. Buckets of two: one keeps the cheapest way seen, one the newest.
template <class G>
class TranspositionTable {
 public:
  // Never holds more than `most_bytes`, which are taken from the budget as it grows.
  TranspositionTable(const G& game, Budget& budget, std::uint64_t most_bytes)
      : game_(game), budget_(budget), most_bytes_(most_bytes) {}
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;
  ~TranspositionTable() { drop(); }

  // Forgets everything, and makes room for about `expected` positions as far as the bytes go.
  void start(std::uint32_t iteration, std::uint64_t expected) {
    iteration_ = iteration;
    std::uint64_t wanted = kFewest;
    while (wanted < 2 * expected && 2 * wanted * sizeof(Entry) <= most_bytes_) wanted *= 2;
    if (wanted <= entries_ || wanted * sizeof(Entry) > most_bytes_) return;
    drop();
    if (!budget_.has_room(wanted * sizeof(Entry)) || !budget_.reserve(wanted * sizeof(Entry))) return;
    table_ = std::make_unique<Entry[]>(wanted);
    entries_ = wanted;
  }

  // Was this position reached as cheaply before in this iteration? If not, notes that it is now.
  bool seen(const Packed<G>& position, const Key128& key, Units cost) {
    if (entries_ == 0) return false;
    Entry* bucket = &table_[key.hi & (entries_ - 2)];
    for (int i = 0; i < 2; ++i) {
      Entry& e = bucket[i];
      if (e.iteration != iteration_ || e.tag != key.lo || !same_packed(game_, e.position, position)) continue;
      if (e.cost <= cost) return true;
      e.cost = cost;
      return false;
    }
    Entry& place = bucket[0].iteration != iteration_ || cost < bucket[0].cost ? bucket[0] : bucket[1];
    put(place, position, key, cost);
    return false;
  }

 private:
  static constexpr std::uint64_t kFewest = 1024;

  struct Entry {
    Packed<G> position{};
    std::uint64_t tag = 0;
    Units cost = 0;
    std::uint64_t extra = 0;
    std::uint32_t iteration = 0;
  };

  void put(Entry& e, const Packed<G>& position, const Key128& key, Units cost) {
    const std::uint64_t extra = extra_bytes(game_, position);
    if (!budget_.has_room(extra)) return;
    budget_.release(e.extra);
    budget_.reserve(extra);
    extra_ += extra - e.extra;
    e = {position, key.lo, cost, extra, iteration_};
  }
  void drop() {
    budget_.release(entries_ * sizeof(Entry) + extra_);
    table_.reset();
    entries_ = extra_ = 0;
  }

  const G& game_;
  Budget& budget_;
  std::uint64_t most_bytes_;
  std::unique_ptr<Entry[]> table_;
  std::uint64_t entries_ = 0;
  std::uint64_t extra_ = 0;
  std::uint32_t iteration_ = 0;
};

}  // namespace winnable

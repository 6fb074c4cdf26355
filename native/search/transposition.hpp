// A bounded table of positions already searched in this iteration of IDA*.
#pragma once

#include <cstdint>
#include <memory>

#include "search/problem.hpp"

namespace winnable {

// Forgetting costs time, never correctness: an entry holds the whole position, so a hit is never
// a mere collision of keys. Where there is no room, the costliest entry nearby gives way.
//
// The table also notes positions that the iteration turned away at its threshold, until it enters
// them on a cheaper way. If none is left in the end, everything that can be reached was searched.
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
    waiting_ = 0;
    lost_ = false;
    std::uint64_t wanted = kFewest;
    while (wanted < 2 * expected && 2 * wanted * sizeof(Entry) <= most_bytes_) wanted *= 2;
    if (wanted <= entries_ || wanted * sizeof(Entry) > most_bytes_) return;
    drop();
    if (!budget_.has_room(wanted * sizeof(Entry)) || !budget_.reserve(wanted * sizeof(Entry))) return;
    table_ = std::make_unique<Entry[]>(wanted);
    entries_ = wanted;
  }

  // Was this position entered as cheaply before in this iteration? If not, notes that it is now.
  bool seen(const Packed<G>& position, const Key128& key, Units cost) {
    if (entries_ == 0) return false;
    Entry& e = place(position, key);
    if (e.iteration == iteration_ && e.tag == key.lo && same_packed(game_, e.position, position)) {
      if (!e.turned_away && e.cost <= cost) return true;
      waiting_ -= e.turned_away;
      e.turned_away = false;
      e.cost = cost;
      return false;
    }
    put(e, position, key, cost, false);
    return false;
  }

  // This position was turned away. False: it was entered before, and nothing is missed.
  bool turn_away(const Packed<G>& position, const Key128& key) {
    if (entries_ == 0) {
      lost_ = true;
      return true;
    }
    Entry& e = place(position, key);
    if (e.iteration != iteration_) {
      put(e, position, key, 0, true);
      return true;
    }
    if (e.tag == key.lo && same_packed(game_, e.position, position)) return e.turned_away;
    lost_ = true;
    return true;
  }

  // Was every position that was turned away entered after all? False also where it is not known.
  bool all_entered() const { return !lost_ && waiting_ == 0; }

 private:
  static constexpr std::uint64_t kFewest = 1024;
  static constexpr std::uint64_t kWindow = 8;

  struct Entry {
    Packed<G> position{};
    std::uint64_t tag = 0;
    Units cost = 0;
    std::uint64_t extra = 0;
    std::uint32_t iteration = 0;
    bool turned_away = false;
  };

  // The entry of this position, or a free one, or the one that is worth least.
  Entry& place(const Packed<G>& position, const Key128& key) {
    Entry* worst = nullptr;
    for (std::uint64_t i = 0; i < kWindow; ++i) {
      Entry& e = table_[(key.hi + i) & (entries_ - 1)];
      if (e.iteration != iteration_) return e;
      if (e.tag == key.lo && same_packed(game_, e.position, position)) return e;
      const bool less =
          worst == nullptr || (e.turned_away != worst->turned_away ? e.turned_away : e.cost > worst->cost);
      if (less) worst = &e;
    }
    return *worst;
  }

  void put(Entry& e, const Packed<G>& position, const Key128& key, Units cost, bool turned_away) {
    lost_ |= e.iteration == iteration_ && e.turned_away;
    const std::uint64_t extra = extra_bytes(game_, position);
    if (!budget_.has_room(extra)) {
      lost_ = true;
      return;
    }
    budget_.release(e.extra);
    budget_.reserve(extra);
    extra_ += extra - e.extra;
    e = {position, key.lo, cost, extra, iteration_, turned_away};
    waiting_ += turned_away;
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
  std::uint64_t waiting_ = 0;  // positions turned away and not entered since
  bool lost_ = false;          // some of them are not noted
};

}  // namespace winnable

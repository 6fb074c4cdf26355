// An exact number for every position that can be reached from one start.
//
// A card lies in one of few places: where it lay at the start, on one of the cards it builds
// on, on an empty column's floor, in a cell, or at home. Numbering each card's places and
// reading the numbers as digits in a mixed radix gives each position, up to the order of
// columns and of cells, its own integer. FreeCell's fit 126 bits. A move changes one digit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/limits.hpp"
#include "patience/auto/tables.hpp"

namespace winnable::auto_solver {

// An unsigned integer of 64 * kWords bits.
template <int kWords>
struct Code {
  std::array<std::uint64_t, kWords> words{};

  // Word by word: the defaulted operator calls memcmp.
  friend constexpr bool operator==(const Code& a, const Code& b) {
    std::uint64_t differ = 0;
    for (int i = 0; i < kWords; ++i) differ |= a.words[i] ^ b.words[i];
    return differ == 0;
  }
  constexpr bool zero() const { return *this == Code{}; }

  constexpr Code& operator+=(const Code& o) {
    bool carry = false;
    for (int i = 0; i < kWords; ++i) {
      const std::uint64_t sum = words[i] + o.words[i];
      const std::uint64_t total = sum + carry;
      carry = sum < o.words[i] || total < sum;
      words[i] = total;
    }
    return *this;
  }
  constexpr Code operator-() const {
    Code out{{1}};
    Code flipped;
    for (int i = 0; i < kWords; ++i) flipped.words[i] = ~words[i];
    return out += flipped;
  }
  // Times a small number; false if the product does not fit.
  constexpr bool multiply(std::uint64_t factor) {
    Code sum;
    for (std::uint64_t i = 0; i < factor; ++i) {
      const Code before = sum;
      sum += *this;
      if (sum < before) return false;
    }
    *this = sum;
    return true;
  }
  friend constexpr bool operator<(const Code& a, const Code& b) {
    for (int i = kWords - 1; i >= 0; --i) {
      if (a.words[i] != b.words[i]) return a.words[i] < b.words[i];
    }
    return false;
  }
};

// The weight of every digit, for one start.
template <int kWords>
class Coder {
 public:
  // False: positions from here need more bits. `home_first` says that a card of the lowest
  // rank goes home whenever it can, so that it is never anywhere but at its start or at home.
  bool reset(const PatienceState& start, const PatienceRules& rules, const RuleTables& tables, bool home_first) {
    below_ = start.below;
    Code<kWords> unit{{1}};
    if (!unit.multiply(2)) return false;  // zero stands for "no code"
    for (Card c = 0; c < kDeck; ++c) {
      std::uint64_t places = 1;
      weight_[c] = {};
      Code<kWords> weight;
      const auto add = [&](int slot) {
        weight += unit;
        weight_[c][slot] = weight;
        ++places;
      };
      const bool low = home_first && rank_of(c) == 0;
      const bool fixed = below_[c] == kAtHome && !rules.foundation_return;
      if (!low && !fixed) {
        const std::uint64_t parents = tables.single[c] | tables.group[c];
        for (std::uint64_t m = parents; m != 0; m &= m - 1) {
          if (lowest(m) != below_[c]) add(suit_of(Card(lowest(m))));
        }
        if (tables.may_fill(c) && below_[c] != kOnFloor) add(kSlots);
        if (rules.cells > 0 && below_[c] != kInCell) add(kSlots + kInCell - kOnFloor);
      }
      if (!fixed && below_[c] != kAtHome) add(kSlots + kAtHome - kOnFloor);
      if (!unit.multiply(places)) return false;
    }
    return true;
  }

  static constexpr Code<kWords> start_code() { return {{1}}; }
  const Code<kWords>& weight(Card c, std::uint8_t link) const { return weight_[c][slot(c, link)]; }
  Code<kWords> code(const PatienceState& s) const {
    Code<kWords> out = start_code();
    for (Card c = 0; c < kDeck; ++c) out += weight(c, s.below[c]);
    return out;
  }

 private:
  static constexpr int kSlots = 4;
  static constexpr int kStart = kSlots + 3;
  int slot(Card c, std::uint8_t link) const {
    if (link == below_[c]) return kStart;
    return link < kDeck ? suit_of(link) : kSlots + link - kOnFloor;
  }
  std::array<std::array<Code<kWords>, kStart + 1>, kDeck> weight_;
  std::array<std::uint8_t, kDeck> below_;
};

// Open addressing over whole codes: membership is exact.
template <int kWords>
class CodeSet {
 public:
  using Entry = Code<kWords>;
  CodeSet() = default;
  CodeSet(const CodeSet&) = delete;
  CodeSet& operator=(const CodeSet&) = delete;
  ~CodeSet() { std::free(entries_); }

  // Empties the set and gives its memory back.
  void clear() {
    std::free(entries_);
    entries_ = nullptr;
    capacity_ = size_ = 0;
  }

  enum class Insert : std::uint8_t { kNew, kKnown, kNoRoom };
  Insert insert(const Entry& code, Budget& budget) {
    if (size_ >= capacity_ - capacity_ / 4 && !grow(budget)) return Insert::kNoRoom;
    Entry& e = *find(code);
    if (!e.zero()) return Insert::kKnown;
    e = code;
    ++size_;
    return Insert::kNew;
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_ * sizeof(Entry); }

 private:
  static constexpr std::size_t kPollEvery = std::size_t{1} << 16;  // entries moved to a wider table
  static constexpr std::size_t kInitial = std::size_t{1} << 13;

  Entry* find(const Entry& code) const {
    std::size_t i = hash(code) & (capacity_ - 1);
    while (!entries_[i].zero() && !(entries_[i] == code)) i = (i + 1) & (capacity_ - 1);
    return entries_ + i;
  }
  static std::size_t hash(const Entry& code) {
    std::uint64_t h = code.words[0];
    for (int i = 1; i < kWords; ++i) h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ULL + code.words[i];
    h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15ULL;
    return std::size_t(h ^ (h >> 29));
  }
  // False: no room, or told to stop half-way; then the set is of no more use.
  bool grow(Budget& budget) {
    const std::size_t wider = capacity_ == 0 ? kInitial : capacity_ * 2;
    if (!budget.reserve(wider * sizeof(Entry))) return false;
    auto* fresh = static_cast<Entry*>(std::calloc(wider, sizeof(Entry)));
    if (fresh == nullptr) throw std::bad_alloc();
    Entry* old = entries_;
    const std::size_t old_capacity = capacity_;
    entries_ = fresh;
    capacity_ = wider;
    bool going = true;
    for (std::size_t i = 0; i < old_capacity && going; ++i) {
      if (!old[i].zero()) *find(old[i]) = old[i];
      if (i % kPollEvery == kPollEvery - 1) going = budget.poll();
    }
    std::free(old);
    budget.release(old_capacity * sizeof(Entry));
    return going;
  }

  Entry* entries_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace winnable::auto_solver

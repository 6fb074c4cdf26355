// A compact board for searches in Spider and its kin.
//
// A column is a stack of runs: what lies on the floor or on face-down cards, cut wherever a card does not
// continue the one below in suit. Columns are interned: equal columns have equal numbers, so a board is
// one number per column, a move changes two of them, and whatever is worked out about a column (its hash,
// its worth) is worked out once. The hash of a board is the sum of its columns' hashes, blind to their
// order.
//
// A face-down card that comes to the end of a column is an unknown card: nothing may land on it, and it
// does not move.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/card.hpp"
#include "core/key.hpp"
#include "patience/rules.hpp"

namespace winnable {

using ColumnId = std::uint32_t;

inline constexpr ColumnId kEmptyColumn = 0;
inline constexpr std::uint8_t kNoRank = 100;

// Ranks from `head`, the deepest card, down to `tail`, in one suit.
struct SpiderRun {
  std::uint8_t head = kNoRank;
  std::uint8_t tail = kNoRank;
  std::uint8_t suit = 0;
  friend constexpr bool operator==(const SpiderRun&, const SpiderRun&) = default;
  constexpr int length() const { return head - tail + 1; }
};

// A column, seen from its end. Numbers 0..kMaxDown: no card face up, so many face down.
struct SpiderColumn {
  SpiderRun run;                 // its last run; no ranks if no card is face up
  std::uint8_t down = 0;         // face-down cards at its bottom
  std::uint8_t cards = 0;        // cards face up
  std::uint8_t sequence = 0;     // runs at its end that follow in rank, this one included
  std::uint8_t first = kNoRank;  // rank of the deepest card of those
  ColumnId below = 0;            // the column without its last run
  std::uint64_t hash = 0;
  bool open() const { return cards == 0 && down == 0; }
  bool unknown() const { return cards == 0 && down != 0; }
};

class SpiderColumns {
 public:
  static constexpr int kMaxDown = 104;

  SpiderColumns() { clear(); }

  void clear();
  std::size_t size() const { return columns_.size(); }
  const SpiderColumn& operator[](ColumnId id) const { return columns_[id]; }

  // The column with nothing face up over `down` cards.
  static ColumnId bare(int down) { return static_cast<ColumnId>(down); }

  // The column with a run on top, which does not continue its last run in suit.
  ColumnId push(ColumnId below, SpiderRun run);

  // Lays a run on a column. Joins it to the last run if it continues that in suit; a run from king to ace
  // leaves and is counted in `complete`.
  ColumnId lay(ColumnId column, SpiderRun run, int& complete) {
    const SpiderColumn& on = columns_[column];
    if (on.cards == 0 || on.run.suit != run.suit || on.run.tail != run.head + 1) return push(column, run);
    if (on.run.head == kRanks - 1 && run.tail == 0) {
      ++complete;
      return on.below;
    }
    return push(on.below, {on.run.head, run.tail, run.suit});
  }

 private:
  void grow();
  static std::uint64_t mix(std::uint64_t z) { return splitmix64(z); }

  std::vector<SpiderColumn> columns_;
  std::vector<ColumnId> table_;  // open addressing over columns_; 0: free
};

struct SpiderBoard {
  std::array<ColumnId, kMaxColumns> column{};
};

}  // namespace winnable

// What a board is judged by: counts of small facts about its columns, and a few about all of them.
//
// The facts of a column depend on that column alone, so that they are worked out once for each column
// that comes up; those of the board are cheap sums.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "spider/board.hpp"

namespace winnable {

namespace spider_feature {

// How a run lies on what is below.
enum Join : int { kFloor, kOnDown, kSequence, kOnHigher, kOnLower, kJoins };

inline constexpr int kUnknown = 0;                   // face-down cards under an unknown card: 0..5
inline constexpr int kDown = kUnknown + 6;           // face-down cards of a column: 0..5
inline constexpr int kCards = kDown + 6;             // cards face up: 1..20
inline constexpr int kUnits = kCards + 20;           // sequences to take away: 1..7, by cards face down
inline constexpr int kLength = kUnits + 7 * 6;       // length of a run, by join
inline constexpr int kHead = kLength + kJoins * 13;  // rank of its deepest card, by join
inline constexpr int kTail = kHead + kJoins * 13;    // rank at the end of a column, in sequence or not
inline constexpr int kBuried = kTail + 2 * 13;       // rank of a card that a run blocks
inline constexpr int kSuitOrder = kBuried + 13;      // runs of one suit in a column: well ordered, badly
inline constexpr int kOpen = kSuitOrder + 2;         // empty columns: 0..6
inline constexpr int kComplete = kOpen + 7;          // runs that have left: 0..8
inline constexpr int kEnds = kComplete + 9;          // different ranks at the ends: 0..10
inline constexpr int kLands = kEnds + 11;            // tenths of the unseen cards that have a place
inline constexpr int kLandsInSuit = kLands + 11;     // ... in suit
inline constexpr int kMovable = kLandsInSuit + 11;   // last sequences that have a place: 0..10
inline constexpr int kCount = kMovable + 11;

// Calls fact(number) for each fact of a column.
template <class Fact>
void column_facts(const SpiderColumns& columns, ColumnId id, Fact&& fact) {
  const SpiderColumn& end = columns[id];
  const int down = std::min<int>(end.down, 5);
  if (end.cards == 0) {
    if (end.down != 0) fact(kUnknown + std::min<int>(end.down - 1, 5));
    return;
  }
  fact(kDown + down);
  fact(kCards + std::min<int>(end.cards, 20) - 1);
  fact(kTail + (end.sequence > 1 ? 13 : 0) + end.run.tail);
  int units = 1;
  for (ColumnId at = id;;) {
    const SpiderColumn& c = columns[at];
    const SpiderColumn& below = columns[c.below];
    int join = 0;
    if (below.cards == 0) {
      join = below.down == 0 ? kFloor : kOnDown;
    } else if (c.sequence > 1) {
      join = kSequence;
    } else {
      ++units;
      join = c.run.head < below.run.tail ? kOnHigher : kOnLower;
      fact(kBuried + below.run.tail);
    }
    fact(kLength + join * 13 + c.run.length() - 1);
    fact(kHead + join * 13 + c.run.head);
    for (ColumnId under = c.below; columns[under].cards != 0; under = columns[under].below) {
      if (columns[under].run.suit == c.run.suit) fact(kSuitOrder + (columns[under].run.tail > c.run.head ? 0 : 1));
    }
    if (below.cards == 0) break;
    at = c.below;
  }
  fact(kUnits + down * 7 + std::min(units, 7) - 1);
}

}  // namespace spider_feature

// What the facts of a whole board need beside its columns.
struct SpiderContext {
  int columns = 10;
  int rows = 5;  // rows left in the stock
  int unseen_count = 0;
  std::array<std::uint8_t, kDeck> unseen{};
  std::array<std::uint16_t, kRanks + 1> unseen_rank{};  // by rank; none beyond the king
};

// The facts that concern all columns together.
struct SpiderWhole {
  int open = 0, unknown = 0, complete = 0, ends = 0, lands = 0, in_suit = 0, movable = 0;

  void read(const SpiderColumns& columns, const ColumnId* column, const SpiderContext& context, int done) {
    complete = done;
    std::uint32_t tails = 0;  // bit r for a column that ends in rank r
    std::uint64_t places = 0;
    std::array<std::uint8_t, kMaxColumns> heads{};
    int moving = 0;
    for (int i = 0; i < context.columns; ++i) {
      const SpiderColumn& c = columns[column[i]];
      if (c.cards == 0) {
        open += c.down == 0;
        unknown += c.down != 0;
        continue;
      }
      tails |= 1U << c.run.tail;
      if (c.run.tail != 0) places |= 1ULL << make_card(c.run.tail - 1, c.run.suit);
      heads[moving++] = c.first;
    }
    ends = std::popcount(tails);
    for (int i = 0; i < moving; ++i) movable += (tails >> (heads[i] + 1)) & 1;
    for (std::uint32_t t = tails >> 1; t != 0; t &= t - 1) lands += context.unseen_rank[std::countr_zero(t)];
    for (; places != 0; places &= places - 1) in_suit += context.unseen[std::countr_zero(places)];
  }

  template <class Fact>
  void facts(const SpiderContext& context, Fact&& fact) const {
    using namespace spider_feature;
    const int unseen = std::max(context.unseen_count, 1);
    fact(kOpen + std::min(open, 6));
    fact(kComplete + std::min(complete, 8));
    fact(kEnds + std::min(ends, 10));
    fact(kLands + lands * 10 / unseen);
    fact(kLandsInSuit + in_suit * 10 / unseen);
    fact(kMovable + std::min(movable, 10));
  }
};

}  // namespace winnable

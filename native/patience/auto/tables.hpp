// Look-up tables of the `auto` solver: who may lie on whom (one per rules value), and what the
// deal looked like at the start (one per deal).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "patience/engine.hpp"

namespace winnable::auto_solver {

constexpr std::uint64_t bit(int card) { return std::uint64_t{1} << card; }
inline int lowest(std::uint64_t cards) { return std::countr_zero(cards); }

// How a search ended: with a win, with nothing left to search, with its share of positions used
// up, or stopped by the budget.
enum class Found : std::uint8_t { kGoal, kNothing, kNodes, kStopped };

// The deepest card that moves.
inline Card mover(const PatienceState& s, const PatienceMove& m) {
  if (is_home(m.from)) return make_card(s.home[m.from - kFirstHome] - 1, m.from - kFirstHome);
  if (is_cell(m.from)) return s.cell[m.from - kFirstCell];
  Card c = s.top[m.from];
  for (int i = 1; i < m.count; ++i) c = s.below[c];
  return c;
}

// Sets of cards as 52-bit masks, all read off the engine's predicates.
struct RuleTables {
  std::array<std::uint64_t, kDeck> single{};  // where a card may land by itself
  std::array<std::uint64_t, kDeck> group{};   // where a group with this deepest card may land
  std::array<std::uint64_t, kDeck> lift{};    // on which cards it keeps a group together
  std::array<std::uint64_t, kDeck> takes{};   // by card: every card that may land on it, alone or with a group
  bool fills_any = false;                     // every card may fill an empty column
  bool fills_kings = false;                   // at least kings may
  bool groups = false;                        // more than one card may move together
  bool company_helps = false;                 // some card lands in a group where it could not alone
  bool runs_split = false;                    // some card lands on a card that it cannot be lifted with

  explicit RuleTables(const PatienceRules& rules) {
    for (Card c = 0; c < kDeck; ++c) {
      for (Card on = 0; on < kDeck; ++on) {
        if (builds(rules.build, c, on)) single[c] |= bit(on);
        if (builds(rules.group_drop, c, on)) group[c] |= bit(on);
        if (builds(rules.group_lift, c, on)) lift[c] |= bit(on);
        if (natural(c, on)) takes[on] |= bit(c);
      }
    }
    for (Card c = 0; c < kDeck; ++c) {
      company_helps = company_helps || (group[c] & ~single[c]) != 0;
      runs_split = runs_split || ((single[c] | group[c]) & ~lift[c]) != 0;
    }
    groups = rules.group_size != GroupSize::kOne;
    fills_any = rules.empty_column == Fill::kAny;
    fills_kings = rules.empty_column != Fill::kNone;
  }

  bool natural(Card c, std::uint8_t on) const { return on < kDeck && ((single[c] | group[c]) & bit(on)) != 0; }
  // Does this card lie on one that it builds on and can be moved together with?
  bool rests(const PatienceState& s, Card c) const {
    const std::uint8_t under = s.below[c];
    return groups && under < kDeck && (lift[c] & bit(under)) != 0;
  }
  bool may_fill(Card c) const { return fills_any || (fills_kings && rank_of(c) == kRanks - 1); }
};

// Tables by card go on to kCards, so that "the card after a king" and kNoAnchor are cards that
// are in no column.
inline constexpr int kCards = 64;
inline constexpr Card kNoAnchor = kCards - 1;

// The start's columns. A card is anchored while it lies where it lay at the start and could not
// have come back there, so that everything beneath it is untouched too: for those cards the
// properties of the pile beneath are constants of the deal.
struct StartTables {
  std::array<std::uint8_t, kDeck> below{};         // the link at the start
  std::array<bool, kCards> anchored{};             // below[c] is enough to know that all beneath is as at the start
  std::array<std::uint8_t, kCards> height{};       // cards beneath
  std::array<std::uint8_t, kCards> breaks{};       // neighbours from here down that do not build
  std::array<std::uint8_t, kCards> blocks{};       // cards from here down with a lower rank beneath
  std::array<std::uint16_t, kCards> inversions{};  // pairs from here down with the lower rank beneath
  std::array<std::array<std::uint8_t, kRanks>, kCards> lower{};  // cards from here down below a rank
  std::array<std::uint64_t, kCards> pile{};                      // the card and all beneath, as a mask
  std::array<std::uint8_t, kCards> built{};                      // cards from here down that build on the next
  std::array<std::uint8_t, kCards> splits{};                     // ... but cannot be lifted with it
  std::array<Card, kCards> anchor{};                             // the first anchored card from here down
  std::array<std::uint8_t, kCards> column{};                     // 0 if in none: no pile there holds it

  void reset(const PatienceState& start, int columns, const RuleTables& rules) {
    below = start.below;
    column.fill(0);
    pile.fill(0);
    for (int i = 0; i < columns; ++i) {
      if (start.top[i] != kNoCard) reset_column(start.top[i], i, rules);
    }
  }

 private:
  void reset_column(Card top, int k, const RuleTables& rules) {
    std::array<Card, kDeck> up;
    int n = 0;
    for (std::uint8_t c = top; c < kDeck; c = below[c]) up[n++] = c;
    std::uint64_t mask = 0;
    int broken = 0;
    int blocked = 0;
    int inverted = 0;
    std::array<std::uint8_t, kRanks> lower_now{};
    int sits = 0;
    int split = 0;
    Card last_anchor = kNoAnchor;
    for (int i = n - 1; i >= 0; --i) {
      const Card c = up[i];
      const bool builds_here = rules.natural(c, below[c]);
      broken += below[c] < kDeck && !builds_here;
      sits += builds_here;
      split += builds_here && (rules.lift[c] & bit(below[c])) == 0;
      if (!builds_here) last_anchor = c;
      blocked += lower_now[rank_of(c)] != 0;
      inverted += lower_now[rank_of(c)];
      for (int rank = rank_of(c) + 1; rank < kRanks; ++rank) ++lower_now[rank];
      mask |= bit(c);
      anchored[c] = !builds_here;
      height[c] = std::uint8_t(n - 1 - i);
      breaks[c] = std::uint8_t(broken);
      blocks[c] = std::uint8_t(blocked);
      inversions[c] = std::uint16_t(inverted);
      lower[c] = lower_now;
      built[c] = std::uint8_t(sits);
      splits[c] = std::uint8_t(split);
      anchor[c] = last_anchor;
      column[c] = std::uint8_t(k);
      pile[c] = mask;
    }
  }
};

}  // namespace winnable::auto_solver

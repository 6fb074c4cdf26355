// Twins: two cards of the same rank and colour.
//
// Unless cards are built in suit, what lies on a card, and on what it may lie, does not depend on
// which of two twins it is: they differ only in where they go home. A search may therefore leave
// open which of two twins is which until one of them goes home: positions that differ only in
// exchanged twins are then one position, and one that stands for up to 2^24.
//
// Call a pair of twins *open* in a position if it is among those that the search does not tell
// apart, both are still in play, and both can have been moved. The game that the search plays (the
// game of twins) is the real one with one more choice: when a card of an open pair goes home, it
// goes as either of the two, and the other card is the other one from then on.
//
// 1. Every line of the real game is a line of the game of twins. So if the game of twins cannot be
//    won, the real one cannot. A win of the game of twins proves nothing until it is replayed.
// 2. Exchanging an open pair changes nothing in the game of twins: the moves from both positions are
//    the same but for names. So one of the two stands for both. Which one does not matter for
//    the proof; canonical() always takes the same one, as far as it sees.
// 3. A pair that is not open has names that are certain. A card that still lies where it lay at
//    the start and could not have come back there is known by its place (`fixed`), and so is its twin.
// 4. A safe home move of a card with a certain name stays safe: what its proof says about lower cards (that they
//    are home, or can go home by themselves) holds for every name, since it holds for both suits. A card of an open
//    pair whose home move would be safe under either name has no other move worth trying, but goes under both: which
//    foundation grows makes a difference. If it fits under one name only, going home is one move among others.
// 5. The normal form (proof.hpp) speaks of which card lies on which only, and so holds as it is.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "patience/auto/tables.hpp"

namespace winnable::auto_solver {

// The other card of the same rank and colour: suits are numbered C D H S.
constexpr Card twin_of(Card c) { return Card(c ^ 3); }

class Twins {
 public:
  // Every card whose name may be left open; none where suits count in building or cards come back from home.
  static std::uint64_t all(const PatienceRules& r) {
    const auto suits_count = [](Build b) { return b == Build::kSuit; };
    if (suits_count(r.build) || suits_count(r.group_lift) || suits_count(r.group_drop)) return 0;
    if (r.leave != Leave::kSingly || r.foundation_return) return 0;
    std::uint64_t out = 0;
    for (Card c = 0; c < kDeck; ++c) {
      if (rank_of(c) > 0) out |= bit(c);  // low cards go home at once: there is nothing to gain
    }
    return out;
  }

  // `blind`: the cards that are not told apart, each with its twin.
  void reset(const PatienceState& start, const PatienceRules& rules, const RuleTables& tables, std::uint64_t blind) {
    blind_ = blind;
    below_ = start.below;
    columns_ = 0;
    for (int k = 0; k < rules.columns && blind != 0; ++k) {
      if (start.top[k] != kNoCard) reset_column(start, start.top[k], tables);
    }
  }

  // The cards of all open pairs.
  std::uint64_t open(const PatienceState& s) const {
    if (blind_ == 0) return 0;
    std::uint64_t loose = blind_ & ~fixed(s);
    for (int suit = 0; suit < kSuits; ++suit) loose &= ~(kSuit << suit & ((bit(kSuits * s.home[suit])) - 1));
    return loose & twins_of(loose);
  }

  // Exchanges open pairs so that positions which differ in nothing else become one. Keys are not kept.
  void canonical(PatienceState& s) const {
    if (blind_ == 0) return;
    const std::uint64_t pairs = open(s);
    std::optional<Above> above;  // seldom needed
    for (std::uint64_t m = pairs; m != 0;) {
      const Card y = Card(kCards - 1 - std::countl_zero(m));  // the highest rank first
      const Card x = twin_of(y);
      m &= ~(bit(x) | bit(y));
      order(s, above, pairs, std::min(x, y), std::max(x, y));
    }
  }

  // Gives a card of an open pair the other one's name. Keys are not kept.
  static void rename(PatienceState& s, Card c) {
    Above above(s);
    exchange(s, above, c, twin_of(c));
  }

 private:
  static constexpr std::uint64_t kSuit = 0x1111'1111'1111'1111;  // every fourth card

  static std::uint64_t twins_of(std::uint64_t cards) {
    const std::uint64_t outer = (cards & kSuit) << 3 | (cards >> 3 & kSuit);
    return outer | (cards & kSuit << 1) << 1 | (cards >> 1 & kSuit << 1);
  }

  // What lies on each card, kNoCard: nothing.
  struct Above {
    std::array<Card, kDeck> on;
    explicit Above(const PatienceState& s) {
      on.fill(kNoCard);
      for (Card c = 0; c < kDeck; ++c) {
        if (s.below[c] < kDeck) on[s.below[c]] = c;
      }
    }
  };
  // The start's cards in a column that cannot come back onto what they lie on, deepest first.
  struct Column {
    std::array<Card, kDeck> card;
    std::array<std::uint64_t, kDeck> pile;  // the card and all beneath
    int count = 0;
  };

  void reset_column(const PatienceState& start, Card top, const RuleTables& tables) {
    std::array<Card, kDeck> up;
    int n = 0;
    for (std::uint8_t c = top; c < kDeck; c = start.below[c]) up[n++] = c;
    Column& column = column_[columns_++];
    column.count = 0;
    std::uint64_t pile = 0;
    for (int i = n - 1; i >= 0; --i) {
      const Card c = up[i];
      pile |= bit(c);
      const std::uint8_t under = start.below[c];
      if (under < kDeck ? tables.natural(c, under) : tables.may_fill(c)) continue;
      column.card[column.count] = c;
      column.pile[column.count++] = pile;
    }
  }

  // The cards that cannot have been moved since the start.
  std::uint64_t fixed(const PatienceState& s) const {
    std::uint64_t out = 0;
    for (int k = 0; k < columns_; ++k) {
      int i = column_[k].count - 1;
      while (i >= 0 && s.below[column_[k].card[i]] != below_[column_[k].card[i]]) --i;
      if (i >= 0) out |= column_[k].pile[i];
    }
    return out;
  }

  // Higher ranks are in order already. Twins in like places are told apart by what lies on them.
  static void order(PatienceState& s, std::optional<Above>& above, std::uint64_t pairs, Card x, Card y) {
    if (s.below[x] < s.below[y] || (s.below[x] == s.below[y] && s.below[x] != kOnFloor)) return;
    if (!above) above.emplace(s);
    if (s.below[x] > s.below[y] || comes_second(*above, pairs, x, y)) exchange(s, *above, x, y);
  }
  static bool comes_second(const Above& above, std::uint64_t pairs, Card x, Card y) {
    for (;;) {
      x = above.on[x];
      y = above.on[y];
      if (x == kNoCard || y == kNoCard) return x == kNoCard && y != kNoCard;
      const int by_class = (rank_of(x) - rank_of(y)) * 2 + colour_of(x) - colour_of(y);
      if (by_class != 0) return by_class > 0;
      if ((pairs & bit(x)) == 0 || (pairs & bit(y)) == 0) return x > y;
    }
  }

  static void exchange(PatienceState& s, Above& above, Card x, Card y) {
    std::swap(s.below[x], s.below[y]);
    std::swap(above.on[x], above.on[y]);
    for (const Card c : {x, y}) {
      if (above.on[c] != kNoCard) s.below[above.on[c]] = c;
      if (s.below[c] < kDeck) above.on[s.below[c]] = c;
    }
    const auto other = [&](Card c) { return c == x ? y : c == y ? x : c; };
    std::transform(s.top.begin(), s.top.end(), s.top.begin(), other);
    std::transform(s.cell.begin(), s.cell.end(), s.cell.begin(), other);
  }

  std::uint64_t blind_ = 0;
  std::array<std::uint8_t, kDeck> below_{};
  std::array<Column, kMaxColumns> column_;
  int columns_ = 0;
};

}  // namespace winnable::auto_solver

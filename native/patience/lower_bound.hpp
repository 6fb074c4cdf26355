// How many extra moves a position still needs, at least.
//
// An extra move is one that does not put a card on its foundation. Every card must go home
// once whatever happens, so the extra moves are what a short solution is short of.
//
// Write e(c) for the time of card c's first move and h(c) for the time it last goes home. If
// c's first move takes it home, call c direct.
//
// 1. A card with a lower card of its own suit beneath it in its column ("blocked") is not
//    direct: the lower card must be home before it, and cannot leave before it. So every
//    blocked card makes an extra move.
// 2. Let f1 lie above d1, let d1 be lower than f2 in suit, f2 lie above d2, ..., dk be lower
//    than f1. Then e(f1) <= e(d1) <= h(d1) < h(f2), which is e(f2) if f2 is direct, and so on
//    round to e(f1) < e(f1). So at least one of f1 ... fk makes an extra move, and of several
//    such cycles without a card in common each has one.
// 3. Counting moves, not cards: let two cards in one column make their first move in the same
//    move. Nothing between them has moved then, so they are in one liftable group of the
//    position itself. So extra moves are no fewer than the maximal groups that rules 1 and 2
//    force apart, a group counted once: cycles must have no group in common.
//
// The quick bound counts the groups (or cards) with a blocked card, takes those away, sends home what
// goes, and while all suits are stuck finds a cycle among the columns' ends (each end waits for
// its suit's next card, which lies in some column), counts one and takes the cycle's groups away.
// What is taken away can only help later cards home. Where only complete runs leave (Spider-like
// games) the bound is the number of cards not yet on the next card of their suit: a move puts at
// most one card on another. Foundation returns change nothing: the rules above hold for first
// moves, wherever cards go later.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "patience/engine.hpp"

namespace winnable {

// What the bound knows of a position, kept up to date move by move.
struct BoundTally {
  std::uint64_t blocked = 0;                 // cards with a lower card of their suit beneath
  std::uint64_t forced = 0;                  // cards of groups that hold a blocked card
  std::array<std::uint8_t, kDeck> column{};  // where a card lies; any value for one not in the tableau
  std::uint8_t forced_moves = 0;             // groups (or cards) counted in `forced`
  std::uint8_t breaks = 0;                   // cards on a card with which they form no group
};

namespace bound_detail {

constexpr std::uint64_t bit(Card c) { return std::uint64_t{1} << c; }

struct SuitMasks {
  std::array<std::uint64_t, kDeck> lower{};  // cards of the suit below this one
  std::array<std::uint64_t, kDeck> higher{};
  constexpr SuitMasks() {
    for (int c = 0; c < kDeck; ++c) {
      for (int d = c % kSuits; d < kDeck; d += kSuits) {
        if (d < c) lower[c] |= bit(Card(d));
        if (d > c) higher[c] |= bit(Card(d));
      }
    }
  }
};
inline constexpr SuitMasks kSuitMasks;
inline constexpr std::uint64_t kSuitOfClubs = 0x1111111111111ULL;  // every fourth card
inline constexpr std::uint64_t kAllCards = (std::uint64_t{1} << kDeck) - 1;

}  // namespace bound_detail

// kByGroup: a group that moves counts one (Metric::kMoves, kPlayerSafe), else each card does.
template <class Engine, bool kByGroup = true>
class ExtraMovesBound {
 public:
  using State = PatienceState;

  explicit ExtraMovesBound(const Engine& engine) : engine_(engine) {}

  BoundTally tally(const State& s) const;
  // Applies the move to both.
  void play(State& s, BoundTally& t, const PatienceMove& m) const;
  // Extra moves (or cards moved by them) needed from here, at least. Zero: all cards can go home.
  int bound(const State& s, const BoundTally& t) const;
  int bound(const State& s) const { return bound(s, tally(s)); }
  // The best that rules 1 to 3 give: not some circles without a group in common but the fewest
  // groups that leave no circle, some hundred times as dear. A value in at_least .. at_most,
  // correct as a bound if at_least is one (at_most, and a fixed effort, only stop the search).
  int tight_bound(const State& s, const BoundTally& t, int at_least, int at_most) const;

 private:
  // How far cards have gone, those taken away included.
  struct Progress {
    std::uint64_t gone = 0;
    std::uint64_t ends = 0;                     // the columns' last cards, also such as are gone since
    std::array<std::uint8_t, kMaxColumns> end;  // by column, those gone left out
  };
  struct Circle {
    std::array<Card, kSuits> end;
    int size = 0;
  };

  static constexpr int kTightEffort = 5000;  // far more than a FreeCell position takes

  bool joined(Card c, std::uint8_t on) const { return builds(engine_.rules().group_lift, c, Card(on)); }
  // The liftable group from `c` down.
  std::uint64_t group_down(const State& s, Card c) const;
  std::uint64_t cards_from(const State& s, std::uint8_t c) const;
  void tally_column(const State& s, int column, BoundTally& t) const;
  void tally_runs(const State& s, BoundTally& t) const;
  void lift(const State& s, BoundTally& t, Card head, std::uint64_t group) const;
  void drop(const State& s, BoundTally& t, Card head, std::uint64_t group, int column) const;
  Progress begin(const State& s, const BoundTally& t) const;
  static void uncover(const State& s, int column, std::uint8_t c, Progress& p);
  static void take_off(const State& s, const BoundTally& t, std::uint64_t cards, Progress& p);
  static void go_home(const State& s, const BoundTally& t, Progress& p);
  static Circle circle(const BoundTally& t, const Progress& p);
  void take_away(const State& s, const BoundTally& t, const Card* ends, int n, Progress& p) const;
  int packing(const State& s, const BoundTally& t, Progress p) const;
  bool enough(const State& s, const BoundTally& t, const Progress& p, int moves, int& effort) const;

  Engine engine_;
};

template <class Engine, bool kByGroup>
std::uint64_t ExtraMovesBound<Engine, kByGroup>::group_down(const State& s, Card c) const {
  std::uint64_t group = bound_detail::bit(c);
  for (std::uint8_t next = s.below[c]; next < kDeck && joined(c, next); next = s.below[c]) {
    c = Card(next);
    group |= bound_detail::bit(c);
  }
  return group;
}

template <class Engine, bool kByGroup>
std::uint64_t ExtraMovesBound<Engine, kByGroup>::cards_from(const State& s, std::uint8_t c) const {
  std::uint64_t cards = 0;
  for (; c < kDeck; c = s.below[c]) cards |= bound_detail::bit(Card(c));
  return cards;
}

template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::tally_column(const State& s, int column, BoundTally& t) const {
  using namespace bound_detail;
  std::uint64_t above = 0;
  for (std::uint8_t c = s.top[column]; c < kDeck; c = s.below[c]) {
    t.blocked |= above & kSuitMasks.higher[c];
    above |= bit(c);
    t.column[c] = std::uint8_t(column);
  }
  for (std::uint8_t c = s.top[column]; c < kDeck;) {
    std::uint64_t group = bit(c);
    std::uint8_t next = s.below[c];
    for (; next < kDeck && joined(c, next); next = s.below[c]) {
      c = next;
      group |= bit(c);
    }
    if (next < kDeck) ++t.breaks;
    if ((group & t.blocked) != 0) {
      t.forced |= kByGroup ? group : group & t.blocked;
      t.forced_moves += std::uint8_t(kByGroup ? 1 : std::popcount(group & t.blocked));
    }
    c = next;
  }
}

template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::tally_runs(const State& s, BoundTally& t) const {
  t = {};
  for (Card c = 0; c < kDeck; ++c) {
    const std::uint8_t on = s.below[c];
    if (on == kAtHome) continue;
    if (rank_of(c) != kRanks - 1 && on != c + kSuits) ++t.forced_moves;
    if (on < kDeck && !joined(c, on)) ++t.breaks;
  }
}

template <class Engine, bool kByGroup>
BoundTally ExtraMovesBound<Engine, kByGroup>::tally(const State& s) const {
  BoundTally t;
  if (engine_.rules().leave == Leave::kRuns) {
    tally_runs(s, t);
    return t;
  }
  for (int i = 0; i < engine_.rules().columns; ++i) tally_column(s, i, t);
  return t;
}

// Takes the group of cards `group`, deepest card `head`, off the end of its column.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::lift(const State& s, BoundTally& t, Card head, std::uint64_t group) const {
  const std::uint8_t under = s.below[head];
  const bool cut = under < kDeck && joined(head, under);  // part of a longer group
  if (under < kDeck && !cut) --t.breaks;
  if constexpr (kByGroup) {
    if ((t.forced & group) != 0) {
      const std::uint64_t rest = cut ? group_down(s, Card(under)) : 0;
      t.forced &= ~group;
      if ((rest & t.blocked) == 0) {
        t.forced &= ~rest;
        --t.forced_moves;
      }
    }
  } else {
    t.forced_moves = std::uint8_t(t.forced_moves - std::popcount(t.blocked & group));
    t.forced &= ~group;
  }
  t.blocked &= ~group;
}

// Puts the group on the end of `column`, before the engine does.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::drop(const State& s, BoundTally& t, Card head, std::uint64_t group,
                                             int column) const {
  using namespace bound_detail;
  for (std::uint64_t m = group; m != 0; m &= m - 1) t.column[std::countr_zero(m)] = std::uint8_t(column);
  const Card target = s.top[column];
  if (target == kNoCard) return;
  const std::uint64_t beneath = cards_from(s, target);
  std::uint64_t blocked = 0;
  for (std::uint64_t m = group; m != 0; m &= m - 1) {
    const int c = std::countr_zero(m);
    if ((beneath & kSuitMasks.lower[c]) != 0) blocked |= m & (0 - m);
  }
  t.blocked |= blocked;
  const bool join = joined(head, target);
  if (!join) ++t.breaks;
  if constexpr (!kByGroup) {
    t.forced |= blocked;
    t.forced_moves += std::uint8_t(std::popcount(blocked));
  } else if (join && (t.forced & bit(target)) != 0) {
    t.forced |= group;
  } else if (blocked != 0) {
    t.forced |= group | (join ? group_down(s, target) : 0);
    ++t.forced_moves;
  }
}

template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::play(State& s, BoundTally& t, const PatienceMove& m) const {
  if (engine_.rules().leave == Leave::kRuns) {
    engine_.apply(s, m);
    tally_runs(s, t);
    return;
  }
  Card head;
  std::uint64_t group;
  if (is_column(m.from)) {
    head = s.top[m.from];
    group = bound_detail::bit(head);
    for (int i = 1; i < m.count; ++i) group |= bound_detail::bit(head = Card(s.below[head]));
    lift(s, t, head, group);
  } else {
    head =
        is_cell(m.from) ? s.cell[m.from - kFirstCell] : make_card(s.home[m.from - kFirstHome] - 1, m.from - kFirstHome);
    group = bound_detail::bit(head);
  }
  if (is_column(m.to)) drop(s, t, head, group, m.to);
  engine_.apply(s, m);
}

// All unfinished suits are stuck. The end of a column waits for the next card of its suit, which
// lies in a column whose end waits ...: the ends of one such circle.
template <class Engine, bool kByGroup>
typename ExtraMovesBound<Engine, kByGroup>::Circle ExtraMovesBound<Engine, kByGroup>::circle(const BoundTally& t,
                                                                                             const Progress& p) {
  using namespace bound_detail;
  Circle found;
  std::array<std::int8_t, kSuits> seen;  // by suit that waits: where in the walk
  seen.fill(-1);
  int suit = suit_of(Card(std::countr_zero(~p.gone & kAllCards)));
  std::array<Card, kSuits> walk;
  int steps = 0;
  while (seen[suit] < 0) {
    seen[suit] = std::int8_t(steps);
    const std::uint64_t waiting = ~p.gone & (kSuitOfClubs << suit);
    const Card end = walk[steps++] = Card(p.end[t.column[std::countr_zero(waiting)]]);
    suit = suit_of(end);
  }
  for (int i = seen[suit]; i < steps; ++i) found.end[found.size++] = walk[i];
  return found;
}

template <class Engine, bool kByGroup>
typename ExtraMovesBound<Engine, kByGroup>::Progress ExtraMovesBound<Engine, kByGroup>::begin(
    const State& s, const BoundTally& t) const {
  using namespace bound_detail;
  Progress p;
  p.gone = t.forced;
  for (int suit = 0; suit < kSuits; ++suit) {
    p.gone |= kSuitOfClubs << suit & ((std::uint64_t{1} << (kSuits * s.home[suit])) - 1);
  }
  for (int i = 0; i < engine_.rules().cells; ++i) {
    if (s.cell[i] != kNoCard) p.gone |= bit(s.cell[i]);
  }
  for (int i = 0; i < engine_.rules().columns; ++i) uncover(s, i, s.top[i], p);
  go_home(s, t, p);
  return p;
}

// Takes the circle's groups (or cards) away, all or one of them, and sends home what goes then.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::take_away(const State& s, const BoundTally& t, const Card* ends, int n,
                                                  Progress& p) const {
  std::uint64_t cards = 0;
  for (int i = 0; i < n; ++i) {
    cards |= bound_detail::bit(ends[i]);
    p.gone |= kByGroup ? group_down(s, ends[i]) : bound_detail::bit(ends[i]);
  }
  take_off(s, t, cards, p);
  go_home(s, t, p);
}

// Circles without a group in common, one after the other.
template <class Engine, bool kByGroup>
int ExtraMovesBound<Engine, kByGroup>::packing(const State& s, const BoundTally& t, Progress p) const {
  int circles = 0;
  for (; p.gone != bound_detail::kAllCards; ++circles) {
    const Circle c = circle(t, p);
    take_away(s, t, c.end.data(), c.size, p);
  }
  return circles;
}

template <class Engine, bool kByGroup>
int ExtraMovesBound<Engine, kByGroup>::bound(const State& s, const BoundTally& t) const {
  if (engine_.rules().leave == Leave::kRuns) return t.forced_moves;
  return t.forced_moves + packing(s, t, begin(s, t));
}

// Can `moves` groups (or cards) be taken away so that all others go home? One of each circle must.
// Says so too when the effort is used up.
template <class Engine, bool kByGroup>
bool ExtraMovesBound<Engine, kByGroup>::enough(const State& s, const BoundTally& t, const Progress& p, int moves,
                                               int& effort) const {
  if (p.gone == bound_detail::kAllCards || --effort < 0) return true;
  if (moves == 0 || (moves > 1 && packing(s, t, p) > moves)) return false;
  const Circle c = circle(t, p);
  for (int i = 0; i < c.size; ++i) {
    Progress rest = p;
    take_away(s, t, &c.end[i], 1, rest);
    if (enough(s, t, rest, moves - 1, effort)) return true;
  }
  return false;
}

template <class Engine, bool kByGroup>
int ExtraMovesBound<Engine, kByGroup>::tight_bound(const State& s, const BoundTally& t, int at_least,
                                                   int at_most) const {
  if (engine_.rules().leave == Leave::kRuns) return t.forced_moves;
  const Progress p = begin(s, t);
  int moves = std::max(at_least - t.forced_moves, packing(s, t, p));
  int effort = kTightEffort;
  while (moves + t.forced_moves < at_most && !enough(s, t, p, moves, effort)) ++moves;
  return moves + t.forced_moves;
}

// Card `c`, or the first beneath it that is not gone, is now the end of its column.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::uncover(const State& s, int column, std::uint8_t c, Progress& p) {
  // Links that are no card (120 up) stand for bits above all cards', which are never gone.
  while ((p.gone >> (c & 63) & 1) != 0) c = s.below[c];
  p.end[column] = c;
  p.ends |= std::uint64_t{1} << (c & 63);
}

// `cards` were ends and are gone.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::take_off(const State& s, const BoundTally& t, std::uint64_t cards,
                                                 Progress& p) {
  for (; cards != 0; cards &= cards - 1) {
    const int c = std::countr_zero(cards);
    uncover(s, t.column[c], s.below[c], p);
  }
}

// Sends home all that can go: in each suit, everything up to the first card that is covered.
template <class Engine, bool kByGroup>
void ExtraMovesBound<Engine, kByGroup>::go_home(const State& s, const BoundTally& t, Progress& p) {
  using namespace bound_detail;
  for (;;) {
    const std::uint64_t covered = kAllCards & ~p.gone & ~p.ends;
    std::uint64_t home = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      const std::uint64_t in_suit = kSuitOfClubs << suit;
      const std::uint64_t stuck = covered & in_suit;
      home |= in_suit & ((stuck & (0 - stuck)) - 1);
    }
    const std::uint64_t fresh = home & ~p.gone;
    if (fresh == 0) return;
    p.gone |= fresh;
    take_off(s, t, fresh, p);
  }
}

}  // namespace winnable

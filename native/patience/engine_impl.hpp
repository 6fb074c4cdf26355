// Definitions of PatienceEngine's members; included by patience/engine.hpp only.
#pragma once

#include <algorithm>

#include "patience/engine.hpp"

namespace winnable {

template <const PatienceRules* Fixed, int kCards>
template <bool kAll>
void PatienceEngine<Fixed, kCards>::generate(const State& s, MoveList<Move>& out) const {
  out.clear();
  const PatienceRules& r = rules();
  const int cells = empty_cells(s);
  const int columns = empty_columns(s);
  for (int from = 0; from < r.columns; ++from) {
    if (s.top[from] != kNoCard) from_column<kAll>(s, from, cells, columns, out);
  }
  for (int i = 0; i < r.cells; ++i) {
    const Card c = s.cell[i];
    if (c == kNoCard) continue;
    const Pile from = Pile(kFirstCell + i);
    to_columns<kAll>(s, from, c, out);
    if (fits_home(s, c)) out.push_back({from, Pile(kFirstHome + suit_of(c)), 1});
  }
  if constexpr (kClosed) {
    if (!why_no_row(s)) out.push_back(kDealRow);
  }
  if (!r.foundation_return) return;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (s.home[suit] == 0) continue;
    const Pile from = Pile(kFirstHome + suit);
    const Card c = make_card(s.home[suit] - 1, suit);
    to_columns<kAll>(s, from, c, out);
    for (int i = 0; i < r.cells; ++i) {
      if (s.cell[i] != kNoCard) continue;
      out.push_back({from, Pile(kFirstCell + i), 1});
      if constexpr (!kAll) break;
    }
  }
}

template <const PatienceRules* Fixed, int kCards>
template <bool kAll>
void PatienceEngine<Fixed, kCards>::from_column(const State& s, int from, int cells, int columns,
                                                MoveList<Move>& out) const {
  const PatienceRules& r = rules();
  Group group{};
  const int length = run(s, from, group.data());
  const bool alike = columns_alike(s);
  const bool whole = s.below[group[length - 1]] == kOnFloor;
  const Card top = group[0];
  const int limit = group_limit(cells, columns);
  bool filled = false;
  for (int to = 0; to < r.columns; ++to) {
    if (to == from) continue;
    const Card target = s.top[to];
    if (target != kNoCard) {
      if (r.group_size == GroupSize::kHeap) {
        for (int n = 1; n <= length; ++n) {
          if (!related(n == 1 ? r.build : r.group_drop, group[n - 1], target)) continue;
          out.push_back({Pile(from), Pile(to), std::uint8_t(n)});
        }
        continue;
      }
      const int n = rank_of(target) - rank_of(top);
      if (n < 1 || n > length || n > limit) continue;
      if (!related(n == 1 ? r.build : r.group_drop, group[n - 1], target)) continue;
      out.push_back({Pile(from), Pile(to), std::uint8_t(n)});
      continue;
    }
    if (r.empty_column == Fill::kNone || (!kAll && filled && alike)) continue;
    filled = true;
    const int most = std::min(length, group_limit(cells, columns - 1));
    for (int n = 1; n <= most; ++n) {
      if (!kAll && alike && whole && n == length) break;  // a column for a column: nothing changes
      if (may_fill(group[n - 1])) out.push_back({Pile(from), Pile(to), std::uint8_t(n)});
    }
  }
  for (int i = 0; i < r.cells; ++i) {
    if (s.cell[i] != kNoCard) continue;
    out.push_back({Pile(from), Pile(kFirstCell + i), 1});
    if constexpr (!kAll) break;
  }
  if (fits_home(s, top)) out.push_back({Pile(from), Pile(kFirstHome + suit_of(top)), 1});
  if constexpr (kClosed) {
    if (!takes_runs_off() || !complete_run(s, from)) return;
    out.push_back({Pile(from), Pile(kFirstHome + suit_of(printed(top))), kRanks});
  }
}

template <const PatienceRules* Fixed, int kCards>
template <bool kAll>
void PatienceEngine<Fixed, kCards>::to_columns(const State& s, Pile from, Card c, MoveList<Move>& out) const {
  const PatienceRules& r = rules();
  bool filled = false;
  for (int to = 0; to < r.columns; ++to) {
    const Card target = s.top[to];
    if (target == kNoCard) {
      if ((!kAll && filled) || !may_fill(c)) continue;
      filled = true;
    } else if (!related(r.build, c, target)) {
      continue;
    }
    out.push_back({from, Pile(to), 1});
  }
}

template <const PatienceRules* Fixed, int kCards>
void PatienceEngine<Fixed, kCards>::apply(State& s, const Move& m) const {
  if constexpr (kClosed) {
    if (m.from == kStock) return deal_row(s);
    if (takes_runs_off() && is_home(m.to)) return take_run_off(s, m.from);
  }
  Card card;  // the deepest card that moves
  Card end;   // the last card of the group, which ends the target column
  if (is_column(m.from)) {
    end = card = s.top[m.from];
    for (int i = 1; i < m.count; ++i) card = s.below[card];
    end_column(s, m.from, s.below[card]);
  } else if (is_cell(m.from)) {
    end = card = s.cell[m.from - kFirstCell];
    s.cell[m.from - kFirstCell] = kNoCard;
  } else {
    const int suit = m.from - kFirstHome;
    end = card = make_card(--s.home[suit], suit);
  }
  if (is_column(m.to)) {
    const Card target = s.top[m.to];
    relink(s, card, target == kNoCard ? kOnFloor : target);
    s.top[m.to] = end;
    if (rules().leave == Leave::kRuns) remove_complete_run(s, m.to);
  } else if (is_cell(m.to)) {
    relink(s, card, kInCell);
    s.cell[m.to - kFirstCell] = card;
  } else {
    relink(s, card, kAtHome);
    ++s.home[suit_of(card)];
  }
  if constexpr (kClosed) {
    // What moved may have lain on a complete run.
    if (rules().leave == Leave::kRuns && is_column(m.from)) remove_complete_run(s, m.from);
  }
}

template <const PatienceRules* Fixed, int kCards>
bool PatienceEngine<Fixed, kCards>::complete_run(const State& s, int column) const {
  Card c = s.top[column];
  if (c == kNoCard || rank_of(c) != 0) return false;
  for (int i = 1; i < kRanks; ++i) {
    const std::uint8_t next = s.below[c];
    if (next >= kCards || !related(Build::kSuit, c, next)) return false;
    c = next;
  }
  return true;
}

template <const PatienceRules* Fixed, int kCards>
void PatienceEngine<Fixed, kCards>::take_run_off(State& s, int column) const {
  const Card first = s.top[column];
  std::uint8_t link = first;
  for (int i = 0; i < kRanks; ++i) {
    const std::uint8_t next = s.below[link];
    relink(s, Card(link), kAtHome);
    link = next;
  }
  s.home[suit_of(printed(first))] += kRanks;
  end_column(s, column, link);
}

template <const PatienceRules* Fixed, int kCards>
Outcome PatienceEngine<Fixed, kCards>::outcome(const State& s) const {
  if (won(s)) return Outcome::kWon;
  static thread_local MoveList<Move> moves;
  generate<true>(s, moves);
  return moves.empty() ? Outcome::kStuck : Outcome::kOpen;
}

template <const PatienceRules* Fixed, int kCards>
bool PatienceEngine<Fixed, kCards>::safe_home(const State& s, Card c, Autoplay policy) const {
  if (!fits_home(s, c)) return false;
  if (policy == Autoplay::kMax) return true;
  if (policy == Autoplay::kNone) return false;
  // A group that lands where its deepest card alone may not needs every one of its cards.
  if (!includes(rules().build, rules().group_drop)) return false;
  const int rank = rank_of(c);
  if (rules().foundation_return) {
    // A card that comes back could want this one to lie on, to hold a third. Not if all cards two
    // or more ranks lower are home: whatever could lie on this one can then go home instead.
    for (int suit = 0; suit < kSuits; ++suit) {
      if (s.home[suit] + 1 < rank) return false;
    }
  }
  if (rank <= 1) return true;  // what could lie on a two is an ace, and aces go home
  bool horne = true;           // every card that could lie on it is home
  bool raymond = rules().build == Build::kAlternate;
  for (int suit = 0; suit < kSuits; ++suit) {
    const Card lower = make_card(rank - 1, suit);
    if (builds(rules().build, lower, c) || builds(rules().group_drop, lower, c)) {
      horne &= s.home[suit] >= rank;
      raymond &= s.home[suit] >= rank - 1;
    } else if (suit != suit_of(c)) {
      raymond &= s.home[suit] >= rank - 2;
    }
  }
  return horne || (policy == Autoplay::kSafe && raymond);
}

template <const PatienceRules* Fixed, int kCards>
std::optional<PatienceMove> PatienceEngine<Fixed, kCards>::autoplay(const State& s, Autoplay policy) const {
  if (policy == Autoplay::kNone) return std::nullopt;
  const PatienceRules& r = rules();
  for (int i = 0; i < r.columns; ++i) {
    const Card c = s.top[i];
    if (c != kNoCard && safe_home(s, c, policy)) return Move{Pile(i), Pile(kFirstHome + suit_of(c)), 1};
  }
  for (int i = 0; i < r.cells; ++i) {
    const Card c = s.cell[i];
    if (c != kNoCard && safe_home(s, c, policy)) return Move{Pile(kFirstCell + i), Pile(kFirstHome + suit_of(c)), 1};
  }
  return std::nullopt;
}

template <const PatienceRules* Fixed, int kCards>
Key128 PatienceEngine<Fixed, kCards>::compute_key(const State& s) {
  Key128 key{s.base, 0};
  for (int c = 0; c < kDeck; ++c) key ^= kLinkKeys[c][s.below[c]];
  return key;
}

}  // namespace winnable

// Definitions of PatienceEngine's members; included by games/patience.hpp only.
#pragma once

#include "games/patience.hpp"

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
    // A heap may have lain on a complete run.
    const bool heaps = rules().group_size == GroupSize::kHeap && rules().leave == Leave::kRuns;
    if (heaps && is_column(m.from) && s.top[m.from] != kNoCard) remove_complete_run(s, m.from);
  }
}

template <const PatienceRules* Fixed, int kCards>
void PatienceEngine<Fixed, kCards>::remove_complete_run(State& s, int column) const {
  const Card first = s.top[column];
  if (rank_of(first) != 0) return;
  Card c = first;
  for (int i = 1; i < kRanks; ++i) {
    const std::uint8_t next = s.below[c];
    if (next >= kCards || !related(Build::kSuit, c, next)) return;
    c = next;
  }
  const std::uint8_t under = s.below[c];
  for (c = first; c != under;) {
    const std::uint8_t next = s.below[c];
    relink(s, c, kAtHome);
    c = next;
  }
  s.home[suit_of(printed(first))] += kRanks;
  end_column(s, column, under);
  if constexpr (kClosed) {
    if (s.top[column] != kNoCard) remove_complete_run(s, column);  // one run may have lain on another
  }
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
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_illegal(const State& s, const Move& m) const {
  const PatienceRules& r = rules();
  const auto exists = [&](Pile p) {
    if (is_column(p)) return p < r.columns;
    if (is_cell(p)) return p - kFirstCell < r.cells;
    return p - kFirstHome < kSuits;
  };
  const auto name = [&](Card c) { return format_card(to_printed(printed(c), s.base)); };
  if constexpr (kClosed) {
    if (m == kDealRow) return why_no_row(s);
  }
  if (!exists(m.from) || !exists(m.to)) return "no such pile in this game";
  if (m.from == m.to) return "a move needs two piles";
  if (m.count < 1 || m.count > Group().size()) {
    return "a move carries 1 to " + std::to_string(Group().size()) + " cards";
  }
  Group group{};
  if (is_column(m.from)) {
    const int length = run(s, m.from, group.data());
    if (length == 0) return "that column is empty";
    if (m.count > length) {
      return "only " + std::to_string(length) + " card" + (length == 1 ? "" : "s") + " from " +
             name(group[length - 1]) + " down may be lifted together";
    }
  } else {
    if (m.count != 1) return "only one card leaves a cell or a foundation";
    if (is_cell(m.from)) {
      group[0] = s.cell[m.from - kFirstCell];
      if (group[0] == kNoCard) return "that cell is empty";
    } else {
      if (!r.foundation_return) return "cards do not come back from the foundations in this game";
      if (s.home[m.from - kFirstHome] == 0) return "that foundation is empty";
      if (is_home(m.to)) return "a card on its foundation is home already";
      group[0] = make_card(s.home[m.from - kFirstHome] - 1, m.from - kFirstHome);
    }
  }
  const Card card = group[m.count - 1];
  if (is_home(m.to)) {
    if (r.leave == Leave::kRuns) return "only complete runs leave, and they leave by themselves";
    if (m.count != 1) return "cards go home one at a time";
    if (m.to - kFirstHome != suit_of(card)) return name(card) + " belongs on the other foundation";
    if (fits_home(s, card)) return std::nullopt;
    return name(card) + " does not fit yet: its foundation waits for " +
           name(make_card(s.home[suit_of(card)], suit_of(card)));
  }
  if (is_cell(m.to)) {
    if (is_cell(m.from)) return "from one cell to another nothing changes";
    if (m.count != 1) return "a cell holds one card";
    if (s.cell[m.to - kFirstCell] == kNoCard) return std::nullopt;
    return "that cell holds " + name(s.cell[m.to - kFirstCell]);
  }
  const int cells = empty_cells(s);
  int columns = empty_columns(s);
  const Card target = s.top[m.to];
  if (target == kNoCard) {
    if (!may_fill(card)) {
      return r.empty_column == Fill::kNone ? std::string("an empty column stays empty in this game")
                                           : "only a king may fill an empty column, not " + name(card);
    }
    --columns;
  } else if (!related(m.count == 1 ? r.build : r.group_drop, card, target)) {
    return name(card) + " does not go on " + name(target);
  }
  const int limit = group_limit(cells, columns);
  if (m.count <= limit) return std::nullopt;
  return std::to_string(m.count) + " cards are too many: free cells and columns carry " + std::to_string(limit);
}

template <const PatienceRules* Fixed, int kCards>
Key128 PatienceEngine<Fixed, kCards>::compute_key(const State& s) {
  Key128 key{s.base, 0};
  for (int c = 0; c < kDeck; ++c) key ^= kLinkKeys[c][s.below[c]];
  return key;
}

template <const PatienceRules* Fixed, int kCards>
PatienceSetup PatienceEngine<Fixed, kCards>::setup(const State& s) const {
  PatienceSetup out;
  out.base = s.base;
  out.home = s.home;
  for (int i = 0; i < rules().columns; ++i) {
    std::vector<Card> column;
    std::uint8_t down = 0;
    for (std::uint8_t link = s.top[i]; link < kCards || (kClosed && link != kNoCard && link >= kFaceDown);) {
      if (link >= kFaceDown) ++down;
      const Card c = link >= kFaceDown ? Card(link - kFaceDown) : Card(link);
      column.push_back(to_printed(printed(c), s.base));
      link = s.below[c];
    }
    out.columns.emplace_back(column.rbegin(), column.rend());
    if constexpr (kClosed) out.down.push_back(down);
  }
  if constexpr (kClosed) {
    for (int i = s.stock_count; i-- > 0;) out.stock.push_back(printed(s.stock[i]));
  }
  for (int i = 0; i < rules().cells; ++i) {
    out.cells.push_back(s.cell[i] == kNoCard ? kNoCard : to_printed(s.cell[i], s.base));
  }
  return out;
}

template <const PatienceRules* Fixed, int kCards>
typename PatienceEngine<Fixed, kCards>::State PatienceEngine<Fixed, kCards>::position(
    const PatienceSetup& setup) const {
  const PatienceRules& r = rules();
  const auto bad = [](const std::string& what) { return std::invalid_argument(what); };
  if (setup.columns.size() > r.columns) throw bad("too many columns: this game has " + std::to_string(r.columns));
  if (setup.cells.size() > r.cells) throw bad("too many cells: this game has " + std::to_string(r.cells));
  if (setup.base >= kRanks) throw bad("the base rank must be 0 to 12");
  if (r.base == BaseRank::kAce && setup.base != 0) throw bad("the base rank must be 0: foundations start with aces");
  State s{};
  s.below.fill(kNoCard);
  s.top.fill(kNoCard);
  s.cell.fill(kNoCard);
  s.home = setup.home;
  s.base = setup.base;
  if constexpr (kClosed) {
    place_by_faces(s, setup);
    return s;
  }
  const auto place = [&](Card printed, std::uint8_t link) {
    if (printed >= kDeck) throw bad("unknown card");
    const Card c = to_relative(printed, s.base);
    if (s.below[c] == kAtHome) throw bad(format_card(printed) + " is on its foundation already");
    if (s.below[c] != kNoCard) throw bad(format_card(printed) + " appears twice");
    s.below[c] = link;
    return c;
  };
  for (int suit = 0; suit < kSuits; ++suit) {
    if (s.home[suit] > kRanks) throw bad("a foundation holds at most 13 cards");
    if (r.leave == Leave::kRuns && s.home[suit] % kRanks != 0) throw bad("only complete runs leave in this game");
    for (int rank = 0; rank < s.home[suit]; ++rank) s.below[make_card(rank, suit)] = kAtHome;
  }
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    std::uint8_t link = kOnFloor;
    for (const Card printed : setup.columns[i]) s.top[i] = link = place(printed, link);
  }
  for (std::size_t i = 0; i < setup.cells.size(); ++i) {
    if (setup.cells[i] != kNoCard) s.cell[i] = place(setup.cells[i], kInCell);
  }
  for (Card c = 0; c < kDeck; ++c) {
    if (s.below[c] == kNoCard) throw bad(format_card(to_printed(c, s.base)) + " is missing");
  }
  s.key = compute_key(s);
  if (r.leave == Leave::kRuns) {
    for (int i = 0; i < r.columns; ++i) {
      if (s.top[i] != kNoCard) remove_complete_run(s, i);
    }
  }
  return s;
}

// Which column each dealt card goes to: row by row, left to right, full columns left out. Where
// every column's size is given, the last row is kept back for all of them, as PySolFC deals.
template <const PatienceRules* Fixed, int kCards>
std::vector<int> PatienceEngine<Fixed, kCards>::deal_order(std::size_t cards) const {
  const PatienceRules& r = rules();
  const auto sizes = std::span(r.column_cards).first(r.columns);
  const bool given = std::ranges::none_of(sizes, [](int size) { return size == 0; });
  std::array<int, kMaxColumns> room{};
  for (int i = 0; i < r.columns; ++i) room[i] = given ? sizes[i] - 1 : sizes[i] != 0 ? sizes[i] : kCards;
  std::vector<int> order;
  const std::size_t last_row = given ? cards - r.columns : cards;
  for (int column = 0; order.size() < last_row; column = (column + 1) % r.columns) {
    if (room[column] == 0) continue;
    --room[column];
    order.push_back(column);
  }
  for (int column = 0; order.size() < cards; ++column) order.push_back(column);
  return order;
}

// Each king changes places with the deepest card of its column that is no king, as PySolFC deals.
inline void sink_kings(std::vector<Card>& column) {
  const auto is_king = [](Card c) { return rank_of(c) == kRanks - 1; };
  for (std::size_t depth = 0; depth < column.size(); ++depth) {
    if (!is_king(column[depth])) continue;
    const auto deepest = std::find_if_not(column.begin(), column.begin() + std::ptrdiff_t(depth), is_king);
    std::iter_swap(deepest, column.begin() + std::ptrdiff_t(depth));
  }
}

template <const PatienceRules* Fixed, int kCards>
typename PatienceEngine<Fixed, kCards>::State PatienceEngine<Fixed, kCards>::deal(std::span<const Card> given) const {
  const PatienceRules& r = rules();
  PatienceSetup out;
  const int size = kClosed ? card_count(r) : kDeck;
  if (int(given.size()) != size) {
    throw std::invalid_argument("a deck of this game has " + std::to_string(size) + " cards");
  }
  std::vector<Card> deck(given.begin(), given.end());
  if (r.deck_reversed) std::reverse(deck.begin(), deck.end());
  for (const Card c : deck) {
    if (c >= kDeck) throw std::invalid_argument("unknown card in the deck");
  }
  out.base = r.base == BaseRank::kBeak ? std::uint8_t(rank_of(deck[0])) : 0;
  std::vector<Card> cards;
  for (std::size_t i = 0; i < deck.size(); ++i) {
    const bool is_base = rank_of(deck[i]) == out.base;
    // Penguin's beak itself stays in the tableau; the other three of its rank go home.
    const bool beak = r.base == BaseRank::kBeak && i == 0;
    if (r.base_cards_out && is_base && !beak) {
      out.home[suit_of(deck[i])] = 1;
    } else {
      cards.push_back(deck[i]);
    }
  }
  std::size_t in_tableau = cards.size() - r.cells_filled;
  if (r.stock == Stock::kRows) {
    in_tableau = std::accumulate(r.column_cards.begin(), r.column_cards.end(), std::size_t(0));
    out.stock.assign(cards.begin() + std::ptrdiff_t(in_tableau), cards.end());
    cards.resize(in_tableau);
  }
  const std::vector<int> order = deal_order(in_tableau);
  out.columns.resize(r.columns);
  for (std::size_t k = 0; k < in_tableau; ++k) {
    const int suit = suit_of(cards[k]);
    if (r.deal_to_foundations && rank_of(to_relative(cards[k], out.base)) == out.home[suit]) {
      ++out.home[suit];  // its column gets none this row
    } else {
      out.columns[order[k]].push_back(cards[k]);
    }
  }
  for (std::size_t k = in_tableau; k < cards.size(); ++k) out.cells.push_back(cards[k]);
  out.down.assign(r.face_down.begin(), r.face_down.begin() + r.columns);
  if (r.kings == KingsTo::kSink) {
    for (auto& column : out.columns) sink_kings(column);
  }
  return position(out);
}

}  // namespace winnable

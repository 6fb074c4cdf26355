// Positions from setups and back, and deals; included by patience/engine.cpp only.
#pragma once

#include <algorithm>
#include <numeric>

#include "patience/engine.hpp"

namespace winnable {

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

// What games with a stock, face-down cards and cards that look alike need besides;
// included by patience/engine.cpp only.
#pragma once

#include <algorithm>

#include "patience/engine.hpp"

namespace winnable {

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_no_row(const State& s) const {
  if (rules().stock == Stock::kNone) return "this game has no stock";
  if (stock_count(s) == 0) return "the stock is empty";
  if (!rules().deal_over_empty && empty_columns(s) > 0) return "no row is dealt while a column is empty";
  return std::nullopt;
}

template <const PatienceRules* Fixed, int kCards>
void PatienceEngine<Fixed, kCards>::deal_row(State& s) const {
  const int cards = std::min<int>(stock_count(s), rules().columns);
  if constexpr (kClosed) {
    for (int column = 0; column < cards; ++column) {
      const Card c = s.stock[--s.stock_count];
      s.below[c] = s.top[column] == kNoCard ? kOnFloor : s.top[column];
      s.top[column] = c;
    }
  }
  for (int column = 0; column < cards; ++column) remove_complete_run(s, column);
}

template <const PatienceRules* Fixed, int kCards>
Observation PatienceEngine<Fixed, kCards>::observe(const State& s) const {
  Observation out;
  const PatienceSetup all = setup(s);
  for (std::size_t i = 0; i < all.columns.size(); ++i) {
    const auto& column = all.columns[i];
    for (int depth = 0; depth < all.down[i]; ++depth) ++out.unseen[column[depth]];
    out.columns.push_back({all.down[i], {column.begin() + all.down[i], column.end()}});
  }
  for (const Card c : all.stock) ++out.unseen[c];
  out.stock = std::uint8_t(stock_count(s));
  for (int suit = 0; suit < kSuits; ++suit) out.runs[suit] = s.home[suit] / kRanks;
  return out;
}

template <const PatienceRules* Fixed, int kCards>
void PatienceEngine<Fixed, kCards>::place_by_faces(State& s, const PatienceSetup& setup) const {
  const auto bad = [](const std::string& what) { return std::invalid_argument(what); };
  const PatienceRules& r = rules();
  // The next card that looks like this one and is not placed yet.
  const auto take = [&](Card face) {
    if (face >= kDeck) throw bad("unknown card");
    if (printed(face) != face) throw bad(format_card(face) + " is of a suit that this game does not have");
    for (int c = rank_of(face) * kSuits; c < card_count(r); c += c % kSuits == kSuits - 1 ? kDeck - kSuits + 1 : 1) {
      if (s.below[c] == kNoCard && printed(Card(c)) == face) return Card(c);
    }
    throw bad("too many cards " + format_card(face));
  };
  if (!setup.down.empty() && setup.down.size() != setup.columns.size()) {
    throw bad("face-down cards must be counted for each column");
  }
  for (int suit = 0; suit < kSuits; ++suit) {
    if (s.home[suit] % kRanks != 0) throw bad("only complete runs leave in this game");
    for (int i = 0; i < s.home[suit]; ++i) s.below[take(make_card(i % kRanks, suit))] = kAtHome;
  }
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    const auto& column = setup.columns[i];
    const std::size_t down = setup.down.empty() ? 0 : setup.down[i];
    if (down > column.size() || (down > 0 && down == column.size())) {
      throw bad("the last card of column " + std::to_string(i + 1) + " must lie face up");
    }
    std::uint8_t link = kOnFloor;
    for (std::size_t depth = 0; depth < column.size(); ++depth) {
      const Card c = take(column[depth]);
      s.below[c] = link;
      s.top[i] = c;
      link = depth < down ? Card(c + kFaceDown) : c;
    }
  }
  if (!setup.stock.empty() && r.stock == Stock::kNone) throw bad("this game has no stock");
  if constexpr (kClosed) {
    s.stock_count = std::uint8_t(setup.stock.size());
    for (std::size_t i = 0; i < setup.stock.size(); ++i) {
      const Card c = take(setup.stock[i]);
      s.below[c] = kOnFloor;  // taken; told apart by its place in the stock
      s.stock[setup.stock.size() - 1 - i] = c;
    }
  }
  for (int c = 0; c < card_count(r); ++c) {
    if (s.below[c] == kNoCard) throw bad(format_card(printed(Card(c))) + " is missing");
  }
  for (int i = 0; i < r.columns; ++i) {
    if (s.top[i] != kNoCard) remove_complete_run(s, i);
  }
}

template <const PatienceRules* Fixed, int kCards>
std::vector<std::vector<std::uint8_t>> PatienceEngine<Fixed, kCards>::piles_by_faces(const State& s) const {
  const PatienceSetup all = setup(s);
  std::vector<std::vector<std::uint8_t>> piles(all.columns.begin(), all.columns.end());
  for (std::size_t i = 0; i < piles.size(); ++i) {
    for (int depth = 0; depth < all.down[i]; ++depth) piles[i][depth] += kFaceDown;
  }
  if (columns_alike(s)) {
    std::sort(piles.begin(), piles.end(), [](const auto& a, const auto& b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    });
  }
  piles.push_back(all.stock);
  piles.emplace_back(s.home.begin(), s.home.end());
  return piles;
}

template <const PatienceRules* Fixed, int kCards>
Key128 PatienceEngine<Fixed, kCards>::key_by_faces(const State& s) const {
  // FNV-1a over the piles, each with its end, then spread to 128 bits.
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  std::uint64_t other = 0x9E3779B97F4A7C15ULL;
  const auto add = [&](std::uint64_t byte) {
    hash = (hash ^ byte) * 0x100000001B3ULL;
    other = (other ^ (byte + 0x51)) * 0xD6E8FEB86659FD93ULL;
    other ^= other >> 32;
  };
  for (const auto& pile : piles_by_faces(s)) {
    for (const std::uint8_t c : pile) add(c);
    add(kNoCard);
  }
  return {splitmix64(hash), splitmix64(other)};
}

}  // namespace winnable

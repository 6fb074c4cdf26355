// Small random positions of random pairing games, for tests against plain searches.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pairing/engine.hpp"
#include "pairing/text.hpp"

namespace winnable::pairing_cases {

using Random = std::mt19937_64;

inline int below(Random& random, int n) { return int(random() % std::uint64_t(n)); }
inline bool one_in(Random& random, int n) { return below(random, n) == 0; }

// The same on every platform, which std::shuffle is not.
template <class Cards>
void shuffle(Cards& cards, Random& random) {
  for (int i = int(cards.size()) - 1; i > 0; --i) std::swap(cards[i], cards[below(random, i + 1)]);
}

// Half of them as in the best-known game, where time is short and pairs within the stock help.
inline PairingRules random_rules(Random& random) {
  PairingRules r;
  r.scoring = Scoring::kNone;
  if (one_in(random, 2)) {
    r.rows = std::uint8_t(2 + below(random, 4));
    r.passes = std::uint8_t(1 + below(random, 3));
    return r;
  }
  r.rows = std::uint8_t(one_in(random, 3) ? 7 : 2 + below(random, 5));
  r.tableau = one_in(random, 4) ? Tableau::kTriangle : Tableau::kPyramid;
  r.passes = std::uint8_t(below(random, 4));
  r.draw = std::uint8_t(one_in(random, 2) ? 1 : 1 + below(random, 4));
  r.waste_cards = std::uint8_t(below(random, 2));
  r.stock_top = StockTop(one_in(random, 2) ? 2 : below(random, 3));
  r.overlap = one_in(random, 3);
  r.goal = one_in(random, 3) ? PairingGoal::kAll : PairingGoal::kTableau;
  r.play_on = r.rows % 2 == 0;
  if (one_in(random, 6)) {
    r.columns = std::uint8_t(1 + below(random, 10));
    r.passes = r.draw = 1;
    r.waste_cards = 0;
    r.stock_top = StockTop::kOpen;
  }
  return r;
}

// A deck of which only so many cards are in play: whole pairs and kings, or now and then any.
inline std::vector<Card> random_cards(Random& random, int count) {
  std::vector<Card> cards;
  std::array<Card, kDeck> deck;
  std::iota(deck.begin(), deck.end(), Card{0});
  shuffle(deck, random);
  const bool any = one_in(random, 10);
  std::array<bool, kDeck> taken{};
  for (const Card c : deck) {
    if (int(cards.size()) >= count || taken[c]) continue;
    const Card mate = rank_of(c) == kKing ? c : make_card(kKing - 1 - rank_of(c), suit_of(c));
    taken[c] = taken[mate] = true;
    cards.push_back(c);
    if (mate != c && !any) cards.push_back(mate);
  }
  shuffle(cards, random);
  return cards;
}

// About `count` cards: a tableau of which the cards dealt last may be gone, the rest in stock and
// waste, or in columns.
inline PairingState random_position(const Pairing& game, Random& random, int count) {
  std::vector<Card> cards = random_cards(random, count);
  const auto next = [&] {
    const Card c = cards.back();
    cards.pop_back();
    return c;
  };
  PairingSetup setup;
  const int slots = game.tableau_slots();
  const int tableau = std::min({slots, int(cards.size()), 1 + below(random, count)});
  for (int slot = 0; slot < slots; ++slot) setup.tableau.push_back(slot < tableau ? next() : kNoCard);
  if (const int columns = game.rules().columns; columns > 0) {
    setup.columns.resize(std::size_t(columns));
    const std::size_t depth = std::size_t((kDeck - slots) / columns);
    for (auto& column : setup.columns) {
      while (column.size() < depth && !cards.empty() && !one_in(random, 4)) column.push_back(next());
    }
  } else {
    const std::size_t waste = one_in(random, 2) ? 0 : random() % (cards.size() + 1);
    while (!cards.empty() && setup.waste.size() + setup.stock.size() < std::size_t(kDeck - slots)) {
      (setup.waste.size() < waste ? setup.waste : setup.stock).push_back(next());
    }
    setup.pass = std::uint8_t(game.unlimited() ? 0 : below(random, game.rules().passes));
  }
  return game.position(setup);
}

// Positions, exactly: found by their keys, told apart by same().
class PositionMap {
 public:
  explicit PositionMap(const Pairing& game) : game_(game) {}
  // True: new.
  bool add(const PairingState& s) {
    auto& bucket = positions_[game_.key(s)];
    for (const PairingState& known : bucket) {
      if (game_.same(known, s)) return false;
    }
    bucket.push_back(s);
    return true;
  }

 private:
  const Pairing& game_;
  std::unordered_map<Key128, std::vector<PairingState>, Key128Hash> positions_;
};

inline std::string describe(const Pairing& game, const PairingState& s) {
  const PairingRules& r = game.rules();
  std::string out = "rows " + std::to_string(r.rows) + (r.tableau == Tableau::kTriangle ? " triangle" : "") +
                    " columns " + std::to_string(r.columns) + " passes " + std::to_string(r.passes) + " draw " +
                    std::to_string(r.draw) + " top " + std::to_string(int(r.stock_top)) +
                    (r.overlap ? " overlap" : "") + (r.goal == PairingGoal::kAll ? " all" : "") + "; pass " +
                    std::to_string(s.pass);
  const PairingSetup setup = game.setup(s);
  const auto list = [&](const std::string& name, const std::vector<Card>& cards) {
    out += "; " + name;
    for (const Card c : cards) out += " " + (c == kNoCard ? std::string("--") : format_card(c));
  };
  list("tableau", setup.tableau);
  for (const auto& column : setup.columns) list("column", column);
  list("waste", setup.waste);
  list("stock", setup.stock);
  return out;
}

}  // namespace winnable::pairing_cases

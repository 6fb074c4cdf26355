// What the tests of Spider share: its rules, and decks shuffled by a seed.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/key.hpp"
#include "patience/engine.hpp"

namespace winnable::spider_cases {

inline PatienceRules spider_rules(int suits = 4, bool deal_over_empty = false) {
  PatienceRules r;
  r.decks = 2;
  r.suits = static_cast<std::uint8_t>(suits);
  r.columns = 10;
  r.cells = 0;
  r.build = r.group_drop = Build::kAny;
  r.group_lift = Build::kSuit;
  r.group_size = GroupSize::kUnlimited;
  r.leave = Leave::kRuns;
  r.stock = Stock::kRows;
  r.deal_over_empty = deal_over_empty;
  r.column_cards = {6, 6, 6, 6, 5, 5, 5, 5, 5, 5};
  r.face_down = {5, 5, 5, 5, 4, 4, 4, 4, 4, 4};
  return r;
}

// A deck of the game, first dealt first.
inline std::vector<Card> shuffled(const Spider& game, std::uint64_t seed) {
  std::vector<Card> deck;
  for (int c = 0; c < card_count(game.rules()); ++c) deck.push_back(game.printed(static_cast<Card>(c)));
  for (std::size_t i = deck.size(); i-- > 1;) std::swap(deck[i], deck[splitmix64(seed) % (i + 1)]);
  return deck;
}

}  // namespace winnable::spider_cases

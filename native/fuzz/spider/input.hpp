// Games of the Spider kind from a fuzzer's bytes.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "fuzz/fuzz.hpp"
#include "patience/engine.hpp"

namespace winnable::fuzz {

inline PatienceRules spiderette() {
  PatienceRules r;
  r.columns = 7;
  r.cells = 0;
  r.build = r.group_drop = Build::kAny;
  r.group_lift = Build::kSuit;
  r.group_size = GroupSize::kUnlimited;
  r.leave = Leave::kRuns;
  r.stock = Stock::kRows;
  r.column_cards = {1, 2, 3, 4, 5, 6, 7};
  r.face_down = {0, 1, 2, 3, 4, 5, 6};
  return r;
}

// Any rules of the kind that the engine takes; what it refuses becomes Spiderette.
inline PatienceRules read_spider_rules(Bytes& bytes) {
  PatienceRules r = spiderette();
  const std::uint8_t shape = bytes.next();
  r.decks = (shape & 1) != 0 ? 2 : 1;
  r.suits = std::uint8_t((shape & 2) != 0 ? 4 : 1 + (shape >> 2 & 1));
  r.columns = std::uint8_t(1 + bytes.next() % kMaxColumns);
  r.column_cards.fill(0);
  r.face_down.fill(0);
  if ((shape & 8) != 0) {
    r.build = r.group_drop = Build::kSuit;
    r.group_lift = Build::kAny;
    r.group_size = GroupSize::kHeap;
  }
  if ((shape & 16) != 0) r.empty_column = Fill::kKing;
  r.stock = (shape & 32) != 0 ? Stock::kRows : Stock::kNone;
  r.deal_over_empty = (shape & 64) != 0 && r.stock == Stock::kRows;
  if ((shape & 128) != 0) r.run_removal = RunRemoval::kMayStay;
  for (int i = 0; i < r.columns && r.stock == Stock::kRows; ++i) {
    r.column_cards[i] = std::uint8_t(1 + bytes.next() % 8);
    r.face_down[i] = std::uint8_t(bytes.next() % r.column_cards[i]);
  }
  try {
    validate(r);
  } catch (const std::invalid_argument&) {
    return spiderette();
  }
  return r;
}

// Whatever a position of play must fulfil.
inline void check_position(const Spider& game, const SpiderState& s) {
  const PatienceSetup setup = game.setup(s);
  const SpiderState again = game.position(setup);
  expect(game.same(s, again) && game.key(s) == game.key(again));
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    expect(setup.columns[i].empty() ? setup.down[i] == 0 : setup.down[i] < setup.columns[i].size());
  }
  const Observation seen = game.observe(s);
  expect(seen == game.observe(again) && seen.stock == setup.stock.size());
  MoveList<PatienceMove> moves;
  game.all_moves(s, moves);
  expect(std::is_sorted(moves.begin(), moves.end()));
  for (const PatienceMove& move : moves) expect(game.is_legal(s, move));
}

}  // namespace winnable::fuzz

// Pairing games from a fuzzer's bytes.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "fuzz/fuzz.hpp"
#include "pairing/engine.hpp"

namespace winnable::fuzz {

// Any rules that the engine takes; what it refuses becomes Microsoft's Pyramid.
inline PairingRules read_pairing_rules(Bytes& bytes) {
  PairingRules rules;
  const std::uint8_t shape = bytes.next();
  rules.tableau = (shape & 1) != 0 ? Tableau::kTriangle : Tableau::kPyramid;
  rules.overlap = (shape & 2) != 0;
  rules.goal = (shape & 4) != 0 ? PairingGoal::kAll : PairingGoal::kTableau;
  rules.stock_top = StockTop((shape >> 3 & 3) % 3);
  rules.scoring = Scoring((shape >> 5 & 3) % 3);
  rules.rows = std::uint8_t((shape & 128) != 0 ? 7 : 1 + bytes.next() % kMaxRows);
  rules.passes = std::uint8_t(bytes.next() % (kMaxPasses + 1));
  rules.draw = std::uint8_t(1 + bytes.next() % kMaxDraw);
  const std::uint8_t waste = bytes.next();
  rules.waste_cards = waste % 4;
  rules.play_on = (waste & 4) != 0;
  rules.face_down_rows = std::uint8_t(bytes.next() % (rules.rows + 1));
  rules.columns = std::uint8_t(rules.passes == 1 && rules.draw == 1 ? bytes.next() % 14 : 0);
  try {
    validate(rules);
  } catch (const std::invalid_argument&) {
    return {};
  }
  return rules;
}

// Whatever a position of play must fulfil.
inline void check_position(const Pairing& game, const PairingState& state) {
  const PairingState again = game.position(game.setup(state));
  expect(game.same(state, again) && game.key(state) == game.key(again));
  expect(game.score(state) == game.score(again) && game.outcome(state) == game.outcome(again));
  expect((game.available(state) & ~game.known(state)) == 0 && (game.known(state) & ~state.left) == 0);
  MoveList<PairingMove> moves;
  game.legal_moves(state, moves);
  expect(std::is_sorted(moves.begin(), moves.end()));
  for (const PairingMove& move : moves) expect(!game.why_illegal(state, move));
}

}  // namespace winnable::fuzz

// Setups from a fuzzer: position() takes or refuses them, and what it takes prints as it came,
// has legal moves only, and plays on with keys that agree with those computed afresh.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "fuzz/fuzz.hpp"
#include "patience/engine.hpp"

namespace winnable {
namespace {

using fuzz::Bytes;
using fuzz::expect;

// A whole deck shuffled and cut into piles by the bytes, then spoiled in a few places, so that
// both legal and illegal setups come up often.
PatienceSetup read_setup(Bytes& bytes) {
  PatienceSetup setup;
  setup.base = bytes.next() % 16;
  std::vector<Card> deck;
  for (int suit = 0; suit < kSuits; ++suit) {
    setup.home[suit] = bytes.next() % 16;
    for (int rank = std::min<int>(setup.home[suit], kRanks); rank < kRanks; ++rank) {
      deck.push_back(to_printed(make_card(rank, suit), setup.base % kRanks));
    }
  }
  const int cells = bytes.next() % 6;
  for (int i = 0; i < cells && !deck.empty(); ++i) {
    const std::size_t at = bytes.next() % (deck.size() + 1);
    setup.cells.push_back(at < deck.size() ? deck[at] : kNoCard);
    if (at < deck.size()) deck.erase(deck.begin() + std::ptrdiff_t(at));
  }
  setup.columns.resize(1 + bytes.next() % 9);
  while (!deck.empty()) {
    const std::size_t at = bytes.next() % deck.size();
    setup.columns[bytes.next() % setup.columns.size()].push_back(deck[at]);
    deck.erase(deck.begin() + std::ptrdiff_t(at));
  }
  for (int spoil = bytes.next() % 4; spoil > 0; --spoil) {
    auto& column = setup.columns[bytes.next() % setup.columns.size()];
    if (!column.empty()) column[bytes.next() % column.size()] = bytes.next();
  }
  return setup;
}

void check_moves(const Patience& game, PatienceState state, Bytes& bytes) {
  MoveList<PatienceMove> moves;
  for (int step = 0; step < 8; ++step) {
    game.all_moves(state, moves);
    expect(std::is_sorted(moves.begin(), moves.end()));
    for (const auto& move : moves) expect(game.is_legal(state, move));
    if (moves.empty()) return;
    game.apply(state, moves[bytes.next() % moves.size()]);
    expect(state.key == Patience::compute_key(state));
    expect(game.same(state, game.position(game.setup(state))));
  }
}

}  // namespace
}  // namespace winnable

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  Bytes bytes(data, size);
  PatienceRules rules;
  rules.foundation_return = (bytes.next() & 1) != 0;
  const Patience game(rules);
  const PatienceSetup setup = read_setup(bytes);
  PatienceState state;
  try {
    state = game.position(setup);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  PatienceSetup back = game.setup(state);
  expect(back.home == setup.home && back.base == setup.base);
  back.columns.resize(setup.columns.size());
  expect(back.columns == setup.columns);
  check_moves(game, state, bytes);
  return 0;
}

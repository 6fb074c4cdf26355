// Setups of pairing games from a fuzzer: position() takes or refuses them, and what it takes prints
// as it came and plays on as positions do.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "fuzz/pairing/input.hpp"

namespace winnable {
namespace {

using fuzz::Bytes;
using fuzz::expect;

// A deck cut into piles by the bytes, then spoiled in a few places, so that both legal and illegal
// setups come up often.
PairingSetup read_setup(const Pairing& game, Bytes& bytes) {
  PairingSetup setup;
  std::vector<Card> deck;
  for (int card = 0; card < kDeck; ++card) deck.push_back(Card(card));
  const auto take = [&] {
    const std::size_t at = bytes.next() % deck.size();
    const Card card = deck[at];
    deck.erase(deck.begin() + std::ptrdiff_t(at));
    return card;
  };
  const int left = bytes.next() % (game.tableau_slots() + 1);
  for (int slot = 0; slot < game.tableau_slots(); ++slot) setup.tableau.push_back(slot < left ? take() : kNoCard);
  setup.columns.resize(game.rules().columns);
  for (int more = bytes.next() % 32; more > 0 && !deck.empty(); --more) {
    const std::uint8_t pile = bytes.next();
    auto& to = setup.columns.empty() ? (pile % 2 == 0 ? setup.waste : setup.stock)
                                     : setup.columns[pile % setup.columns.size()];
    to.push_back(take());
  }
  setup.pass = std::uint8_t(bytes.next() % 4);
  if (bytes.next() % 2 == 0) return setup;
  const std::uint8_t spoil = bytes.next();
  auto& pile = spoil % 3 == 0 ? setup.waste : spoil % 3 == 1 ? setup.stock : setup.tableau;
  if (!pile.empty()) pile[bytes.next() % pile.size()] = bytes.next();
  return setup;
}

void same_piles(PairingSetup a, const PairingSetup& b) {
  a.columns.resize(b.columns.size());
  expect(a.tableau == b.tableau && a.columns == b.columns && a.waste == b.waste && a.stock == b.stock &&
         a.pass == b.pass);
}

}  // namespace
}  // namespace winnable

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  Bytes bytes(data, size);
  const Pairing game(fuzz::read_pairing_rules(bytes));
  const PairingSetup setup = read_setup(game, bytes);
  PairingState state;
  try {
    state = game.position(setup);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  same_piles(setup, game.setup(state));
  MoveList<PairingMove> moves;
  for (int step = 0; step < 12; ++step) {
    fuzz::check_position(game, state);
    game.legal_moves(state, moves);
    if (moves.empty()) return 0;
    game.apply(state, moves[bytes.next() % moves.size()]);
  }
  return 0;
}

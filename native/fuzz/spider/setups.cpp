// Setups of Spider and its kin from a fuzzer: position() takes or refuses them, and what it takes
// prints as it came, but for complete runs, and plays on as positions do.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "fuzz/spider/input.hpp"

namespace winnable {
namespace {

using fuzz::Bytes;
using fuzz::expect;

// The pack without some runs cut into piles by the bytes, then spoiled in a few places, so that both
// legal and illegal setups come up often.
PatienceSetup read_setup(const Spider& game, Bytes& bytes) {
  PatienceSetup setup;
  std::vector<Card> pack;
  for (int c = 0; c < card_count(game.rules()); ++c) pack.push_back(game.printed(Card(c)));
  for (int gone = bytes.next() % 8; gone > 0; --gone) {
    const int suit = game.printed(Card(bytes.next() % kSuits)) % kSuits;
    setup.home[suit] = std::uint8_t(setup.home[suit] + kRanks);
    for (int rank = 0; rank < kRanks; ++rank) {
      const auto at = std::find(pack.begin(), pack.end(), make_card(rank, suit));
      if (at != pack.end()) pack.erase(at);
    }
  }
  setup.columns.resize(1 + bytes.next() % kMaxColumns);
  const bool stock = (bytes.next() & 1) != 0;
  while (!pack.empty()) {
    const std::size_t at = bytes.next() % pack.size();
    const std::size_t pile = bytes.next() % (setup.columns.size() + (stock ? 1 : 0));
    auto& to = pile < setup.columns.size() ? setup.columns[pile] : setup.stock;
    to.push_back(pack[at]);
    pack.erase(pack.begin() + std::ptrdiff_t(at));
  }
  for (const auto& column : setup.columns) {
    setup.down.push_back(std::uint8_t(column.empty() ? 0 : bytes.next() % column.size()));
  }
  for (int spoil = bytes.next() % 4; spoil > 0; --spoil) {
    auto& column = setup.columns[bytes.next() % setup.columns.size()];
    if (!column.empty()) column[bytes.next() % column.size()] = bytes.next();
  }
  return setup;
}

int runs_of(const PatienceSetup& setup) {
  int cards = 0;
  for (const std::uint8_t n : setup.home) cards += n;
  return cards / kRanks;
}

}  // namespace
}  // namespace winnable

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  Bytes bytes(data, size);
  const Spider game(fuzz::read_spider_rules(bytes));
  const PatienceSetup setup = read_setup(game, bytes);
  SpiderState state;
  try {
    state = game.position(setup);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  PatienceSetup back = game.setup(state);
  if (runs_of(back) == runs_of(setup)) {
    back.columns.resize(setup.columns.size());
    expect(back.columns == setup.columns && back.stock == setup.stock && back.home == setup.home);
  }
  MoveList<PatienceMove> moves;
  for (int step = 0; step < 12; ++step) {
    fuzz::check_position(game, state);
    game.all_moves(state, moves);
    if (moves.empty()) return 0;
    game.apply(state, moves[bytes.next() % moves.size()]);
  }
  return 0;
}

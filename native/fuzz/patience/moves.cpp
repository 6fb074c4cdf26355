// Move texts from a fuzzer: whatever parse_move reads is legal, has one spelling that reads
// back as the same move, and leaves a state whose key is the one computed afresh.
#include <cstdint>
#include <string_view>

#include "core/deal_numbers.hpp"
#include "fuzz/fuzz.hpp"
#include "patience/engine.hpp"
#include "patience/text.hpp"

namespace winnable {
namespace {

using fuzz::expect;

PatienceRules rules_of(std::uint8_t byte) {
  PatienceRules rules;
  rules.columns = std::uint8_t(4 + (byte & 7));
  rules.cells = std::uint8_t((byte >> 3) & 7);
  rules.foundation_return = (byte & 64) != 0;
  if ((byte & 128) != 0) rules.empty_column = Fill::kKing;
  return rules;
}

void play(const Patience& game, PatienceState& state, std::string_view text) {
  MoveList<PatienceMove> legal;
  game.all_moves(state, legal);
  const auto move = fuzz::read_move(game, state, legal, text);
  if (!move) return;
  game.apply(state, *move);
  expect(state.key == Patience::compute_key(state));
}

}  // namespace
}  // namespace winnable

// The first byte chooses rules, the second a deal, and the rest is moves parted by spaces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  if (size < 2) return 0;
  const Patience game(rules_of(data[0]));
  PatienceState state = game.deal(microsoft_deck(data[1]));
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  fuzz::for_each_part(text, ' ', [&](std::string_view word) { play(game, state, word); });
  return 0;
}

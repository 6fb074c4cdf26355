// Rules as text from a fuzzer: a value is refused, or reads back as it was set and deals a game
// with all 52 cards whose listed moves are legal.
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "core/deal_numbers.hpp"
#include "fuzz/fuzz.hpp"
#include "patience/engine.hpp"
#include "patience/rules_text.hpp"

namespace winnable {
namespace {

using fuzz::expect;

void deal(const PatienceRules& rules) {
  try {
    validate(rules);
  } catch (const std::invalid_argument&) {
    return;
  }
  const Patience game(rules);
  const PatienceState state = game.deal(microsoft_deck(617));
  expect(game.same(state, game.position(game.setup(state))));
  MoveList<PatienceMove> moves;
  game.all_moves(state, moves);
  for (const auto& move : moves) expect(game.is_legal(state, move));
}

}  // namespace
}  // namespace winnable

// Lines of key=value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  PatienceRules rules;
  fuzz::for_each_part(text, '\n', [&](std::string_view line) { fuzz::set_line(rules, line); });
  deal(rules);
  return 0;
}

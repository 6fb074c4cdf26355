// Rules as text from a fuzzer: a value is refused, or reads back as it was set and deals a game
// with all 52 cards whose listed moves are legal.
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "core/deal_numbers.hpp"
#include "games/patience.hpp"
#include "games/patience_rules_text.hpp"

namespace winnable {
namespace {

void expect(bool condition) {
  if (!condition) std::abort();
}

void set_line(PatienceRules& rules, std::string_view line) {
  const std::size_t equals = std::min(line.find('='), line.size());
  try {
    set_rule(rules, line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
  } catch (const std::invalid_argument&) {
    return;
  }
  PatienceRules back;
  for (const auto& [key, value] : rule_items(rules)) set_rule(back, key, value);
  expect(back == rules);
}

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
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    set_line(rules, text.substr(at, end - at));
    at = end + 1;
  }
  deal(rules);
  return 0;
}

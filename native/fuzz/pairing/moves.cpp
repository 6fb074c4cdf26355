// Move texts of pairing games from a fuzzer: whatever parse_move reads is legal, has one spelling
// that reads back as the same move, and leads to a sound position.
#include <cstdint>
#include <string_view>

#include "core/deal_numbers.hpp"
#include "fuzz/pairing/input.hpp"
#include "pairing/text.hpp"

namespace winnable {
namespace {

using fuzz::expect;

void play(const Pairing& game, PairingState& state, std::string_view text) {
  MoveList<PairingMove> legal;
  game.legal_moves(state, legal);
  const auto move = fuzz::read_move(game, state, legal, text);
  if (!move) return;
  game.apply(state, *move);
  fuzz::check_position(game, state);
}

}  // namespace
}  // namespace winnable

// Eight bytes choose rules and a deal, and the rest is moves parted by spaces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  constexpr std::size_t kHead = 8;
  if (size < kHead) return 0;
  fuzz::Bytes head(data, kHead);
  const Pairing game(fuzz::read_pairing_rules(head));
  PairingState state = game.deal(microsoft_deck(data[kHead - 1]));
  const std::string_view text(reinterpret_cast<const char*>(data + kHead), size - kHead);
  fuzz::for_each_part(text, ' ', [&](std::string_view word) { play(game, state, word); });
  return 0;
}

// Move texts of Undead from a fuzzer: whatever parse_move reads is legal, has one spelling that reads
// back as the same move, and leads to a sound position.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/undead/input.hpp"

namespace winnable {
namespace {

using fuzz::expect;

// Any board of at most 8x8 whose totals fit, with no sighting shown.
UndeadState read_board(fuzz::Bytes& bytes) {
  UndeadSetup setup;
  setup.width = 1 + bytes.next() % 8;
  setup.height = 1 + bytes.next() % 8;
  for (int i = 0; i < setup.width * setup.height; ++i) {
    const std::uint8_t b = bytes.next() % 16;
    const Square square = b < 11 ? Square::kOpen : static_cast<Square>(b - 10);
    setup.squares.push_back(square);
    if (!is_mirror(square)) ++setup.totals[square == Square::kOpen ? b % 3 : kind_of(given_in(square))];
  }
  setup.sightings.assign(static_cast<std::size_t>(2 * (setup.width + setup.height)), kHidden);
  return Undead::start(std::make_shared<const UndeadBoard>(std::move(setup)));
}

void play(UndeadState& state, std::string_view text) {
  const Undead game;
  MoveList<UndeadMove> legal;
  game.legal_moves(state, legal);
  const auto move = fuzz::read_move(game, state, legal, text);
  if (!move) return;
  const UndeadState before = state;
  game.apply(state, *move);
  expect(!game.same(before, state) && game.key(before) != game.key(state));
  fuzz::check_position(state);
  fuzz::check_lines(state);
}

}  // namespace
}  // namespace winnable

// The first bytes choose a board, and what follows the first line break is moves parted by spaces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t head = std::min(text.find('\n'), size);
  fuzz::Bytes bytes(data, head);
  UndeadState state = read_board(bytes);
  fuzz::check_position(state);
  fuzz::for_each_part(text.substr(head), ' ', [&](std::string_view word) { play(state, word); });
  return 0;
}

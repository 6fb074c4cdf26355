// Game IDs of Undead from a fuzzer: an ID is refused with a place in it, or makes a sound board that is
// written as an ID of the same board.
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/undead/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto state = fuzz::read_undead_board(text);
  if (!state) return 0;
  fuzz::check_lines(*state);
  fuzz::check_position(*state);
  const UndeadBoard& board = *state->board;
  const std::string id = format_game_id(board.setup());
  const auto again = fuzz::read_undead_board(id);
  fuzz::expect(again && *again->board == board && again->board->key() == board.key());
  fuzz::expect(parse_game_id(text, false).setup == board.setup());
  if (const auto line = impossible_line(*state)) fuzz::expect(!Undead().won(*state));
  return 0;
}

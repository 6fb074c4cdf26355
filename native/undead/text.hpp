// Undead as text: moves (`r2c3=g`), the labels of sightings (`D1`), and the game IDs of Simon Tatham's
// puzzles (`4x4dn:3,4,2,LbRaLcRaRLaRa,0,3,…`).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "undead/board.hpp"

namespace winnable {

// ".gvz\\/" by Square, and the same letters for monsters.
inline constexpr std::string_view kSquareLetters = ".gvz\\/";
constexpr char letter_of(Monster m) { return kSquareLetters[static_cast<std::size_t>(m)]; }
constexpr char letter_of(Square s) { return kSquareLetters[static_cast<std::size_t>(s)]; }

// The way a sighting looks, and its number in reading order: D1 from the top, L1 from the right, U1 from
// below, R1 from the left.
std::string sighting_label(const UndeadBoard& board, int end);
// `r2c3`, from 1.
std::string square_label(const UndeadBoard& board, int square);

std::string format_move(const UndeadMove& m);
// Reads `r2c3=g`; throws std::invalid_argument if it is no move, IllegalMove if it is not legal here.
UndeadMove parse_move(const Undead& engine, const UndeadState& s, std::string_view text);

// An ID that cannot be read: `offset` is the place in it, from 0.
struct GameIdError : std::invalid_argument {
  GameIdError(std::size_t offset, const std::string& what, std::string expected)
      : std::invalid_argument(what), offset(offset), expected(std::move(expected)) {}
  std::size_t offset;
  std::string expected;
};

struct GameId {
  UndeadSetup setup;
  char grade = 0;                             // e, n, t; 0: none named
  std::array<std::size_t, 3> total_offset{};  // where each part begins, for errors
  std::vector<std::size_t> square_offset;     // one more than there are squares
  std::vector<std::size_t> sighting_offset;
};

// Throws GameIdError. What it reads need be no board yet: see UndeadBoard. `offsets` false leaves the
// offsets out, for speed.
GameId parse_game_id(std::string_view text, bool offsets = true);
// Without a grade; a hidden sighting is `-`, as PocketPuzzles has it.
std::string format_game_id(const UndeadSetup& setup);

}  // namespace winnable

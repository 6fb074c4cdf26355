// Moves as text, in the standard notation of FreeCell solutions.
//
// Two letters, from and to: columns 1-9, then 0 (the tenth), x, y, z; cells a-g, then i;
// home h. `26` moves the longest group that may go; `26v2` exactly two cards (hexadecimal).
// Where cards may come back from the foundations, an upper-case suit letter is a source: `S3`.
// `deal` deals a row from the stock; `26v14` moves a heap of more cards than a run has.
#pragma once

#include <string>
#include <string_view>

#include "core/illegal_move.hpp"
#include "patience/engine.hpp"

namespace winnable {

inline constexpr std::string_view kCellLetters = "abcdefgi";

// The shortest text that parse_move reads back as this very (legal) move.
// `longest`: the most cards that may go between the move's two columns; of no account for other piles.
std::string format_move(const PatienceMove& move, int longest);
std::string format_move(const Patience& game, const PatienceState& state, const PatienceMove& move);
std::string format_move(const Spider& game, const SpiderState& state, const PatienceMove& move);

// Throws std::invalid_argument if the text is no move at all, IllegalMove with the reason
// if it names one that may not be made here. The result is legal.
PatienceMove parse_move(const Patience& game, const PatienceState& state, std::string_view text);
PatienceMove parse_move(const Spider& game, const SpiderState& state, std::string_view text);

}  // namespace winnable

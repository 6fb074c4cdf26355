// Moves in words, and boards as text.
#pragma once

#include <string>

#include "patience/engine.hpp"

namespace winnable {

// `5H 4S from column 2 onto 6C in column 6`; `AS from cell a home`. The move is legal here.
std::string describe_move(const Patience& game, const PatienceState& state, const PatienceMove& move);

// Both headers, every empty cell as `-`, a line for each column: the format of Freecell Solver.
std::string format_board(const Patience& game, const PatienceState& state);

// The same added to a text, and the cards that a legal move carries, as they are printed, deepest first: `5H 4S`.
void append_description(std::string& out, const Patience& game, const PatienceState& state, const PatienceMove& move);
void append_board(std::string& out, const Patience& game, const PatienceState& state);
void append_cards(std::string& out, const Patience& game, const PatienceState& state, const PatienceMove& move);

}  // namespace winnable

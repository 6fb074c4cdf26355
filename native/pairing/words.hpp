// Moves of pairing games in words, boards as text, and whole solutions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/solution_lines.hpp"
#include "pairing/engine.hpp"

namespace winnable {

// `in the pyramid` (`in row 7` if asked), `in column 3`, `on the waste`, `in the stock` below its top.
// Throws std::invalid_argument for a card that has left.
std::string place_name(const Pairing& game, const PairingState& state, Card card, bool with_row);

// `8S in the pyramid with 5D on the waste`, `the king KH in row 7`, `draw: 4S to the waste`,
// `recycle the waste: pass 2 of 3`. Throws std::invalid_argument for a card that has left.
std::string describe_move(const Pairing& game, const PairingState& state, const PairingMove& move);

// The tableau in rows, then a line for each pile, and the pass where there are several.
void append_board(std::string& out, const Pairing& game, const PairingState& state);

// A solution written out, from one replay.
struct PairingWritten {
  int removals = 0;
  int draws = 0;
  int recycles = 0;
  int score = 0;                   // at its end; 0 without a scoring
  std::vector<std::string> texts;  // of the moves
  std::string body;                // the lines below the head
};

// Throws IllegalMove, with the move's number, where one is.
PairingWritten write_solution(const Pairing& game, const PairingState& start, std::span<const PairingMove> moves,
                              Style style);

}  // namespace winnable

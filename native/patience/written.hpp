// A solution written out under an autoplay, from one replay.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/solution_lines.hpp"
#include "patience/engine.hpp"

namespace winnable {

struct Written {
  Autoplay autoplay = Autoplay::kNone;  // what was wanted, or the strongest below it that the solution allows
  int moves = 0;                        // of the whole solution, automatic ones too
  int cards = 0;                        // that these carry
  int steps = 0;                        // of single cards
  std::optional<int> player;            // of `moves`, those that the player makes under `autoplay`
  std::vector<std::string> texts;       // of the moves that are written, in standard notation
  std::string body;                     // the lines below the head
};

// `moves` hold all moves from `start`, automatic ones too. Throws IllegalMove where one is.
Written write_solution(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves,
                       Style style, Autoplay wanted);

}  // namespace winnable

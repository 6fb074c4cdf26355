// Checks explanations of Undead by other means than they are found by: for tests, and for anybody who wants
// to be sure.
//
// That a step follows is checked by going through the fillings of exactly the cells that its clues are
// about, sum by sum; that it is true, by asking the solver for a solution with a candidate that was ruled
// out. Slow: for boards up to about 7x7.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "undead/board.hpp"
#include "undead/explain/explain.hpp"

namespace winnable {

// Can the clues of a reason be met with these candidates, by cell? Not for what-ifs.
bool can_be_met(const UndeadBoard& board, std::span<const Candidates> candidates, const UndeadReason& reason);

// What is wrong with an explanation of this position, in one line; nothing where every step follows from
// the clues it names and from the steps before it, and rules out nothing that a solution has.
std::optional<std::string> explanation_fault(const UndeadState& s, const UndeadExplanation& e);

}  // namespace winnable

// Why a board of Undead has no solution: the fewest clues that already contradict each other.
//
// The smallest unsatisfiable subset, by implicit hitting sets: whatever contradicts itself must hold a clue
// of every set of clues whose absence would allow a filling. So the smallest set that hits all those
// known so far is either a contradiction, and then none is smaller, or it shows another such set.
// Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set
// dualization" (CP 2015).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "undead/board.hpp"

namespace winnable {

// A sighting by its end, the three totals together, or a monster that is given or filled in, by its cell.
struct UndeadClue {
  enum class Kind : std::uint8_t { kSighting, kTotals, kMonster };
  Kind kind = Kind::kSighting;
  int index = 0;
  friend constexpr auto operator<=>(const UndeadClue&, const UndeadClue&) = default;
};

struct UndeadConflict {
  std::vector<UndeadClue> clues;  // sorted
  // No set of fewer clues contradicts itself. Else a limit came first: none of these can be left out, but
  // other, smaller sets may exist.
  bool fewest = false;
};

// Nothing where the position can be completed, or where the limits end before anything is known.
std::optional<UndeadConflict> find_conflict(const UndeadState& s, const Limits& limits, const CancelFlag* cancel);

// `D1`, `the totals`, `r2c3=g`.
std::string clue_label(const UndeadState& s, const UndeadClue& clue);

}  // namespace winnable

// What every solver of Undead answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "undead/board.hpp"

namespace winnable {

// `moves` fill the open cells in reading order, as in the first of the `fillings`. kSolved says that there
// is a solution; whether there are more is another question, which `solutions` and `all` answer. A limit
// met while others are sought leaves the verdict kSolved and is the reason.
struct UndeadAnswer : Result<UndeadMove> {
  std::uint64_t solutions = 0;     // different solutions found, no more than were sought
  bool all = false;                // proved: there are no others
  std::vector<Monsters> fillings;  // the first two of them
  std::string why;                 // kUnsolvable: what contradicts what, where that was asked for
};

}  // namespace winnable

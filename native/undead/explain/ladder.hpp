// Undead's ladder below what-ifs: the easiest reason that still rules something out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/masks.hpp"
#include "undead/explain/reasons.hpp"

namespace winnable::ladder {

// A reason with what it rules out.
struct Finding {
  Reason reason;
  Effect effect = Effect::kNothing;
  std::vector<Cut> cuts;
};

// Candidates on the way through the ladder. Remembers which reasons have nothing more to say.
class Ladder {
 public:
  Ladder(const Reasons& reasons, Masks masks);

  const Masks& masks() const { return masks_; }
  // Leaves at most these candidates in a cell.
  void keep(const Reasons& reasons, int cell, Candidates left);
  void take(const Reasons& reasons, std::span<const Cut> cuts);

  // Might this reason say something new?
  bool is_open(const Reason& reason) const;
  // It has been applied to the candidates as they are, and ruled out nothing.
  void close(const Reason& reason) { tried_[reason.number] = clock_; }

 private:
  Masks masks_;
  std::uint32_t clock_ = 1;
  std::uint32_t changed_ = 1;                // when any cell was last changed
  std::vector<std::uint32_t> changed_line_;  // when one of its cells was
  std::vector<std::uint32_t> tried_;         // by reason
};

// The first reason up to this level that rules something out or is broken, easiest first; kNothing: none,
// or the budget is spent. `best`: of those of its level the one that fills the most cells, then the one that
// rules out the most.
Finding easiest(Reasons& reasons, Ladder& ladder, Level most, bool best, Budget& budget);

}  // namespace winnable::ladder

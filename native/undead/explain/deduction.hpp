// Chains of deductions in Undead, cut down to what is needed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/masks.hpp"
#include "undead/explain/reasons.hpp"

namespace winnable::ladder {

// UndeadStep in small: a reason, or a what-if, with what it rules out.
struct Deduction {
  Reason reason;  // of no meaning in a what-if
  std::vector<Cut> cuts{};
  int assumed_cell = -1;  // a what-if: else -1
  Monster assumed = Monster::kNone;
  std::vector<Deduction> chain{};
  Reason broken{};
  bool shortest = false;

  bool is_what_if() const { return assumed_cell >= 0; }
};

UndeadStep full_step(const Reasons& reasons, const Deduction& d);
// Deductions in all, those in chains included.
std::size_t count_steps(std::span<const Deduction> steps);
// How hard they are together: the sum of their levels, those in chains included.
int hardness(std::span<const Deduction> steps);

// The same deduction from other candidates; nothing where it rules out nothing there.
std::optional<Deduction> redo(Reasons& reasons, const Deduction& d, const Masks& masks);

// What a chain of deductions is for.
struct Goal {
  enum class Kind : std::uint8_t { kAll, kFilled, kBroken };
  Kind kind = Kind::kAll;  // kAll: everything that the whole chain rules out
  int cell = -1;           // kFilled: this cell has one candidate left
  Reason broken{};         // kBroken: this reason cannot be met
};

// Leaves out, from the last one back, whatever is not needed for the goal; what remains still follows, step
// by step, and none of it can be left out. Where the budget ends first, fewer are left out.
void trim(Reasons& reasons, const Masks& start, std::vector<Deduction>& steps, const Goal& goal, Budget& budget);

}  // namespace winnable::ladder

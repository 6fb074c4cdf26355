// Undead's ladder in rounds: every reason that has something to say is heard before any is heard again.
//
// So whatever L deductions can show is shown within L rounds, and short chains are found first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/deduction.hpp"
#include "undead/explain/ladder.hpp"

namespace winnable::ladder {

class Rounds {
 public:
  enum class Outcome : std::uint8_t { kWentOn, kNothingNew, kBroken, kStopped };

  Rounds(Ladder base, Level most) : ladder_(std::move(base)), most_(most) {}

  Outcome advance(Reasons& reasons, Budget& budget);

  const Ladder& ladder() const { return ladder_; }
  // What was found, in an order in which each follows.
  const std::vector<Deduction>& steps() const { return steps_; }
  // After kBroken: what cannot be met after these steps.
  const std::vector<Reason>& broken() const { return broken_; }

 private:
  Ladder ladder_;
  Level most_;
  std::vector<Deduction> steps_;
  std::vector<Reason> broken_;
};

}  // namespace winnable::ladder

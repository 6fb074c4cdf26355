// Which candidates of a position of Undead are in some solution.
#pragma once

#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/masks.hpp"
#include "undead/solve/solver.hpp"

namespace winnable::ladder {

class Possible {
 public:
  // By cell. Nothing where a limit ends it; stop_reason() says which. `masks` hold every solution.
  std::optional<std::vector<Candidates>> find(const UndeadState& s, const Masks& masks, Budget& budget,
                                              const CancelFlag* cancel);
  StopReason stop_reason() const { return reason_; }

 private:
  bool ask(const UndeadState& s, const std::vector<Candidates>& candidates, Budget& budget, const CancelFlag* cancel);

  UndeadSolver solver_;
  UndeadAnswer answer_;
  StopReason reason_ = StopReason::kExhausted;
};

}  // namespace winnable::ladder

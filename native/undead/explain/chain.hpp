// Is there a chain of at most so many deductions of Undead that breaks? Every chain is tried.
//
// Deductions only ever rule out more, so chains that differ in the order of steps that do not see each other
// lead to the same candidates: of those one is tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/deduction.hpp"
#include "undead/explain/ladder.hpp"

namespace winnable::ladder {

class ChainSearch {
 public:
  enum class Found : std::uint8_t { kNone, kChain, kGaveUp };

  // Reasons up to a level; gives up after that many.
  ChainSearch(Reasons& reasons, Level most, std::uint64_t effort, Budget& budget)
      : reasons_(reasons), most_(most), effort_(effort), budget_(budget) {}

  // From candidates that are broken by `steps` deductions or fewer: those, and what breaks.
  Found find(const Ladder& from, std::size_t steps);
  const std::vector<Deduction>& chain() const { return chain_; }
  const Reason& broken() const { return broken_; }

 private:
  Found search(Ladder ladder, std::vector<Deduction> open, std::size_t steps);
  Found hear(Ladder& ladder, std::vector<Deduction>& open);

  Reasons& reasons_;
  Level most_;
  std::uint64_t effort_;
  Budget& budget_;
  std::vector<Deduction> chain_;
  Reason broken_;
};

}  // namespace winnable::ladder

// The shortest what-if of Undead: assume a monster in a cell, and follow the ladder to where it breaks.
//
// All assumptions are followed at once, round by round, so that the one that breaks first is found without
// the others being followed to their ends. Every chain that breaks is cut down to what it needs; then all
// chains that are shorter still are tried, as far as that is no great effort. Chains with reasons of two
// lines are sought only where none with easier ones breaks, and what-ifs within what-ifs only where no chain
// without them does.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/explain/deduction.hpp"
#include "undead/explain/ladder.hpp"
#include "undead/explain/rounds.hpp"

namespace winnable::ladder {

class WhatIfs {
 public:
  WhatIfs(Reasons& reasons, Budget& budget) : reasons_(reasons), budget_(budget) {}

  // From candidates that no easier reason narrows. `possible`: those, by cell, that are in a solution and
  // so need not be assumed; empty: none is. Nothing: all of them are, or the budget is spent, or it would take
  // a what-if within a what-if and `nested` is false.
  std::optional<Deduction> shortest(const Ladder& base, std::span<const Candidates> possible, bool nested);

 private:
  struct Assumption {
    int cell;
    Monster monster;
    Rounds rounds;
    Ladder start;
    bool live = true;
    bool breaks = true;  // for all that is known
  };
  using Found = std::optional<Deduction>;
  // Reasons tried in search of a chain of one length.
  static constexpr std::uint64_t kEffort = 100'000;

  std::vector<Assumption> assumptions(const Ladder& base, std::span<const Candidates> possible, Level most);
  Found at_depth(const Ladder& base, std::span<const Candidates> possible, int depth);
  Found in_rounds(const Ladder& base, std::span<const Candidates> possible, Level most);
  Found nested(const Ladder& base, std::span<const Candidates> possible, int depth);
  bool follow(Ladder& ladder, int depth, std::vector<Deduction>& chain, Reason& broken);
  void offer(Found& best, const Ladder& base, const Assumption& a, std::vector<Deduction> chain, const Reason& broken);
  Reason plainest(Masks masks, std::span<const Deduction> chain, const Reason& broken);
  void advance(std::vector<Assumption>& all, const Ladder& base, Found& best, bool& live);
  void shorten(std::span<const Assumption> all, const Ladder& base, Level most, std::size_t least, Found& best);
  bool stopped() const { return budget_.stop_reason() != StopReason::kExhausted; }

  Reasons& reasons_;
  Budget& budget_;
  bool inside_ = false;  // another what-if: then any short chain will do
};

}  // namespace winnable::ladder

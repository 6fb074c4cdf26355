// Proof that Undead's sightings and totals contradict each other all together.
//
// Each sum gets a weight, so that the weighted sums of any filling would have to come to the weighted sum of
// the targets. Where they cannot, not even with the best monster in each cell, there is no solution. Such
// weights are sought like a perceptron's (Rosenblatt, 1958; Agmon, 1954, for linear inequalities): the
// filling that comes nearest says by what each weight is to change. They exist whenever the sums contradict
// each other in fractions of monsters, and whole numbers are kept throughout. In the midst of a search they
// show that the decisions so far lead nowhere, and which of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/sums.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Weights {
 public:
  // Weights of 0, for sums that are not to change while these are used.
  void start(const Sums& sums);

  enum class End { kContradiction, kNone, kStopped };
  // From the weights so far on, with what `trail` leaves open.
  End run(const Trail& trail, std::uint64_t rounds, Budget& budget);
  // After a contradiction: true literals that no solution has together. What became true last is left out
  // where the others suffice.
  void explain(const Trail& trail, std::vector<Lit>& out);
  std::uint64_t bytes() const;

 private:
  std::array<std::int64_t, 3> weights_of(std::uint32_t cell) const;
  std::int64_t weigh(const Trail& trail);

  const Sums* sums_ = nullptr;
  std::vector<std::int64_t> weights_;
  std::vector<int> misses_;
  std::int64_t excess_ = 0;             // of the last round
  std::vector<std::int64_t> lightest_;  // by cell
  std::vector<Lit> barred_;
};

}  // namespace winnable::undead

// Proof that Undead's sightings and totals contradict each other all together.
//
// Each sum gets a weight, so that the weighted sums of any filling would have to come to the weighted sum of
// the targets. Where they cannot, not even with the best monster in each cell, there is no solution (Farkas'
// lemma). The relaxation names such weights as near as its numbers get; rounded to whole ones they either prove
// it exactly or prove nothing. In the midst of a search they show that the decisions so far
// lead nowhere, and which of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "undead/solve/relaxation.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Weights {
 public:
  // Do the weights of `relaxation`, which is not to change before `explain`, show that what `trail` leaves open
  // cannot be?
  bool prove(const Relaxation& relaxation, const Trail& trail);
  // After a contradiction: true literals that no solution has together. What became true last is left out
  // where the others suffice.
  void explain(const Trail& trail, std::vector<Lit>& out);
  std::uint64_t bytes() const;

 private:
  std::array<std::int64_t, 3> weights_of(std::uint32_t cell) const;

  const Relaxation* relaxation_ = nullptr;
  std::vector<std::int64_t> weights_;
  std::int64_t excess_ = 0;
  std::vector<std::int64_t> lightest_;  // by cell
  std::vector<Lit> barred_;
};

}  // namespace winnable::undead

// Provably shortest solutions of pairing games.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/engine.hpp"

namespace winnable {

enum class FewestMetric : std::uint8_t {
  kActions,   // draws, recycles and removals
  kRemovals,  // removals
  kPasses,    // recycles and the pass that is going on; none where there is no stock
};

// What moves cost.
double cost_in(const Pairing& game, FewestMetric metric, const std::vector<PairingMove>& moves);

// Solves any number of positions of one game, one after the other; working memory is kept between them.
// Not for two threads at once.
class PairingFewest {
 public:
  PairingFewest(const Pairing& game, FewestMetric metric);
  PairingFewest(PairingFewest&&) noexcept;
  PairingFewest& operator=(PairingFewest&&) noexcept;
  ~PairingFewest();

  // A solution of least cost in the metric: first any solution (PairingDecider), then A* (Hart, Nilsson
  // and Raphael, 1968) under its cost. SOLVED with reason kGoal: cost == lower_bound, proved least.
  // SOLVED with another reason: a limit was met first, and no solution costs less than lower_bound.
  // UNKNOWN: a limit met before any solution. UNSOLVABLE is proved. `moves` holds every move, whatever
  // the metric counts. With no limit on time and no cancelling the answer depends on nothing but its
  // arguments.
  PairingAnswer solve(const PairingState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

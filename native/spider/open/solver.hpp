// Open Spider, all cards known: a win, or the proof that there is none.
//
// Beams of growing width look for a win; where columns stand empty that a row needs filled, the player without
// undo has a try before them. Between them a complete search, given more positions each time, proves what is
// small enough to be proved. A win is then shortened by local repairs; it is not a shortest one.
#pragma once

#include <memory>
#include <string>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "patience/engine.hpp"

namespace winnable {

struct SpiderAnswer : Result<PatienceMove> {
  std::string why;  // what makes a position lost at sight (spider/dead_end.hpp); else empty
};

// Solves any number of positions of one game, one after the other. Not for two threads at once.
class SpiderOpenSolver {
 public:
  // Throws std::invalid_argument for rules that validate() rejects.
  explicit SpiderOpenSolver(const PatienceRules& rules);
  SpiderOpenSolver(SpiderOpenSolver&&) noexcept;
  SpiderOpenSolver& operator=(SpiderOpenSolver&&) noexcept;
  ~SpiderOpenSolver();

  // `moves` holds every move from `start` on; cost is their number. kUnsolvable is proved: every position
  // that can be reached was looked at, and kept whole. kUnknown says which limit was met. With no limit
  // on time and no cancelling the answer depends on nothing but its arguments. Throws std::logic_error if
  // moves do not replay: a fault of the solver, never of the input.
  SpiderAnswer solve(const SpiderState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

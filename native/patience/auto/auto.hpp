// The `auto` solver: an answer, quickly, to "can this position be won, and how?".
//
// First a portfolio of greedy best-first searches, each with a fixed number of positions; if
// none wins, an exhaustive search, which either wins or proves that no solution exists. Where
// that takes long, it pauses for quick searches, beams and larger greedy ones, in turns that
// grow (patience/auto/plan.hpp). The solution is then shortened by local repairs; it is not a
// shortest one.
#pragma once

#include <memory>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "patience/engine.hpp"

namespace winnable {

// Solves any number of positions of one game, one after the other; working memory is kept
// between them. Not for two threads at once.
class AutoSolver {
 public:
  // `autoplay`: kMax asks whether the game can be won where every card that can go home does, at once after
  // each move. The others ask whether it can be won at all, for what they send home is never missed.
  // Throws std::invalid_argument for rules that validate() rejects.
  explicit AutoSolver(const PatienceRules& rules, Autoplay autoplay = Autoplay::kNone);
  AutoSolver(AutoSolver&&) noexcept;
  AutoSolver& operator=(AutoSolver&&) noexcept;
  ~AutoSolver();

  // `moves` holds every move from `start` on, home moves and forced ones included; cost is their number.
  // Unsolvable is proved (StopReason::kExhausted). Unknown says which limit was met. With no
  // limit on time and no cancelling the answer depends on nothing but its arguments.
  Result<PatienceMove> solve(const PatienceState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

  // What the two halves need, whatever the engine; defined in auto.cpp.
  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// One position. For many, keep an AutoSolver.
Result<PatienceMove> solve_auto(const Patience& game, const PatienceState& start, const Limits& limits = {},
                                const CancelFlag* cancel = nullptr, Autoplay autoplay = Autoplay::kNone);

}  // namespace winnable

// Short solutions, soon, then shorter ones for as long as there is time.
//
// A beam search (patience/short/beam.hpp) whose width grows. Where it fails the complete search
// `auto` answers, so no deal is lost and an unsolvable one is proved so.
#pragma once

#include <functional>
#include <memory>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "patience/engine.hpp"

namespace winnable {

// Called with each solution better than all before; false: stop with this one.
using ImprovementCallback = std::function<bool(const Result<PatienceMove>&)>;

// Solves one deal after another, keeping its tables. One solver serves one thread.
class ShortSolver {
 public:
  // `autoplay` as in AutoSolver.
  explicit ShortSolver(const Patience& game, Autoplay autoplay = Autoplay::kNone);
  ~ShortSolver();
  ShortSolver(ShortSolver&&) noexcept;
  ShortSolver& operator=(ShortSolver&&) noexcept;

  // The best solution found from `start`: an explicit list, home moves included. `cost` counts
  // every move, a group moved at once as one (Metric::kMoves); no solution is shorter than
  // `lower_bound`. With neither limits.nodes nor limits.seconds set it stops after a small fixed
  // effort; else it goes on until one of them is spent, the solution is proved shortest, or memory
  // holds no wider beam. Deterministic if limits.seconds is not set.
  Result<PatienceMove> solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel = nullptr,
                             const ImprovementCallback& on_improvement = {});

 private:
  class Search;
  template <class Engine>
  class SearchWith;
  std::unique_ptr<Search> search_;
};

// ShortSolver for a single deal.
Result<PatienceMove> solve_short(const Patience& game, const PatienceState& start, const Limits& limits,
                                 const CancelFlag* cancel = nullptr, const ImprovementCallback& on_improvement = {});

}  // namespace winnable

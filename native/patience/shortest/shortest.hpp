// Provably shortest solutions, or the best found and how short one could still be.
#pragma once

#include "core/limits.hpp"
#include "core/result.hpp"
#include "patience/engine.hpp"
#include "patience/metric.hpp"
#include "patience/short/short.hpp"

namespace winnable {

// A solution shortest in `metric`: A* (Hart, Nilsson and Raphael, 1968) with the admissible bound
// of patience/lower_bound.hpp, under the length of what the `short` solver finds first (it gets a
// small fixed effort, or half of limits.nodes or limits.seconds where those are set).
//
// SOLVED with reason kGoal: cost == lower_bound, proved shortest. SOLVED with another reason: the
// limit met; no solution costs less than lower_bound. UNSOLVABLE is proved. The moves are an
// explicit list, home moves included, whatever the metric counts. `on_improvement` hears each
// better solution (with the bound known at the time); false stops.
Result<PatienceMove> solve_shortest(const Patience& game, const PatienceState& start, Metric metric,
                                    const Limits& limits, const CancelFlag* cancel = nullptr,
                                    const ImprovementCallback& on_improvement = {});

}  // namespace winnable

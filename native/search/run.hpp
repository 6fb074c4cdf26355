// What the searches share: their options, their bookkeeping, and the way from a node to moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "core/limits.hpp"
#include "core/result.hpp"
#include "search/node_store.hpp"
#include "search/problem.hpp"

namespace winnable {

inline constexpr std::uint32_t kNoDepthLimit = 0;

struct SearchOptions {
  std::uint32_t depth_limit = kNoDepthLimit;  // depth_first, iterative_deepening, ida_star
  std::uint32_t beam_width = 1000;            // beam
  Units weight = kUnit;                       // weighted A*: of the estimate, in millionths
  std::uint64_t table_bytes = 64'000'000;     // ida_star, iterative deepening; 0: no table
  // The estimate never exceeds the true cost. Bounds and optimality are claimed only then, and
  // only then is a position left out at kDeadEnd a proof.
  bool admissible = false;
};

// One search at work. Obs: an observer of core/events.hpp.
template <class G, class Obs>
class Run {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  Run(const G& game, const SearchOptions& options, Budget& budget, Obs& observer)
      : game(game), options(options), budget(budget), observer(observer) {}

  const G& game;
  const SearchOptions& options;
  Budget& budget;
  Obs& observer;
  Stats stats;
  bool left_out = false;  // positions were left out without proof: exhausted proves nothing
  double lower_bound = 0;
  std::uint64_t open = 0;  // positions that wait to be expanded, for observers

  bool spend() {
    if (!budget.spend()) return false;
    ++stats.expanded;
    return true;
  }

  // `way(event)` adds the moves to the position (search/trail.hpp).
  template <class Way>
  void event(EventKind kind, const Key128& key, std::uint32_t node, std::uint32_t parent, std::uint32_t depth,
             Units cost, const Way& way, Units h = 0) {
    if constexpr (Obs::kActive) {
      observer.note(kind, observer.listens() && notable(kind, h), [&] {
        Event e;
        e.node = node;
        e.parent = parent;
        e.depth = depth;
        e.cost = cost;
        e.estimate = h == kDeadEnd ? 0 : h;
        e.key = key;
        e.open = open;
        e.bound = lower_bound;
        e.seconds = budget.seconds();
        way(e);
        return e;
      });
    }
  }
  // A search that begins anew with more room says so: the next event is notable.
  void new_round() { news_ = true; }
  bool observed() const { return observer.listens(); }

  void deepen(std::uint32_t depth) { stats.depth = std::max<std::uint64_t>(stats.depth, depth); }

  // A bound on the cost of every solution, in units; unit costs make whole moves of it.
  void bound(Units units) {
    if constexpr (!HasCost<G>) units = (units + kUnit - 1) / kUnit * kUnit;
    lower_bound = std::max(lower_bound, static_cast<double>(units) / kUnit);
  }

  // kDeadEnd, or an estimate that is small enough to calculate with.
  Units estimate_of(const State& s) const {
    const Units h = estimate(game, s);
    if (h != kDeadEnd && (h > kMostUnits || h < -kMostUnits)) {
      throw std::domain_error("an estimate must be infinite, or between a million moves and minus a million");
    }
    return h;
  }
  Units cost_of(const State& s, const Move& m) const {
    const Units c = move_cost(game, s, m);
    if constexpr (HasCost<G>) {
      if (c < 0 || c > kMostUnits) throw std::domain_error("a move must cost from 0 to a million");
    }
    return c;
  }

  Result<Move> solved(std::vector<Move> moves, Units cost) {
    Result<Move> r = finish(Verdict::kSolved, StopReason::kGoal);
    r.moves = std::move(moves);
    r.cost = static_cast<double>(cost) / kUnit;
    r.lower_bound = std::min(r.lower_bound, r.cost);
    return r;
  }
  Result<Move> solved(const NodeStore<G>& nodes, const State& start, std::uint32_t goal) {
    Units cost = 0;
    std::vector<Move> moves = moves_along(nodes, start, nodes.line_to(goal), cost);
    return solved(std::move(moves), cost);
  }

  struct Step {
    Move move;
    State next;
    Units cost;
  };
  // The cheapest move that leads from a position, as play has it, to one that is kept.
  Step step_to(const State& here, const Packed<G>& there) const {
    MoveList<Move> legal;
    game.legal_moves(here, legal);
    std::optional<Step> best;
    for (const Move& m : legal) {
      State child = game.play_unchecked(here, m);
      if (!same_packed(game, pack(game, child), there)) continue;
      const Units c = cost_of(here, m);
      if (!best || c < best->cost) best = Step{m, std::move(child), c};
    }
    if (!best) throw std::logic_error("the game does not repeat itself: a move found in search is gone");
    return std::move(*best);
  }

  Result<Move> stopped() { return finish(Verdict::kUnknown, budget.stop_reason()); }
  // Nothing is left to search.
  Result<Move> exhausted() {
    if (left_out || !is_whole(game)) return finish(Verdict::kUnknown, StopReason::kIncomplete);
    return finish(Verdict::kUnsolvable, StopReason::kExhausted);
  }

 private:
  bool notable(EventKind kind, Units h) {
    const bool better = kind == EventKind::kGenerate && h != 0 && h < best_;
    if (better) best_ = h;
    const bool found = better || news_ || kind == EventKind::kGoal || lower_bound > told_bound_;
    news_ = false;
    told_bound_ = lower_bound;
    return found;
  }

  Result<Move> finish(Verdict verdict, StopReason reason) {
    Result<Move> r;
    r.verdict = verdict;
    r.reason = reason;
    r.lower_bound = verdict == Verdict::kUnsolvable ? 0 : lower_bound;
    stats.peak_bytes = budget.peak_bytes();
    stats.seconds = budget.seconds();
    r.stats = stats;
    return r;
  }

  // Nodes may hold their piles in another order than play does, so each move is found again in
  // the position that play has reached: the cheapest of those that lead on.
  std::vector<Move> moves_along(const NodeStore<G>& nodes, const State& start, const std::vector<std::uint32_t>& line,
                                Units& total) const {
    std::vector<Move> moves;
    State here = start;
    for (std::size_t i = 1; i < line.size(); ++i) {
      auto [move, next, cost] = step_to(here, nodes[line[i]].position);
      moves.push_back(std::move(move));
      total += cost;
      here = std::move(next);
    }
    return moves;
  }

  // What the observer has been told of.
  Units best_ = kDeadEnd;
  double told_bound_ = 0;
  bool news_ = false;
};

}  // namespace winnable

#include "patience/shortest/shortest.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "patience/shortest/search.hpp"

namespace winnable {

namespace {

// What every solution pays, whatever it does besides.
int forced_cost(const Patience& game, const PatienceState& s, Metric metric) {
  if (metric == Metric::kPlayerSafe || game.rules().leave == Leave::kRuns) return 0;
  return kDeck - s.home[0] - s.home[1] - s.home[2] - s.home[3];
}

// One call of solve_shortest: the best so far, and what it owes the caller.
class Shortest {
 public:
  Shortest(const Patience& game, const PatienceState& start, Metric metric, const ImprovementCallback& callback)
      : game_(game), start_(start), metric_(metric), callback_(callback), forced_(forced_cost(game, start, metric)) {}

  Result<PatienceMove> solve(const Limits& limits, const CancelFlag* cancel) {
    Limits half = limits;
    half.nodes = limits.nodes > 1 ? limits.nodes / 2 : limits.nodes;
    half.seconds = limits.seconds / 2;
    const Result<PatienceMove> found = ShortSolver(game_).solve(
        start_, half, cancel, [this](const Result<PatienceMove>& r) { return improve(r.moves); });
    best_.stats = found.stats;
    if (found.verdict == Verdict::kUnsolvable) return found;
    if (!go_on_) return finish(StopReason::kCancelled);
    Limits rest = limits;
    if (limits.nodes != 0) rest.nodes = limits.nodes - std::min(limits.nodes - 1, found.stats.expanded);
    if (limits.seconds > 0) rest.seconds = std::max(limits.seconds - found.stats.seconds, 1e-3);
    if (game_.rules() == kFreecellRules) return prove(FixedFreecell(), rest, cancel);
    return prove(game_, rest, cancel);
  }

 private:
  template <class Engine>
  Result<PatienceMove> prove(const Engine& engine, const Limits& limits, const CancelFlag* cancel) {
    // Single-card moves: then a group that moves is a card for the bound too.
    const bool by_group = metric_ != Metric::kCards && engine.rules().group_size != GroupSize::kOne;
    return by_group ? search<Engine, true>(engine, limits, cancel) : search<Engine, false>(engine, limits, cancel);
  }

  template <class Engine, bool kByGroup>
  Result<PatienceMove> search(const Engine& engine, const Limits& limits, const CancelFlag* cancel) {
    using Search = ShortestSearch<Engine, kByGroup>;
    Budget budget(limits, cancel);
    typename Search::End end;
    {
      Search search(engine, metric_, start_, budget);
      do {
        if (best_.verdict == Verdict::kSolved) search.set_limit(int(best_.cost) - forced_);
        end = search.run();
        best_.lower_bound = forced_ + search.lower_bound();
        if (end == Search::End::kFound) improve(search.moves());
      } while (end == Search::End::kFound && go_on_);
      best_.stats.generated += search.generated();
      best_.stats.duplicates += search.duplicates();
    }
    best_.stats.expanded += budget.nodes();
    best_.stats.peak_bytes = std::max(best_.stats.peak_bytes, budget.peak_bytes());
    best_.stats.seconds += budget.seconds();
    if (!go_on_) return finish(StopReason::kCancelled);
    if (end == Search::End::kStopped) return finish(budget.stop_reason());
    if (best_.verdict == Verdict::kSolved) return finish(StopReason::kGoal);
    best_.verdict = Verdict::kUnsolvable;
    best_.lower_bound = 0;
    return finish(StopReason::kExhausted);
  }

  bool improve(const std::vector<PatienceMove>& moves) {
    const int cost = solution_cost(game_, start_, moves, metric_);
    if (best_.verdict == Verdict::kSolved && cost >= best_.cost) return true;
    require_winning(game_, start_, moves);
    best_.verdict = Verdict::kSolved;
    best_.moves = moves;
    best_.cost = cost;
    best_.stats.depth = moves.size();
    if (callback_) go_on_ = callback_(best_);
    return go_on_;
  }

  Result<PatienceMove> finish(StopReason reason) {
    if (best_.verdict == Verdict::kSolved && best_.cost <= best_.lower_bound) reason = StopReason::kGoal;
    best_.reason = reason;
    return std::move(best_);
  }

  const Patience& game_;
  const PatienceState& start_;
  Metric metric_;
  const ImprovementCallback& callback_;
  int forced_;
  bool go_on_ = true;
  Result<PatienceMove> best_;
};

}  // namespace

Result<PatienceMove> solve_shortest(const Patience& game, const PatienceState& start, Metric metric,
                                    const Limits& limits, const CancelFlag* cancel,
                                    const ImprovementCallback& on_improvement) {
  return Shortest(game, start, metric, on_improvement).solve(limits, cancel);
}

}  // namespace winnable

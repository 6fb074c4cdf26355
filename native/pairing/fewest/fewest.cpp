#include "pairing/fewest/fewest.hpp"

#include <algorithm>
#include <utility>

#include "pairing/decide/decide.hpp"
#include "pairing/fewest/search.hpp"

namespace winnable {

class PairingFewest::Impl {
 public:
  Impl(const Pairing& game, FewestMetric metric)
      : metric_(metric), decider_(game), model_(game), search_(model_, metric) {}

  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    PairingAnswer out = search(start, limits, cancel);
    if (metric_ != FewestMetric::kPasses || !model_.game().has_stock()) return out;
    // Searched and compared are recycles; the pass that is going on counts as one.
    if (out.verdict == Verdict::kSolved) out.cost += 1;
    if (out.lower_bound > 0 || out.verdict == Verdict::kSolved) out.lower_bound += 1;
    return out;
  }

 private:
  PairingAnswer search(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    Limits half = limits;
    half.nodes = limits.nodes > 1 ? limits.nodes / 2 : limits.nodes;
    half.seconds = limits.seconds / 2;
    PairingAnswer best = decider_.solve(start, half, cancel);
    if (best.verdict == Verdict::kUnsolvable || best.reason == StopReason::kCancelled) return best;
    best.cost = cost(best.moves);
    Limits rest = limits;
    if (limits.seconds > 0) rest.seconds = std::max(limits.seconds - best.stats.seconds, 1e-9);
    if (limits.nodes != 0) rest.nodes = limits.nodes - std::min(limits.nodes, best.stats.expanded);
    if (limits.bytes != 0) rest.bytes = limits.bytes - std::min(limits.bytes, best.stats.peak_bytes);
    if (limits.nodes != 0 && rest.nodes == 0) return stopped(std::move(best), StopReason::kNodes);
    if (limits.bytes != 0 && rest.bytes == 0) return stopped(std::move(best), StopReason::kMemory);
    return improve(start, std::move(best), rest, cancel);
  }

  using Search = pairing_fewest::Search;

  PairingAnswer improve(const PairingState& start, PairingAnswer best, const Limits& limits, const CancelFlag* cancel) {
    Budget budget(limits, cancel);
    const bool solved = best.verdict == Verdict::kSolved;
    model_.reset(start);
    // Where a win is known, refine() and the search do find that one is possible.
    const bool possible = model_.refine();
    const int limit = solved ? int(best.cost) : pairing_fewest::kNever;
    const Search::End end = possible ? search_.run(limit, budget) : Search::End::kNone;
    if (end == Search::End::kFound) {
      best.verdict = Verdict::kSolved;
      best.moves = search_.moves();
      best.cost = cost(best.moves);
    }
    add(budget, possible ? search_.stats() : Stats{}, best);
    if (end == Search::End::kNone && !solved) {
      best.verdict = Verdict::kUnsolvable;
      best.reason = StopReason::kExhausted;
      return best;
    }
    best.lower_bound = search_.lower_bound();
    return stopped(std::move(best), end == Search::End::kStopped ? budget.stop_reason() : StopReason::kGoal);
  }

  // The search's effort, on top of the decider's. Both hold memory at the same time.
  static void add(const Budget& budget, const Stats& search, PairingAnswer& answer) {
    answer.stats.expanded += budget.nodes();
    answer.stats.generated += search.generated;
    answer.stats.duplicates += search.duplicates;
    answer.stats.peak_bytes += budget.peak_bytes();
    answer.stats.seconds += budget.seconds();
    answer.stats.depth = answer.moves.size();
  }

  static PairingAnswer stopped(PairingAnswer answer, StopReason reason) {
    const bool proved = answer.verdict == Verdict::kSolved && answer.cost <= answer.lower_bound;
    answer.reason = proved ? StopReason::kGoal : reason;
    return answer;
  }

  double cost(const std::vector<PairingMove>& moves) const {
    double out = 0;
    for (const PairingMove& m : moves) {
      if (metric_ == FewestMetric::kActions) ++out;
      if (metric_ == FewestMetric::kRemovals) out += is_removal(m) ? 1 : 0;
      if (metric_ == FewestMetric::kPasses) out += m == kRecycleMove ? 1 : 0;
    }
    return out;
  }

  FewestMetric metric_;
  PairingDecider decider_;
  PairingModel model_;
  Search search_;
};

double cost_in(const Pairing& game, FewestMetric metric, const std::vector<PairingMove>& moves) {
  if (metric == FewestMetric::kActions) return double(moves.size());
  if (metric == FewestMetric::kRemovals) return double(std::count_if(moves.begin(), moves.end(), is_removal));
  return double(std::count(moves.begin(), moves.end(), kRecycleMove)) + (game.has_stock() ? 1 : 0);
}

PairingFewest::PairingFewest(const Pairing& game, FewestMetric metric) : impl_(std::make_unique<Impl>(game, metric)) {}
PairingFewest::PairingFewest(PairingFewest&&) noexcept = default;
PairingFewest& PairingFewest::operator=(PairingFewest&&) noexcept = default;
PairingFewest::~PairingFewest() = default;

PairingAnswer PairingFewest::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

}  // namespace winnable

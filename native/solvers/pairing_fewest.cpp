#include "solvers/pairing_fewest.hpp"

#include <utility>

#include "solvers/pairing_decide.hpp"
#include "solvers/pairing_fewest_search.hpp"

namespace winnable {

class PairingFewest::Impl {
 public:
  Impl(const Pairing& game, FewestMetric metric)
      : metric_(metric), decider_(game), model_(game), search_(model_, metric) {}

  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    PairingAnswer best = decider_.solve(start, limits, cancel);
    if (best.verdict != Verdict::kSolved) return best;
    best.cost = cost(best.moves);
    Budget budget(limits, cancel);
    model_.reset(start);
    model_.refine();
    const Search::End end = search_.run(int(best.cost), budget);
    if (end == Search::End::kFound) {
      best.moves = search_.moves();
      best.cost = cost(best.moves);
    }
    best.lower_bound = search_.lower_bound();
    best.reason = end == Search::End::kStopped ? budget.stop_reason() : StopReason::kGoal;
    best.stats.expanded += search_.stats().expanded;
    best.stats.generated += search_.stats().generated;
    best.stats.duplicates += search_.stats().duplicates;
    best.stats.peak_bytes = std::max(best.stats.peak_bytes, budget.peak_bytes());
    best.stats.seconds += budget.seconds();
    return best;
  }

 private:
  using Search = pairing_fewest::Search;

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

PairingFewest::PairingFewest(const Pairing& game, FewestMetric metric)
    : impl_(std::make_unique<Impl>(game, metric)) {}
PairingFewest::PairingFewest(PairingFewest&&) noexcept = default;
PairingFewest& PairingFewest::operator=(PairingFewest&&) noexcept = default;
PairingFewest::~PairingFewest() = default;

PairingAnswer PairingFewest::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

}  // namespace winnable

#include "pairing/decide/decide.hpp"

#include <utility>

#include "pairing/decide/search.hpp"
#include "pairing/decide/why.hpp"

namespace winnable {

class PairingDecider::Impl {
 public:
  explicit Impl(const Pairing& game) : model_(game), search_(model_) {}

  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    Budget budget(limits, cancel);
    PairingAnswer answer;
    decide(start, budget, answer);
    answer.stats.peak_bytes = budget.peak_bytes();
    answer.stats.seconds = budget.seconds();
    return answer;
  }

 private:
  void decide(const PairingState& start, Budget& budget, PairingAnswer& answer) {
    const auto lost = [&](std::string why) {
      answer.verdict = Verdict::kUnsolvable;
      answer.reason = StopReason::kExhausted;
      answer.why = std::move(why);
    };
    if (!budget.poll()) {
      answer.reason = budget.stop_reason();
      return;
    }
    model_.reset(start);
    if (model_.game().outcome(start) == Outcome::kStuck) return lost("no card can leave, and none can be drawn");
    if (!model_.refine()) return lost(words(model_, model_.flaw()));
    const bool won = search_.run(budget);
    answer.stats = search_.stats();
    answer.stats.expanded = budget.nodes();
    if (search_.stopped()) {
      answer.reason = budget.stop_reason();
    } else if (!won) {
      lost(search_.hopeless() && model_.stock() != 0
               ? "it cannot be won even with every card of the stock always in play"
               : "");
    } else {
      answer.verdict = Verdict::kSolved;
      answer.reason = StopReason::kGoal;
      answer.moves = moves();
      answer.cost = double(answer.moves.size());
    }
  }

  // The search lets kings go by themselves; where they must leave, the last ones still have to be
  // drawn, in the stock's order.
  std::vector<PairingMove> moves() const {
    std::vector<CardMask> removals = search_.path();
    const CardMask last = search_.at_once() & model_.goal() & model_.stock();
    for (int place = 0; place < model_.stock_places(); ++place) {
      if ((last & card_bit(model_.card_at(place))) != 0) removals.push_back(card_bit(model_.card_at(place)));
    }
    return model_.unfold(removals, search_.at_once());
  }

  PairingModel model_;
  pairing_decide::Search search_;
};

PairingDecider::PairingDecider(const Pairing& game) : impl_(std::make_unique<Impl>(game)) {}
PairingDecider::PairingDecider(PairingDecider&&) noexcept = default;
PairingDecider& PairingDecider::operator=(PairingDecider&&) noexcept = default;
PairingDecider::~PairingDecider() = default;

PairingAnswer PairingDecider::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

}  // namespace winnable

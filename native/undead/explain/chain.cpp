#include "undead/explain/chain.hpp"

#include <utility>

namespace winnable::ladder {

ChainSearch::Found ChainSearch::find(const Ladder& from, std::size_t steps) {
  chain_.clear();
  return search(from, {}, steps);
}

// `open`: deductions that were found further up and still hold.
ChainSearch::Found ChainSearch::search(Ladder ladder, std::vector<Deduction> open, std::size_t steps) {
  if (const Found found = hear(ladder, open); found != Found::kNone || steps == 0) return found;
  for (std::size_t i = 0; i < open.size(); ++i) {
    Ladder next = ladder;
    next.take(reasons_, open[i].cuts);
    std::vector<Deduction> rest;
    for (std::size_t j = i + 1; j < open.size(); ++j) {
      if (!next.is_open(open[j].reason)) rest.push_back(open[j]);
    }
    chain_.push_back(open[i]);
    if (const Found found = search(std::move(next), std::move(rest), steps - 1); found != Found::kNone) return found;
    chain_.pop_back();
  }
  return Found::kNone;
}

// Every reason that has something new to look at; all of them are closed then.
ChainSearch::Found ChainSearch::hear(Ladder& ladder, std::vector<Deduction>& open) {
  std::vector<Cut> cuts;
  for (int level = 0; level <= most_; ++level) {
    for (const Reason& r : reasons_.at(static_cast<Level>(level))) {
      if (!ladder.is_open(r)) continue;
      if (effort_ == 0 || !reasons_.afford(budget_)) return Found::kGaveUp;
      --effort_;
      const Effect effect = reasons_.apply(r, ladder.masks(), cuts);
      if (effect == Effect::kBroken) {
        broken_ = r;
        return Found::kChain;
      }
      if (effect == Effect::kCuts) open.push_back({.reason = r, .cuts = cuts});
      ladder.close(r);
    }
  }
  return Found::kNone;
}

}  // namespace winnable::ladder

#include "undead/explain/rounds.hpp"

#include <utility>

namespace winnable::ladder {

Rounds::Outcome Rounds::advance(Reasons& reasons, Budget& budget) {
  std::vector<Cut> cuts;
  std::vector<Reason> heard;
  for (int level = 0; level <= most_; ++level) {
    for (const Reason& r : reasons.at(static_cast<Level>(level))) {
      if (!ladder_.is_open(r)) continue;
      if (!reasons.afford(budget)) return Outcome::kStopped;
      const Effect effect = reasons.apply(r, ladder_.masks(), cuts);
      if (effect == Effect::kNothing) ladder_.close(r);
      if (effect == Effect::kCuts) heard.push_back(r);
      if (effect == Effect::kBroken) broken_.push_back(r);
    }
  }
  if (!broken_.empty()) return Outcome::kBroken;
  if (heard.empty()) return Outcome::kNothingNew;
  for (const Reason& r : heard) {
    const Effect effect = reasons.apply(r, ladder_.masks(), cuts);
    if (effect == Effect::kBroken) {
      broken_.push_back(r);
      return Outcome::kBroken;
    }
    if (effect == Effect::kNothing) continue;
    ladder_.take(reasons, cuts);
    steps_.push_back({.reason = r, .cuts = cuts});
  }
  return Outcome::kWentOn;
}

}  // namespace winnable::ladder

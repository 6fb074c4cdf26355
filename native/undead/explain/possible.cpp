#include "undead/explain/possible.hpp"

#include <algorithm>
#include <utility>

namespace winnable::ladder {

std::optional<std::vector<Candidates>> Possible::find(const UndeadState& s, const Masks& masks, Budget& budget,
                                                      const CancelFlag* cancel) {
  std::vector<Candidates> out(masks.size(), 0);
  const auto note = [&] {
    for (const Monsters& filling : answer_.fillings) {
      for (std::size_t c = 0; c < out.size(); ++c) out[c] |= only(filling[c]);
    }
  };
  if (!ask(s, masks.by_cell(), budget, cancel)) return std::nullopt;
  note();
  const bool only_one = answer_.all && answer_.solutions <= 2;  // the fillings are all there are
  if (only_one || answer_.verdict == Verdict::kUnsolvable) return out;
  for (std::size_t c = 0; c < out.size(); ++c) {
    for (auto open = static_cast<Candidates>(masks[c] & ~out[c]); open != 0; open &= ~out[c]) {
      std::vector<Candidates> candidates = masks.by_cell();
      candidates[c] = open;
      if (!ask(s, candidates, budget, cancel)) return std::nullopt;
      if (answer_.verdict == Verdict::kUnsolvable) break;
      note();
    }
  }
  return out;
}

// Spends the solver's decisions as nodes. False: a limit came first.
bool Possible::ask(const UndeadState& s, const std::vector<Candidates>& candidates, Budget& budget,
                   const CancelFlag* cancel) {
  reason_ = budget.stop_reason();
  if (!budget.spend() || !budget.poll()) {
    reason_ = budget.stop_reason();
    return false;
  }
  Limits left = budget.limits();
  if (left.nodes != 0) left.nodes = left.nodes > budget.nodes() ? left.nodes - budget.nodes() : 1;
  if (left.seconds > 0) left.seconds = std::max(1e-6, left.seconds - budget.seconds());
  UndeadQuestion question;
  question.candidates = candidates;
  answer_ = solver_.solve(s, question, left, cancel);
  budget.spend_told(answer_.stats.expanded);
  if (answer_.verdict != Verdict::kUnknown) return true;
  reason_ = answer_.reason;
  return false;
}

}  // namespace winnable::ladder

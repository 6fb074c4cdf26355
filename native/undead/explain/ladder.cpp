#include "undead/explain/ladder.hpp"

#include <algorithm>
#include <utility>

namespace winnable::ladder {

namespace {

// Cells filled, then candidates ruled out.
std::pair<int, int> worth(std::span<const Cut> cuts) {
  int filled = 0;
  int out = 0;
  for (const Cut& c : cuts) {
    filled += is_single(c.left);
    out += std::popcount(c.was) - std::popcount(c.left);
  }
  return {filled, out};
}

}  // namespace

Ladder::Ladder(const Reasons& reasons, Masks masks)
    : masks_(std::move(masks)), changed_line_(reasons.board().lines().size(), 1), tried_(reasons.all().size(), 0) {}

void Ladder::keep(const Reasons& reasons, int cell, Candidates left) {
  if (!masks_.keep(static_cast<std::size_t>(cell), left)) return;
  changed_ = ++clock_;
  for (const UndeadCrossing& c : reasons.board().crossings(cell)) changed_line_[c.line] = clock_;
}

void Ladder::take(const Reasons& reasons, std::span<const Cut> cuts) {
  for (const Cut& c : cuts) keep(reasons, c.cell, c.left);
}

bool Ladder::is_open(const Reason& r) const {
  const std::uint32_t tried = tried_[r.number];
  if (needs_totals(r)) return changed_ > tried;
  return changed_line_[static_cast<std::size_t>(r.first)] > tried ||
         (r.second >= 0 && changed_line_[static_cast<std::size_t>(r.second)] > tried);
}

Finding easiest(Reasons& reasons, Ladder& ladder, Level most, bool best, Budget& budget) {
  Finding found;
  std::vector<Cut> cuts;
  for (int level = 0; level <= most; ++level) {
    for (const Reason& r : reasons.at(static_cast<Level>(level))) {
      if (!ladder.is_open(r)) continue;
      if (!reasons.afford(budget)) return {};
      const Effect effect = reasons.apply(r, ladder.masks(), cuts);
      if (effect == Effect::kNothing) {
        ladder.close(r);
        continue;
      }
      if (effect == Effect::kCuts && found.effect != Effect::kNothing && worth(cuts) <= worth(found.cuts)) continue;
      found = {r, effect, cuts};
      if (effect == Effect::kBroken || !best) return found;
    }
    if (found.effect != Effect::kNothing) return found;
  }
  return found;
}

}  // namespace winnable::ladder

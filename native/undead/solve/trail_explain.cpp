// Why what lines and totals settle follows from what was known before.
#include <algorithm>

#include "undead/solve/trail.hpp"

namespace winnable::undead {

namespace {

constexpr bool is_sum(std::uint32_t bound) { return (bound & 3) == kLowSum; }

}  // namespace

// Where in the trail a reason for `lit` must have been known.
std::uint32_t Trail::limit_of(Lit lit) const {
  return lit != kNoLit && is_true(lit) ? place_of(lit) : static_cast<std::uint32_t>(lits_.size());
}

void Trail::explain(Reason reason, Lit lit, std::vector<Lit>& out) {
  switch (reason.kind) {
    case Reason::kCell: return explain_cell(lit, out);
    case Reason::kLine: return explain_line(reason, lit, out);
    case Reason::kTotals: return explain_totals(reason, lit, out);
    default: return;
  }
}

// One monster in each cell.
void Trail::explain_cell(Lit lit, std::vector<Lit>& out) const {
  const std::uint32_t cell = lit / 6;
  const std::uint32_t own = lit % 6 / 2;
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    if (kind == own) continue;
    const Lit other = literal(cell, kind, !is_positive(lit));
    if (is_positive(lit) || is_true(other)) out.push_back(other);
  }
}

// Two bounds add up to more than 0 with the choice that `lit` forbids. Of what raised them only as much is
// named as it takes, what became known last is left out first.
void Trail::explain_line(Reason reason, Lit lit, std::vector<Lit>& out) {
  const std::uint32_t data = reason.data;
  const std::uint32_t line = data / 64;
  const std::array<std::uint32_t, 2> bounds = {data / 8 % 8, data % 8};
  const bool whole = is_sum(bounds[0]) == is_sum(bounds[1]);  // both sums: nothing can be spared
  std::array<int, 2> weights{1, 1};
  for (std::size_t side = 0; side < 2; ++side) {
    if (!whole && !is_sum(bounds[side])) weights[side] = 2;
  }
  const Bounds& start = model_->start(line);
  int sum = weights[0] * start[bounds[0]] + weights[1] * start[bounds[1]];
  const std::uint32_t limit = limit_of(lit);
  const std::uint32_t chosen = lit == kNoLit ? static_cast<std::uint32_t>(could_.size()) : lit / 6;
  counted_.clear();
  for (const UndeadVisit& v : model_->visits(line)) {
    const auto part = static_cast<std::size_t>(v.part);
    for (std::size_t side = 0; side < 2; ++side) {
      if (v.cell == chosen) {
        sum += (kRaised[part][kAnyMonster][lit % 6 / 2] >> bounds[side] & 1) * weights[side];
        continue;
      }
      const std::uint8_t raiser = kRaisers[part][bounds[side]];
      if (raiser == kNoRaiser) continue;
      const Lit l = 6 * v.cell + raiser;
      if (!is_true(l) || place_of(l) >= limit) continue;
      sum += weights[side];
      counted_.push_back({l, place_of(l), weights[side]});
    }
  }
  if (!whole || !is_sum(bounds[0])) {
    int spare = sum - 1;
    while (spare > 0) {
      auto last = counted_.end();
      for (auto it = counted_.begin(); it != counted_.end(); ++it) {
        if (it->weight <= spare && (last == counted_.end() || it->place > last->place)) last = it;
      }
      if (last == counted_.end()) break;
      spare -= last->weight;
      counted_.erase(last);
    }
  }
  for (const Counted& c : counted_) out.push_back(c.lit);
}

void Trail::explain_totals(Reason reason, Lit lit, std::vector<Lit>& out) const {
  const std::uint32_t kind = reason.data / 2;
  const bool scarce = reason.data % 2 != 0;
  const std::uint32_t limit = limit_of(lit);
  auto needed = static_cast<std::size_t>(scarce ? static_cast<int>(could_.size()) - totals_[kind] : totals_[kind]);
  if (lit == kNoLit) ++needed;
  const std::size_t first = out.size();
  for (std::uint32_t cell = 0; cell < could_.size(); ++cell) {
    const Lit l = literal(cell, kind, !scarce);
    if (is_true(l) && place_of(l) < limit) out.push_back(l);
  }
  if (out.size() - first <= needed) return;
  const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
  const auto earlier = [&](Lit a, Lit b) { return place_of(a) < place_of(b); };
  // In full order, which every library brings about alike: the search goes on from it.
  std::partial_sort(begin, begin + static_cast<std::ptrdiff_t>(needed), out.end(), earlier);
  out.resize(first + needed);
}

}  // namespace winnable::undead

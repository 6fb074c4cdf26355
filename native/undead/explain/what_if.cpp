#include "undead/explain/what_if.hpp"

#include <tuple>
#include <utility>

#include "undead/explain/chain.hpp"

namespace winnable::ladder {

namespace {

// Fewest steps, then the easiest, then one that fills its cell, then the first.
auto rank(const Deduction& d) {
  return std::tuple(count_steps(d.chain), hardness(d.chain) + d.broken.level, !is_single(d.cuts.front().left),
                    d.assumed_cell, d.assumed);
}

}  // namespace

std::optional<Deduction> WhatIfs::shortest(const Ladder& base, std::span<const Candidates> possible, bool nested) {
  bool any = false;
  for (std::size_t c = 0; c < base.masks().size(); ++c) {
    any = any || (base.masks()[c] & ~(possible.empty() ? 0 : possible[c])) != 0;
  }
  if (!any) return std::nullopt;
  for (int depth = 1;; ++depth) {
    if (Found found = at_depth(base, possible, depth); found || !nested || stopped()) return found;
  }
}

WhatIfs::Found WhatIfs::at_depth(const Ladder& base, std::span<const Candidates> possible, int depth) {
  if (depth > 1) return nested(base, possible, depth);
  for (const Level most : {kByLineTotals, kByTwoTotals}) {
    if (Found found = in_rounds(base, possible, most); found || stopped()) return found;
  }
  return std::nullopt;
}

std::vector<WhatIfs::Assumption> WhatIfs::assumptions(const Ladder& base, std::span<const Candidates> possible,
                                                      Level most) {
  std::vector<Assumption> out;
  const Masks& masks = base.masks();
  for (std::size_t c = 0; c < masks.size(); ++c) {
    if (is_single(masks[c])) continue;
    for (const Monster m : kMonsters) {
      if ((masks[c] & only(m)) == 0 || (!possible.empty() && (possible[c] & only(m)) != 0)) continue;
      Ladder ladder = base;
      ladder.keep(reasons_, static_cast<int>(c), only(m));
      out.push_back({static_cast<int>(c), m, Rounds(ladder, most), ladder});
    }
  }
  return out;
}

WhatIfs::Found WhatIfs::in_rounds(const Ladder& base, std::span<const Candidates> possible, Level most) {
  const std::uint64_t each = 4 * base.masks().size() + 8 * reasons_.all().size() + sizeof(Assumption);
  const std::uint64_t bytes = each * 3 * base.masks().size();
  if (!budget_.reserve(bytes)) return std::nullopt;
  std::vector<Assumption> all = assumptions(base, possible, most);
  Found best;
  std::size_t least = 0;  // no chain is shorter
  bool live = true;
  for (std::size_t round = 0; live && !stopped(); ++round) {
    if (!best) least = round;
    // What breaks in this round has at least as many steps as rounds have gone by.
    if (best && best->chain.size() <= round) break;
    live = false;
    advance(all, base, best, live);
  }
  if (best && !inside_ && !stopped()) shorten(all, base, most, least, best);
  budget_.release(bytes);
  return stopped() ? std::nullopt : best;
}

// Tries all chains from `least` steps on that are shorter than the best one.
void WhatIfs::shorten(std::span<const Assumption> all, const Ladder& base, Level most, std::size_t least, Found& best) {
  for (std::size_t steps = least; steps < best->chain.size(); ++steps) {
    ChainSearch search(reasons_, most, kEffort, budget_);
    for (const Assumption& a : all) {
      if (!a.breaks) continue;
      const ChainSearch::Found found = search.find(a.start, steps);
      if (found == ChainSearch::Found::kGaveUp) return;
      if (found == ChainSearch::Found::kChain) offer(best, base, a, search.chain(), search.broken());
    }
  }
  best->shortest = true;
}

void WhatIfs::advance(std::vector<Assumption>& all, const Ladder& base, Found& best, bool& live) {
  for (Assumption& a : all) {
    if (!a.live) continue;
    const Rounds::Outcome outcome = a.rounds.advance(reasons_, budget_);
    if (outcome == Rounds::Outcome::kStopped) return;
    a.live = outcome == Rounds::Outcome::kWentOn;
    a.breaks = outcome != Rounds::Outcome::kNothingNew;
    live = live || a.live;
    if (outcome != Rounds::Outcome::kBroken) continue;
    for (const Reason& broken : a.rounds.broken()) offer(best, base, a, a.rounds.steps(), broken);
  }
}

void WhatIfs::offer(Found& best, const Ladder& base, const Assumption& a, std::vector<Deduction> chain,
                    const Reason& broken) {
  trim(reasons_, a.start.masks(), chain, {.kind = Goal::Kind::kBroken, .broken = broken}, budget_);
  const Reason plain = plainest(a.start.masks(), chain, broken);
  if (!(plain == broken)) {
    trim(reasons_, a.start.masks(), chain, {.kind = Goal::Kind::kBroken, .broken = plain}, budget_);
  }
  const Candidates mask = base.masks()[static_cast<std::size_t>(a.cell)];
  Deduction d;
  d.cuts = {{a.cell, mask, static_cast<Candidates>(mask & ~only(a.monster))}};
  d.assumed_cell = a.cell;
  d.assumed = a.monster;
  d.chain = std::move(chain);
  d.broken = plain;
  if (!best || rank(d) < rank(*best)) best = std::move(d);
}

// The easiest reason that breaks at the end of a chain and looks at no more than this one.
Reason WhatIfs::plainest(Masks masks, std::span<const Deduction> chain, const Reason& broken) {
  for (const Deduction& d : chain) {
    for (const Cut& c : d.cuts) masks.keep(static_cast<std::size_t>(c.cell), c.left);
  }
  const auto among = [&](std::int16_t line) { return line < 0 || line == broken.first || line == broken.second; };
  std::vector<Cut> cuts;
  for (int level = 0; level < broken.level; ++level) {
    for (const Reason& r : reasons_.at(static_cast<Level>(level))) {
      if (!among(r.first) || !among(r.second) || (needs_totals(r) && !needs_totals(broken))) continue;
      if (reasons_.apply(r, masks, cuts) == Effect::kBroken) return r;
    }
  }
  return broken;
}

// What-ifs within a what-if: of all assumptions the one with the fewest steps in all; deeper still, the first
// that breaks.
WhatIfs::Found WhatIfs::nested(const Ladder& base, std::span<const Candidates> possible, int depth) {
  Found best;
  for (const Assumption& a : assumptions(base, possible, kBySighting)) {
    Ladder ladder = a.rounds.ladder();
    std::vector<Deduction> chain;
    Reason broken;
    const bool outermost = !std::exchange(inside_, true);
    const bool breaks = follow(ladder, depth, chain, broken);
    inside_ = !outermost;
    if (breaks) offer(best, base, a, std::move(chain), broken);
    if (stopped()) return std::nullopt;
    if (best && (inside_ || depth > 2)) break;
  }
  return best;
}

// To where it breaks, with what-ifs one deep less. False: it does not.
bool WhatIfs::follow(Ladder& ladder, int depth, std::vector<Deduction>& chain, Reason& broken) {
  for (;;) {
    Finding found = easiest(reasons_, ladder, kLastLevel, false, budget_);
    if (stopped()) return false;
    if (found.effect == Effect::kBroken) {
      broken = found.reason;
      return true;
    }
    if (found.effect == Effect::kCuts) {
      ladder.take(reasons_, found.cuts);
      chain.push_back({.reason = found.reason, .cuts = std::move(found.cuts)});
      continue;
    }
    Found what_if;
    for (int d = 1; d < depth && !what_if && !stopped(); ++d) what_if = at_depth(ladder, {}, d);
    if (!what_if) return false;
    ladder.take(reasons_, what_if->cuts);
    chain.push_back(std::move(*what_if));
  }
}

}  // namespace winnable::ladder

#include "undead/explain/deduction.hpp"

#include <algorithm>
#include <utility>

namespace winnable::ladder {

namespace {

void keep_all(Masks& masks, std::span<const Cut> cuts) {
  for (const Cut& c : cuts) masks.keep(static_cast<std::size_t>(c.cell), c.left);
}

// The chain of a what-if from other candidates, into `chain`. False: it does not break there.
bool redo_chain(Reasons& reasons, const Deduction& d, Masks masks, std::vector<Deduction>& chain) {
  masks.keep(static_cast<std::size_t>(d.assumed_cell), only(d.assumed));
  for (const Deduction& link : d.chain) {
    if (auto again = redo(reasons, link, masks)) {
      keep_all(masks, again->cuts);
      chain.push_back(std::move(*again));
    }
  }
  std::vector<Cut> cuts;
  return reasons.apply(d.broken, masks, cuts) == Effect::kBroken;
}

// Whatever has no bearing on the goal, told from which cells the reasons look at: cheaper than trying.
void slice(const Reasons& reasons, std::vector<Deduction>& steps, const Goal& goal) {
  const int cells = reasons.board().cells();
  std::vector<std::uint8_t> needed(static_cast<std::size_t>(cells), 0);
  const auto need = [&](const Reason& r) {
    for (int c = 0; c < cells; ++c) needed[static_cast<std::size_t>(c)] |= reasons.looks_at(r, c);
  };
  if (goal.kind == Goal::Kind::kAll) return;
  if (goal.kind == Goal::Kind::kFilled) needed[static_cast<std::size_t>(goal.cell)] = 1;
  if (goal.kind == Goal::Kind::kBroken) need(goal.broken);
  std::vector<Deduction> kept;
  for (std::size_t i = steps.size(); i-- > 0;) {
    Deduction& d = steps[i];
    if (std::ranges::none_of(d.cuts, [&](const Cut& c) { return needed[static_cast<std::size_t>(c.cell)] != 0; })) {
      continue;
    }
    if (d.is_what_if()) std::ranges::fill(needed, 1);
    if (!d.is_what_if()) need(d.reason);
    kept.push_back(std::move(d));
  }
  std::ranges::reverse(kept);
  steps = std::move(kept);
}

class Trimmer {
 public:
  Trimmer(Reasons& reasons, const Masks& start, std::vector<Deduction>& steps, const Goal& goal, Budget& budget)
      : reasons_(reasons), steps_(steps), goal_(goal), budget_(budget), before_{start} {
    replay_from(0);
  }

  void run() {
    for (std::size_t i = steps_.size(); i-- > 0;) {
      if (i >= steps_.size()) continue;  // it went with a later one
      if (!holds_without(i)) continue;
      steps_.resize(i);
      std::ranges::move(rest_, std::back_inserter(steps_));
      replay_from(i);
    }
  }

 private:
  void replay_from(std::size_t i) {
    before_.resize(i + 1);
    for (; i < steps_.size(); ++i) {
      before_.push_back(before_.back());
      keep_all(before_.back(), steps_[i].cuts);
    }
  }

  // Is the goal reached without step i? Those after it, as they then are, in `rest_`.
  bool holds_without(std::size_t i) {
    rest_.clear();
    Masks masks = before_[i];
    for (std::size_t j = i + 1; j < steps_.size(); ++j) {
      if (sees_the_same(steps_[j], masks, before_[j])) {
        rest_.push_back(steps_[j]);
      } else {
        if (!reasons_.afford(budget_)) return false;
        auto again = redo(reasons_, steps_[j], masks);
        if (!again) continue;
        rest_.push_back(std::move(*again));
      }
      keep_all(masks, rest_.back().cuts);
    }
    return is_reached(masks);
  }

  bool sees_the_same(const Deduction& d, const Masks& a, const Masks& b) const {
    return d.is_what_if() ? a.by_cell() == b.by_cell() : reasons_.same_view(d.reason, a, b);
  }

  bool is_reached(const Masks& masks) {
    switch (goal_.kind) {
      case Goal::Kind::kAll: return masks.by_cell() == before_.back().by_cell();
      case Goal::Kind::kFilled: return is_single(masks[static_cast<std::size_t>(goal_.cell)]);
      default: {
        std::vector<Cut> cuts;
        return reasons_.apply(goal_.broken, masks, cuts) == Effect::kBroken;
      }
    }
  }

  Reasons& reasons_;
  std::vector<Deduction>& steps_;
  const Goal& goal_;
  Budget& budget_;
  std::vector<Masks> before_;  // the candidates before each step, and after the last
  std::vector<Deduction> rest_;
};

}  // namespace

UndeadStep full_step(const Reasons& reasons, const Deduction& d) {
  UndeadStep out;
  if (!d.is_what_if()) static_cast<UndeadReason&>(out) = reasons.full(d.reason);
  out.cuts = d.cuts;
  if (!d.is_what_if()) return out;
  out.rung = Rung::kWhatIf;
  out.assumed_cell = d.assumed_cell;
  out.assumed = d.assumed;
  for (const Deduction& link : d.chain) out.chain.push_back(full_step(reasons, link));
  out.broken = reasons.full(d.broken);
  out.shortest = d.shortest;
  return out;
}

std::size_t count_steps(std::span<const Deduction> steps) {
  std::size_t n = steps.size();
  for (const Deduction& d : steps) n += count_steps(d.chain);
  return n;
}

int hardness(std::span<const Deduction> steps) {
  int sum = 0;
  for (const Deduction& d : steps) {
    sum += d.is_what_if() ? kLevels + hardness(d.chain) + d.broken.level : static_cast<int>(d.reason.level);
  }
  return sum;
}

std::optional<Deduction> redo(Reasons& reasons, const Deduction& d, const Masks& masks) {
  Deduction out;
  if (!d.is_what_if()) {
    out.reason = d.reason;
    if (reasons.apply(d.reason, masks, out.cuts) != Effect::kCuts) return std::nullopt;
    return out;
  }
  const Candidates mask = masks[static_cast<std::size_t>(d.assumed_cell)];
  if (is_single(mask) || (mask & only(d.assumed)) == 0) return std::nullopt;
  if (!redo_chain(reasons, d, masks, out.chain)) return std::nullopt;
  out.assumed_cell = d.assumed_cell;
  out.assumed = d.assumed;
  out.broken = d.broken;
  out.shortest = d.shortest;
  out.cuts = {{d.assumed_cell, mask, static_cast<Candidates>(mask & ~only(d.assumed))}};
  return out;
}

void trim(Reasons& reasons, const Masks& start, std::vector<Deduction>& steps, const Goal& goal, Budget& budget) {
  slice(reasons, steps, goal);
  Trimmer(reasons, start, steps, goal, budget).run();
}

}  // namespace winnable::ladder

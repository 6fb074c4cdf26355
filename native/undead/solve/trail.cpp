#include "undead/solve/trail.hpp"

#include <algorithm>
#include <bit>

namespace winnable::undead {

namespace {

constexpr std::uint32_t kLowBounds = 0x0F, kHighBounds = 0xF0;

// The greatest of four bounds of one side, and which of them more of its kind would raise.
struct Side {
  int value;
  std::uint32_t raising;  // bits
};

Side side_of(const Bounds& b, std::size_t first) {
  const int sum = halved(b[first + 2]);
  const int value = std::max(std::max(b[first], b[first + 1]), std::max(sum, b[first + 3]));
  std::uint32_t raising = 0;
  raising |= b[first] == value ? 1U : 0U;
  raising |= b[first + 1] == value ? 2U : 0U;
  raising |= sum == value && (b[first + 2] & 1) == 0 ? 4U : 0U;
  raising |= b[first + 3] == value ? 8U : 0U;
  return {value, raising << first};
}

// The bound that decides a side, seen as one that `choice` raises, if it raises any of the greatest.
std::uint32_t deciding(const Bounds& b, std::size_t first, std::uint32_t raised) {
  if (raised != 0) return static_cast<std::uint32_t>(std::countr_zero(raised));
  std::size_t best = first;
  const auto value = [&](std::size_t i) { return (i & 3) == 2 ? halved(b[i]) : b[i]; };
  for (std::size_t i = first + 1; i < first + 4; ++i) {
    if (value(i) > value(best)) best = i;
  }
  return static_cast<std::uint32_t>(best);
}

Reason line_reason(std::uint32_t line, const Bounds& b, std::uint32_t raised) {
  return {Reason::kLine, 64 * line + 8 * deciding(b, 0, raised & kLowBounds) + deciding(b, 4, raised & kHighBounds)};
}

}  // namespace

void Trail::start(const LineModel& model, const std::array<int, 3>& totals, bool use_totals) {
  model_ = &model;
  const std::size_t cells = model.cells();
  const std::size_t lines = model.lines();
  could_.assign(cells, kAnyMonster);
  info_.resize(3 * cells);
  lits_.clear();
  lits_.reserve(3 * cells);
  seen_ = 0;
  level_starts_.clear();
  bounds_.resize(lines);
  dirty_.clear();
  is_dirty_.assign(lines, 1);
  for (std::size_t line = 0; line < lines; ++line) {
    bounds_[line] = model.start(line);
    dirty_.push_back(static_cast<std::uint16_t>(line));
  }
  use_totals_ = use_totals;
  totals_dirty_ = use_totals;
  totals_ = totals;
  are_.fill(0);
  could_be_.fill(static_cast<int>(cells));
}

void Trail::push(Lit l, Reason reason) {
  info_[var_of(l)] = {static_cast<std::uint32_t>(lits_.size()), level(), reason};
  lits_.push_back(l);
}

bool Trail::assert_literal(Lit l, Reason reason) {
  return is_positive(l) ? assert_is(l, reason) : assert_is_not(l, reason);
}

bool Trail::assert_is(Lit l, Reason reason) {
  const std::uint32_t cell = l / 6;
  const auto bit = static_cast<Candidates>(1U << (l % 6 / 2));
  const Candidates before = could_[cell];
  if ((before & bit) == 0) return fail(reason, l);
  if (before == bit) return true;
  push(l, reason);
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    if ((before & ~bit & (1U << kind)) != 0) push(literal(cell, kind, false), {Reason::kCell, 0});
  }
  could_[cell] = bit;
  return true;
}

bool Trail::assert_is_not(Lit l, Reason reason) {
  const std::uint32_t cell = l / 6;
  const auto bit = static_cast<Candidates>(1U << (l % 6 / 2));
  const Candidates before = could_[cell];
  if ((before & bit) == 0) return true;
  if (before == bit) return fail(reason, l);
  push(l, reason);
  const auto after = static_cast<Candidates>(before & ~bit);
  could_[cell] = after;
  if (is_single(after)) {
    push(literal(cell, static_cast<std::uint32_t>(std::countr_zero(after)), true), {Reason::kCell, 0});
  }
  return true;
}

void Trail::back_to(std::uint32_t level) {
  if (level >= this->level()) return;
  const std::size_t keep = level_starts_[level];
  while (lits_.size() > keep) {
    const Lit l = lits_.back();
    if (lits_.size() <= seen_) uncount(l);
    if (!is_positive(l)) could_[l / 6] = static_cast<Candidates>(could_[l / 6] | 1U << (l % 6 / 2));
    lits_.pop_back();
  }
  seen_ = std::min(seen_, keep);
  level_starts_.resize(level);
  for (const std::uint16_t line : dirty_) is_dirty_[line] = 0;
  dirty_.clear();
  totals_dirty_ = false;
}

void Trail::count(Lit l) {
  for (const Use use : model_->uses(l)) {
    if (use == kNoUse) break;
    const std::uint32_t line = use / 8;
    ++bounds_[line][use % 8];
    if (is_dirty_[line] != 0) continue;
    is_dirty_[line] = 1;
    dirty_.push_back(static_cast<std::uint16_t>(line));
  }
  const std::uint32_t kind = l % 6 / 2;
  if (is_positive(l)) {
    ++are_[kind];
  } else {
    --could_be_[kind];
  }
  totals_dirty_ = use_totals_;
}

void Trail::uncount(Lit l) {
  for (const Use use : model_->uses(l)) {
    if (use == kNoUse) break;
    --bounds_[use / 8][use % 8];
  }
  const std::uint32_t kind = l % 6 / 2;
  if (is_positive(l)) {
    --are_[kind];
  } else {
    ++could_be_[kind];
  }
}

bool Trail::settle() {
  while (!settled()) {
    if (!advance()) return false;
  }
  return true;
}

bool Trail::advance() {
  for (; seen_ < lits_.size(); ++seen_) count(lits_[seen_]);
  while (!dirty_.empty() && seen_ == lits_.size()) {
    const std::uint32_t line = dirty_.back();
    dirty_.pop_back();
    is_dirty_[line] = 0;
    if (!check_line(line)) return false;
  }
  if (!totals_dirty_ || seen_ != lits_.size()) return true;
  totals_dirty_ = false;
  return check_totals();
}

int Trail::slack(std::uint32_t line) const {
  return -(side_of(bounds_[line], 0).value + side_of(bounds_[line], 4).value);
}

bool Trail::check_line(std::uint32_t line) {
  const Bounds& b = bounds_[line];
  const Side low = side_of(b, 0);
  const Side high = side_of(b, 4);
  const int slack = -(low.value + high.value);
  if (slack < 0) return fail(line_reason(line, b, 0), kNoLit);
  // A choice raises each side by one at most.
  if (slack > 1 || (slack == 1 && (low.raising == 0 || high.raising == 0))) return true;
  const std::uint32_t raising = low.raising | high.raising;
  return raising == 0 || prune_line(line, b, raising, slack);
}

bool Trail::prune_line(std::uint32_t line, const Bounds& b, std::uint32_t raising, int slack) {
  for (const UndeadVisit& v : model_->visits(line)) {
    const Candidates could = could_[v.cell];
    if (is_single(could)) continue;
    const auto& raised = kRaised[static_cast<std::size_t>(v.part)][could];
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      const std::uint32_t sides = raised[kind] & raising;
      if ((could >> kind & 1) == 0) continue;
      if (((sides & kLowBounds) != 0) + ((sides & kHighBounds) != 0) <= slack) continue;
      if (!assert_is_not(literal(v.cell, kind, false), line_reason(line, b, sides))) return false;
    }
  }
  return true;
}

bool Trail::check_totals() {
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    if (are_[kind] > totals_[kind]) return fail({Reason::kTotals, 2 * kind}, kNoLit);
    if (could_be_[kind] < totals_[kind]) return fail({Reason::kTotals, 2 * kind + 1}, kNoLit);
    if (are_[kind] == could_be_[kind]) continue;
    if (are_[kind] == totals_[kind]) return fill_total(kind, false);
    if (could_be_[kind] == totals_[kind]) return fill_total(kind, true);
  }
  return true;
}

// All of a kind that there are stand already, or (`scarce`) all cells that can hold it must.
bool Trail::fill_total(std::uint32_t kind, bool scarce) {
  const Reason reason{Reason::kTotals, 2 * kind + (scarce ? 1U : 0U)};
  totals_dirty_ = true;
  for (std::uint32_t cell = 0; cell < could_.size(); ++cell) {
    if (is_single(could_[cell]) || (could_[cell] >> kind & 1) == 0) continue;
    if (!assert_literal(literal(cell, kind, scarce), reason)) return false;
  }
  return true;
}

std::uint64_t Trail::bytes() const {
  constexpr std::uint64_t kCell = sizeof(Candidates) + 3 * (sizeof(Info) + sizeof(Lit) + sizeof(Counted));
  constexpr std::uint64_t kLine = sizeof(Bounds) + sizeof(std::uint16_t) + sizeof(std::uint8_t);
  return could_.size() * (kCell + sizeof(std::uint32_t)) + bounds_.size() * kLine;
}

}  // namespace winnable::undead

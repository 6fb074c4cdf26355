#include "undead/explain/reasons.hpp"

#include <algorithm>
#include <utility>

namespace winnable::ladder {

namespace {

// The least and the most that a cell can add to a sum.
std::pair<int, int> range_of(const std::array<std::int8_t, 3>& adds, Candidates mask) {
  int low = 127;
  int high = -128;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!has(mask, k)) continue;
    low = std::min<int>(low, adds[k]);
    high = std::max<int>(high, adds[k]);
  }
  return {low, high};
}

void add_visit(Line& line, const UndeadVisit& v) {
  auto at = std::ranges::find(line.cells, v.cell, &LineCell::cell);
  if (at == line.cells.end()) at = line.cells.insert(at, LineCell{.cell = v.cell});
  for (const Monster m : kMonsters) {
    const std::size_t k = kind_of(m);
    const int first = is_seen(m, v.part, 0);
    const int second = is_seen(m, v.part, 1);
    at->adds[0][k] = static_cast<std::int8_t>(at->adds[0][k] + first);
    at->adds[1][k] = static_cast<std::int8_t>(at->adds[1][k] + second);
    at->adds[2][k] = static_cast<std::int8_t>(at->adds[2][k] + first - second);
  }
}

}  // namespace

Rung rung_of(Level level) {
  constexpr std::array<Rung, kLevels> kOf = {Rung::kSighting, Rung::kDifference, Rung::kTotals,  Rung::kOneLine,
                                             Rung::kOneLine,  Rung::kTwoLines,   Rung::kTwoLines};
  return kOf[level];
}

void Reasons::build(const UndeadBoard& board) {
  board_ = &board;
  build_lines();
  list_reasons();
}

void Reasons::build_lines() {
  lines_.assign(board_->lines().size(), {});
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    const UndeadLine& from = board_->lines()[l];
    Line& line = lines_[l];
    for (const UndeadVisit& v : from.visits) add_visit(line, v);
    for (std::size_t side = 0; side < 2; ++side) {
      line.target[side] = board_->sighting(from.ends[side]);
      line.known[side] = line.target[side] != kHidden;
    }
    line.target[2] = line.target[0] - line.target[1];
    line.known[2] = line.known[0] && line.known[1];
  }
}

void Reasons::list_reasons() {
  all_.clear();
  const auto count = static_cast<std::int16_t>(lines_.size());
  const auto each_line = [&](Level level, auto&& applies) {
    begin_[level] = all_.size();
    for (std::int16_t l = 0; l < count; ++l) {
      if (applies(lines_[static_cast<std::size_t>(l)])) all_.push_back({.level = level, .first = l});
    }
  };
  begin_[kBySighting] = 0;
  for (std::int16_t l = 0; l < count; ++l) {
    for (std::int8_t side = 0; side < 2; ++side) {
      if (!lines_[static_cast<std::size_t>(l)].known[static_cast<std::size_t>(side)]) continue;
      all_.push_back({.level = kBySighting, .side = side, .first = l});
    }
  }
  each_line(kByDifference, [](const Line& line) { return line.known[2]; });
  begin_[kByTotals] = all_.size();
  for (const Candidates kinds : {1, 2, 4, 3, 5, 6}) all_.push_back({.level = kByTotals, .kinds = kinds});
  each_line(kByLine, [](const Line& line) { return line.is_shown(); });
  each_line(kByLineTotals, [](const Line& line) { return line.is_shown(); });

  list_pairs();
  begin_[kLevels] = all_.size();
  for (std::size_t i = 0; i < all_.size(); ++i) all_[i].number = static_cast<std::uint32_t>(i);
}

void Reasons::list_pairs() {
  const std::size_t count = lines_.size();
  std::vector<std::uint8_t> cross(count * count, 0);
  for (int c = 0; c < board_->cells(); ++c) {
    for (const UndeadCrossing& a : board_->crossings(c)) {
      for (const UndeadCrossing& b : board_->crossings(c)) cross[a.line * count + b.line] = 1;
    }
  }
  for (const Level level : {kByTwo, kByTwoTotals}) {
    begin_[level] = all_.size();
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) {
        if (cross[a * count + b] == 0 || !lines_[a].is_shown() || !lines_[b].is_shown()) continue;
        all_.push_back({.level = level, .first = static_cast<std::int16_t>(a), .second = static_cast<std::int16_t>(b)});
      }
    }
  }
}

Effect Reasons::apply(const Reason& reason, const Masks& masks, std::vector<Cut>& cuts) {
  cuts.clear();
  if (reason.level == kByTotals) return by_totals(reason.kinds, masks, cuts);
  const Line& line = lines_[static_cast<std::size_t>(reason.first)];
  switch (reason.level) {
    case kBySighting: return by_sum(line, static_cast<std::size_t>(reason.side), masks, cuts);
    case kByDifference: return by_sum(line, 2, masks, cuts);
    default: break;
  }
  std::array<const Line*, 2> lines = {&line, nullptr};
  if (reason.second >= 0) lines[1] = &lines_[static_cast<std::size_t>(reason.second)];
  const std::array<int, 3>* totals = needs_totals(reason) ? &board_->totals() : nullptr;
  return joint_.run(std::span(lines).first(reason.second >= 0 ? 2 : 1), totals, masks, cuts);
}

// What a sum rules out by the least and the most that its cells can add.
Effect Reasons::by_sum(const Line& line, std::size_t which, const Masks& masks, std::vector<Cut>& cuts) const {
  int low = 0;
  int high = 0;
  for (const LineCell& c : line.cells) {
    const auto [least, most] = range_of(c.adds[which], masks[c.cell]);
    low += least;
    high += most;
  }
  const int target = line.target[which];
  if (low > target || high < target) return Effect::kBroken;
  for (const LineCell& c : line.cells) {
    const Candidates mask = masks[c.cell];
    if (is_single(mask)) continue;
    const auto [least, most] = range_of(c.adds[which], mask);
    Candidates left = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const int adds = c.adds[which][k];
      if (has(mask, k) && low - least + adds <= target && high - most + adds >= target) left |= 1U << k;
    }
    if (left == 0) return Effect::kBroken;
    if (left != mask) cuts.push_back({c.cell, mask, left});
  }
  std::ranges::sort(cuts, {}, &Cut::cell);
  return cuts.empty() ? Effect::kNothing : Effect::kCuts;
}

// As many cells can hold only these kinds as there are monsters of them: no other cell holds one.
Effect Reasons::by_totals(Candidates kinds, const Masks& masks, std::vector<Cut>& cuts) const {
  int total = 0;
  for (std::size_t k = 0; k < 3; ++k) total += has(kinds, k) ? board_->totals()[k] : 0;
  const int must = within(masks.tally(), kinds);
  if (must > total) return Effect::kBroken;
  if (must < total) return Effect::kNothing;
  for (std::size_t c = 0; c < masks.size(); ++c) {
    const Candidates mask = masks[c];
    if ((mask & ~kinds) == 0 || (mask & kinds) == 0) continue;
    cuts.push_back({static_cast<int>(c), mask, static_cast<Candidates>(mask & ~kinds)});
  }
  return cuts.empty() ? Effect::kNothing : Effect::kCuts;
}

bool Reasons::same_view(const Reason& reason, const Masks& a, const Masks& b) const {
  if (needs_totals(reason)) return a.by_cell() == b.by_cell();
  for (const int l : {reason.first, reason.second}) {
    if (l < 0) continue;
    for (const LineCell& c : lines_[static_cast<std::size_t>(l)].cells) {
      if (a[c.cell] != b[c.cell]) return false;
    }
  }
  return true;
}

bool Reasons::looks_at(const Reason& reason, int cell) const {
  if (needs_totals(reason)) return true;
  return std::ranges::any_of(board_->crossings(cell), [&](const UndeadCrossing& c) {
    return c.line == reason.first || c.line == reason.second;
  });
}

UndeadReason Reasons::full(const Reason& r) const {
  UndeadReason out;
  out.rung = rung_of(r.level);
  if (r.first >= 0) out.lines.push_back(r.first);
  if (r.second >= 0) out.lines.push_back(r.second);
  if (r.level == kBySighting) {
    out.end = board_->lines()[static_cast<std::size_t>(r.first)].ends[static_cast<std::size_t>(r.side)];
  }
  out.kinds = r.kinds;
  out.totals = needs_totals(r);
  return out;
}

}  // namespace winnable::ladder

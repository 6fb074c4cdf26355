#include "undead/solve/twice.hpp"

#include <algorithm>

namespace winnable::undead {

namespace {

// What a monster in a cell crossed twice is missed at both ends together.
std::array<std::size_t, 2> missed_by(const LineModel::Double& d, std::uint32_t kind) {
  std::array<std::size_t, 2> out{};
  for (int side = 0; side < 2; ++side) {
    out[static_cast<std::size_t>(side)] = static_cast<std::size_t>(!is_seen(kMonsters[kind], d.first, side)) +
                                          static_cast<std::size_t>(!is_seen(kMonsters[kind], d.second, side));
  }
  return out;
}

}  // namespace

void Twice::Once::add(Part part, Candidates could, int by) {
  const bool ghost = (could & 1) != 0, vampire = (could & 2) != 0, zombie = (could & 4) != 0;
  if (part == Part::kBetween || part == Part::kStraight) {
    const bool both = part == Part::kBetween ? vampire : ghost;
    const bool neither = zombie || (part == Part::kBetween ? ghost : vampire);
    can_both += both ? by : 0;
    must_both += neither ? 0 : by;
    return;
  }
  const std::array<bool, 2> missed = {part == Part::kBefore ? ghost : vampire, part == Part::kBefore ? vampire : ghost};
  for (std::size_t side = 0; side < 2; ++side) {
    can[side] += missed[side] ? by : 0;
    must[side] += missed[1 - side] || zombie ? 0 : by;
  }
  can_either += ghost || vampire ? by : 0;
  must_either += zombie ? 0 : by;
}

// Hall's theorem, as in undead/solve/lines.hpp.
bool Twice::Once::fits(const Pair& twice) const {
  int low = must_both, high = can_both;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!asked[side]) continue;
    low = std::max(low, missed[side] - twice[side] - can[side]);
    high = std::min(high, missed[side] - twice[side] - must[side]);
  }
  if (asked[0] && asked[1]) {
    const int sum = missed[0] - twice[0] + missed[1] - twice[1];
    low = std::max(low, halved(sum - can_either));
    high = std::min(high, -halved(must_either - sum));
  }
  return low <= high;
}

bool Twice::narrow(const LineModel& model, Trail& trail) {
  model_ = &model;
  trail_ = &trail;
  const std::span<const LineModel::Double> all = model.doubles();
  for (std::size_t first = 0; first < all.size();) {
    const std::uint32_t line = all[first].line;
    open_.clear();
    for (; first < all.size() && all[first].line == line; ++first) {
      if (!is_single(trail.could(all[first].cell))) open_.push_back(all[first]);
    }
    // A visit raises the bounds of each side by one at most.
    const bool may_narrow = trail.slack(line) < static_cast<int>(4 * open_.size() + 2);
    if (may_narrow && !open_.empty() && open_.size() <= kMostTwice && !narrow_line(line)) return false;
  }
  return true;
}

bool Twice::narrow_line(std::uint32_t line) {
  look_along(line);
  sum_up();
  return narrow_twice() && narrow_once(line);
}

void Twice::look_along(std::uint32_t line) {
  once_ = {};
  const UndeadLine& l = model_->board().lines()[line];
  for (std::size_t side = 0; side < 2; ++side) {
    const int sighting = model_->asked()[l.ends[side]];
    once_.asked[side] = sighting != kHidden;
    once_.missed[side] = static_cast<int>(l.visits.size()) - sighting;
  }
  for (const UndeadVisit& v : l.visits) {
    if (!model_->is_double(v.cell) || is_single(trail_->could(v.cell))) once_.add(v.part, trail_->could(v.cell), 1);
  }
}

// sums_[i]: what the first i of the cells can miss.
void Twice::sum_up() {
  const std::size_t cells = open_.size();
  side_ = 2 * cells + 1;
  if (sums_.size() < cells + 1) sums_.resize(cells + 1);
  for (std::size_t i = 0; i <= cells; ++i) sums_[i].assign(side_ * side_, 0);
  sums_[0][0] = 1;
  for (std::size_t i = 0; i < cells; ++i) {
    const LineModel::Double& d = open_[i];
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      if ((trail_->could(d.cell) >> kind & 1) == 0) continue;
      const auto [a, b] = missed_by(d, kind);
      for (std::size_t x = 0; x <= 2 * i; ++x) {
        for (std::size_t y = 0; y <= 2 * i; ++y) at(sums_[i + 1], x + a, y + b) |= at(sums_[i], x, y);
      }
    }
  }
}

// From the last of the cells back to the first.
bool Twice::narrow_twice() {
  const std::size_t cells = open_.size();
  rest_.assign(side_ * side_, 0);
  for (std::size_t x = 0; x < side_; ++x) {
    for (std::size_t y = 0; y < side_; ++y) {
      at(rest_, x, y) = at(sums_[cells], x, y) != 0 && once_.fits({static_cast<int>(x), static_cast<int>(y)});
    }
  }
  for (std::size_t i = cells; i-- > 0;) {
    const LineModel::Double& d = open_[i];
    before_.assign(side_ * side_, 0);
    std::uint32_t unsupported = 0;
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      if ((trail_->could(d.cell) >> kind & 1) == 0) continue;
      const auto [a, b] = missed_by(d, kind);
      std::uint8_t any = 0;
      for (std::size_t x = 0; x <= 2 * i; ++x) {
        for (std::size_t y = 0; y <= 2 * i; ++y) {
          const auto can = static_cast<std::uint8_t>(at(sums_[i], x, y) & at(rest_, x + a, y + b));
          at(before_, x, y) |= can;
          any |= can;
        }
      }
      if (any == 0) unsupported |= 1U << kind;
    }
    if (!rule_out(d.cell, unsupported)) return false;
    std::swap(rest_, before_);
  }
  return true;
}

// Cells in the same part that can hold the same are alike.
bool Twice::narrow_once(std::uint32_t line) {
  std::array<std::array<std::uint8_t, 8>, 4> unsupported{};
  std::array<std::array<bool, 8>, 4> known{};
  for (const UndeadVisit& v : model_->visits(line)) {
    const Candidates could = trail_->could(v.cell);
    if (is_single(could) || model_->is_double(v.cell)) continue;
    const auto part = static_cast<std::size_t>(v.part);
    std::uint8_t& kinds = unsupported[part][could];
    if (!known[part][could]) {
      known[part][could] = true;
      for (std::uint32_t kind = 0; kind < 3; ++kind) {
        const bool possible = (could >> kind & 1) != 0;
        if (possible && !is_supported(v.part, could, kind)) kinds = static_cast<std::uint8_t>(kinds | 1U << kind);
      }
    }
    if (!rule_out(v.cell, kinds)) return false;
  }
  return true;
}

bool Twice::is_supported(Part part, Candidates could, std::uint32_t kind) const {
  Once chosen = once_;
  chosen.add(part, could, -1);
  chosen.add(part, static_cast<Candidates>(1U << kind), 1);
  const std::vector<std::uint8_t>& sums = sums_[(side_ - 1) / 2];
  for (std::size_t x = 0; x < side_; ++x) {
    for (std::size_t y = 0; y < side_; ++y) {
      if (sums[x * side_ + y] != 0 && chosen.fits({static_cast<int>(x), static_cast<int>(y)})) return true;
    }
  }
  return false;
}

bool Twice::rule_out(std::uint32_t cell, std::uint32_t kinds) {
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    if ((kinds >> kind & 1) != 0 && !trail_->assert_literal(literal(cell, kind, false), {})) return false;
  }
  return true;
}

}  // namespace winnable::undead

#include "solvers/undead_walk.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "core/deal_numbers.hpp"

namespace winnable::undead {

namespace {

constexpr std::uint32_t kNotMissed = ~std::uint32_t{0};
constexpr std::uint64_t kTabu = 5;           // changes for which a cell stays
constexpr std::uint32_t kMostLookedAt = 30;  // cells of a sum
constexpr std::uint32_t kNoise = 20;         // one change in so many that makes things worse is any
constexpr std::uint64_t kSeed = 0x556E64656164;

}  // namespace

void Walk::start(const LineModel& model, const Trail& trail) {
  const auto cells = static_cast<std::uint32_t>(trail.cells());
  const std::span<const int> asked = model.asked();
  const std::size_t sums = asked.size() + 3;
  cells_.assign(cells, {});
  could_.assign(trail.could().begin(), trail.could().end());
  kinds_.assign(cells, 0);
  changed_at_.assign(cells, 0);
  misses_.assign(sums, 0);
  for (std::size_t end = 0; end < asked.size(); ++end) misses_[end] = asked[end] == kHidden ? 0 : -asked[end];
  for (std::size_t kind = 0; kind < 3 && trail.uses_totals(); ++kind) {
    misses_[asked.size() + kind] = -trail.totals()[kind];
  }
  time_ = kTabu;
  random_ = kSeed;
  for (std::uint32_t cell = 0; cell < cells; ++cell) add_cell(model, trail, cell);
  list_cells();
  missed_.clear();
  place_.assign(sums, kNotMissed);
  missing_ = 0;
  for (std::uint32_t sum = 0; sum < sums; ++sum) {
    missing_ += std::abs(misses_[sum]);
    note_miss(sum);
  }
  best_ = kinds_;
  best_missing_ = missing_;
}

void Walk::add(Cell& cell, std::uint32_t sum, std::uint32_t kind) const {
  std::uint32_t i = 0;
  while (i < cell.size && cell.shares[i].sum != sum) ++i;
  if (i == cell.size) cell.shares[cell.size++].sum = sum;
  ++cell.shares[i].adds[kind];
}

void Walk::add_cell(const LineModel& model, const Trail& trail, std::uint32_t c) {
  Cell& cell = cells_[c];
  const std::span<const int> asked = model.asked();
  for (const UndeadCrossing& x : model.board().crossings(static_cast<int>(c))) {
    const UndeadLine& line = model.board().lines()[x.line];
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t end = line.ends[static_cast<std::size_t>(side)];
      if (asked[end] == kHidden) continue;
      for (std::uint32_t kind = 0; kind < 3; ++kind) {
        if (is_seen(kMonsters[kind], line.visits[x.visit].part, side)) add(cell, end, kind);
      }
    }
  }
  for (std::uint32_t kind = 0; kind < 3 && trail.uses_totals(); ++kind) {
    add(cell, static_cast<std::uint32_t>(asked.size()) + kind, kind);
  }
  do {
    kinds_[c] = static_cast<std::uint8_t>(random_below(3));
  } while ((could_[c] >> kinds_[c] & 1) == 0);
  for (std::uint32_t i = 0; i < cell.size; ++i) misses_[cell.shares[i].sum] += cell.shares[i].adds[kinds_[c]];
}

void Walk::list_cells() {
  first_.assign(misses_.size() + 1, 0);
  const auto each = [&](const auto& visit) {
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
      if (is_single(could_[c])) continue;
      for (std::uint32_t i = 0; i < cells_[c].size; ++i) visit(cells_[c].shares[i].sum, c);
    }
  };
  each([&](std::uint32_t sum, std::uint32_t) { ++first_[sum + 1]; });
  for (std::size_t sum = 0; sum < misses_.size(); ++sum) first_[sum + 1] += first_[sum];
  open_.resize(first_.back());
  // Filled from the back, first_ ends where it should.
  each([&](std::uint32_t sum, std::uint32_t c) { open_[--first_[sum + 1]] = c; });
  first_.erase(first_.begin());
  first_.push_back(static_cast<std::uint32_t>(open_.size()));
}

std::uint32_t Walk::random_below(std::uint32_t n) {
  return static_cast<std::uint32_t>((splitmix64(random_) >> 33) % n);
}

void Walk::note_miss(std::uint32_t sum) {
  if (misses_[sum] != 0 && place_[sum] == kNotMissed) {
    place_[sum] = static_cast<std::uint32_t>(missed_.size());
    missed_.push_back(sum);
  } else if (misses_[sum] == 0 && place_[sum] != kNotMissed) {
    const std::uint32_t last = missed_.back();
    missed_[place_[sum]] = last;
    place_[last] = place_[sum];
    place_[sum] = kNotMissed;
    missed_.pop_back();
  }
}

int Walk::worth(const Cell& cell, std::uint32_t from, std::uint32_t to) const {
  int more = 0;
  for (std::uint32_t i = 0; i < cell.size; ++i) {
    const Share& p = cell.shares[i];
    const int miss = misses_[p.sum];
    more += std::abs(miss + p.adds[to] - p.adds[from]) - std::abs(miss);
  }
  return more;
}

bool Walk::helps(const Cell& cell, std::uint32_t from, std::uint32_t to, std::uint32_t sum) const {
  std::uint32_t i = 0;
  while (cell.shares[i].sum != sum) ++i;
  const int by = cell.shares[i].adds[to] - cell.shares[i].adds[from];
  return by != 0 && (by < 0) == (misses_[sum] > 0);
}

// The best of some open cells of a missed sum, one of them at random where several are.
bool Walk::best_change(std::uint32_t sum, Change& out) {
  const auto size = first_[sum + 1] - first_[sum];
  if (size == 0) return false;
  std::uint32_t at = size > kMostLookedAt ? random_below(size) : 0;
  std::uint32_t as_good = 0;
  for (std::uint32_t i = 0; i < std::min(size, kMostLookedAt); ++i, at = at + 1 == size ? 0 : at + 1) {
    const std::uint32_t c = open_[first_[sum] + at];
    if (time_ - changed_at_[c] < kTabu) continue;
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      if (kind == kinds_[c] || (could_[c] >> kind & 1) == 0 || !helps(cells_[c], kinds_[c], kind, sum)) continue;
      const int value = worth(cells_[c], kinds_[c], kind);
      if (as_good != 0 && value > out.worth) continue;
      as_good = as_good != 0 && value == out.worth ? as_good + 1 : 1;
      if (as_good == 1 || random_below(as_good) == 0) out = {c, kind, value};
    }
  }
  if (as_good == 0) return false;
  if (out.worth > 0 && random_below(kNoise) == 0) {
    const std::uint32_t c = open_[first_[sum] + random_below(size)];
    const std::uint32_t kind = random_below(3);
    if ((could_[c] >> kind & 1) != 0) out = {c, kind, worth(cells_[c], kinds_[c], kind)};
  }
  return true;
}

void Walk::change(std::uint32_t c, std::uint32_t to) {
  const Cell& cell = cells_[c];
  for (std::uint32_t i = 0; i < cell.size; ++i) {
    const Share& p = cell.shares[i];
    misses_[p.sum] += p.adds[to] - p.adds[kinds_[c]];
    note_miss(p.sum);
  }
  kinds_[c] = static_cast<std::uint8_t>(to);
  changed_at_[c] = time_;
}

Walk::End Walk::run(std::uint64_t changes, Budget& budget) {
  for (std::uint64_t i = 0; i < changes && !missed_.empty(); ++i) {
    if (!budget.spend()) return End::kStopped;
    ++time_;
    Change next;
    if (!best_change(missed_[random_below(static_cast<std::uint32_t>(missed_.size()))], next)) continue;
    change(next.cell, next.kind);
    missing_ += next.worth;
    if (missing_ >= best_missing_) continue;
    best_missing_ = missing_;
    best_ = kinds_;
  }
  return missed_.empty() ? End::kSolution : End::kNone;
}

std::uint64_t Walk::bytes() const {
  constexpr std::uint64_t kCell = sizeof(Cell) + sizeof(Candidates) + 2 + sizeof(std::uint64_t);
  return cells_.size() * kCell + open_.size() * 4 + misses_.size() * (sizeof(int) + 3 * sizeof(std::uint32_t));
}

}  // namespace winnable::undead

#include "undead/solve/walk.hpp"

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

void Walk::start(const Sums& sums, const Trail& trail) {
  sums_ = &sums;
  could_.assign(trail.could().begin(), trail.could().end());
  kinds_.assign(sums.cells(), 0);
  changed_at_.assign(sums.cells(), 0);
  time_ = kTabu;
  random_ = kSeed;
  fill();
  list_cells();
  missed_.clear();
  place_.assign(sums.size(), kNotMissed);
  missing_ = 0;
  for (std::uint32_t sum = 0; sum < sums.size(); ++sum) {
    missing_ += std::abs(misses_[sum]);
    note_miss(sum);
  }
  best_ = kinds_;
  best_missing_ = missing_;
}

// Any monster that a cell can hold.
void Walk::fill() {
  misses_.clear();
  for (const int target : sums_->targets()) misses_.push_back(-target);
  for (std::uint32_t c = 0; c < could_.size(); ++c) {
    do {
      kinds_[c] = static_cast<std::uint8_t>(random_below(3));
    } while ((could_[c] >> kinds_[c] & 1) == 0);
    for (const Sums::Share& s : sums_->shares(c)) misses_[s.sum] += s.adds[kinds_[c]];
  }
}

void Walk::list_cells() {
  first_.assign(misses_.size() + 1, 0);
  const auto each = [&](const auto& visit) {
    for (std::uint32_t c = 0; c < could_.size(); ++c) {
      if (is_single(could_[c])) continue;
      for (const Sums::Share& s : sums_->shares(c)) visit(s.sum, c);
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

// By how much more is missed with another monster in a cell.
int Walk::worth(std::uint32_t c, std::uint32_t to) const {
  int more = 0;
  for (const Sums::Share& s : sums_->shares(c)) {
    const int miss = misses_[s.sum];
    more += std::abs(miss + s.adds[to] - s.adds[kinds_[c]]) - std::abs(miss);
  }
  return more;
}

bool Walk::helps(std::uint32_t c, std::uint32_t to, std::uint32_t sum) const {
  const auto is_of_sum = [&](const Sums::Share& s) { return s.sum == sum; };
  const Sums::Share& share = *std::ranges::find_if(sums_->shares(c), is_of_sum);
  const int by = share.adds[to] - share.adds[kinds_[c]];
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
      if (kind == kinds_[c] || (could_[c] >> kind & 1) == 0 || !helps(c, kind, sum)) continue;
      const int value = worth(c, kind);
      if (as_good != 0 && value > out.worth) continue;
      as_good = as_good != 0 && value == out.worth ? as_good + 1 : 1;
      if (as_good == 1 || random_below(as_good) == 0) out = {c, kind, value};
    }
  }
  if (as_good == 0) return false;
  if (out.worth > 0 && random_below(kNoise) == 0) {
    const std::uint32_t c = open_[first_[sum] + random_below(size)];
    const std::uint32_t kind = random_below(3);
    if ((could_[c] >> kind & 1) != 0) out = {c, kind, worth(c, kind)};
  }
  return true;
}

void Walk::change(std::uint32_t c, std::uint32_t to) {
  for (const Sums::Share& s : sums_->shares(c)) {
    misses_[s.sum] += s.adds[to] - s.adds[kinds_[c]];
    note_miss(s.sum);
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
  constexpr std::uint64_t kCell = sizeof(Candidates) + 2 + sizeof(std::uint64_t);
  return could_.size() * kCell + open_.size() * sizeof(std::uint32_t) +
         misses_.size() * (sizeof(int) + 3 * sizeof(std::uint32_t));
}

}  // namespace winnable::undead

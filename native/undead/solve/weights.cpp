#include "undead/solve/weights.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace winnable::undead {

void Weights::start(const Sums& sums) {
  sums_ = &sums;
  weights_.assign(sums.size(), 0);
  misses_.assign(sums.size(), 0);
  lightest_.assign(sums.cells(), 0);
}

// By kind.
std::array<std::int64_t, 3> Weights::weights_of(std::uint32_t cell) const {
  std::array<std::int64_t, 3> weight{};
  for (const Sums::Share& s : sums_->shares(cell)) {
    for (std::size_t kind = 0; kind < 3; ++kind) weight[kind] += weights_[s.sum] * s.adds[kind];
  }
  return weight;
}

// By how much the lightest filling outweighs the targets; what its sums miss, into misses_.
std::int64_t Weights::weigh(const Trail& trail) {
  std::int64_t excess = 0;
  for (std::size_t sum = 0; sum < weights_.size(); ++sum) {
    const int target = sums_->targets()[sum];
    excess -= weights_[sum] * target;
    misses_[sum] = -target;
  }
  for (std::uint32_t cell = 0; cell < sums_->cells(); ++cell) {
    const std::array<std::int64_t, 3> weight = weights_of(cell);
    std::size_t best = 3;
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if ((trail.could(cell) >> kind & 1) != 0 && (best == 3 || weight[kind] < weight[best])) best = kind;
    }
    excess += weight[best];
    lightest_[cell] = weight[best];
    for (const Sums::Share& s : sums_->shares(cell)) misses_[s.sum] += s.adds[best];
  }
  return excess;
}

Weights::End Weights::run(const Trail& trail, std::uint64_t rounds, Budget& budget) {
  for (std::uint64_t i = 0; i < rounds; ++i) {
    if (!budget.spend()) return End::kStopped;
    excess_ = weigh(trail);
    if (excess_ > 0) return End::kContradiction;
    if (std::ranges::all_of(misses_, [](int miss) { return miss == 0; })) return End::kNone;  // a solution
    for (std::size_t sum = 0; sum < weights_.size(); ++sum) weights_[sum] += misses_[sum];
  }
  return End::kNone;
}

// What bars a cell from lighter monsters than its lightest counts; what the excess can spare is let in.
void Weights::explain(const Trail& trail, std::vector<Lit>& out) {
  const auto weight_of = [&](Lit l) { return weights_of(l / 6)[l % 6 / 2]; };
  barred_.clear();
  for (std::uint32_t cell = 0; cell < sums_->cells(); ++cell) {
    const std::array<std::int64_t, 3> weight = weights_of(cell);
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      if (weight[kind] < lightest_[cell]) barred_.push_back(literal(cell, kind, false));
    }
  }
  std::ranges::sort(barred_, [&](Lit a, Lit b) { return trail.place_of(a) > trail.place_of(b); });
  for (const Lit l : barred_) {
    const std::int64_t lighter = lightest_[l / 6] - weight_of(l);
    if (lighter <= 0 || lighter >= excess_) continue;
    excess_ -= lighter;
    lightest_[l / 6] -= lighter;
  }
  for (const Lit l : barred_) {
    if (weight_of(l) < lightest_[l / 6]) out.push_back(l);
  }
}

std::uint64_t Weights::bytes() const {
  return weights_.size() * (sizeof(std::int64_t) + sizeof(int)) +
         lightest_.size() * (sizeof(std::int64_t) + 2 * sizeof(Lit));
}

}  // namespace winnable::undead

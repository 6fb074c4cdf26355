#include "undead/solve/weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace winnable::undead {

namespace {

// The greatest weight. Of at most 10'000 cells each adds at most 3 to each of its sums, seven and what parity
// asks for; even with a thousand such sums all stays below 2^63.
constexpr double kGreatest = 1 << 28;

}  // namespace

// By kind.
std::array<std::int64_t, 3> Weights::weights_of(std::uint32_t cell) const {
  std::array<std::int64_t, 3> weight{};
  for (const Relaxation::Share& s : relaxation_->shares(cell)) {
    for (std::size_t kind = 0; kind < 3; ++kind) weight[kind] += weights_[s.sum] * s.adds[kind];
  }
  return weight;
}

bool Weights::prove(const Relaxation& relaxation, const Trail& trail) {
  relaxation_ = &relaxation;
  double greatest = 0.0;
  for (const double weight : relaxation.weights()) greatest = std::max(greatest, std::abs(weight));
  if (greatest == 0.0 || !std::isfinite(greatest)) return false;
  weights_.resize(relaxation.rows());
  excess_ = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = std::llround(relaxation.weights()[i] * (kGreatest / greatest));
    // To exceed such a target is right, so that must not count as too heavy.
    if (i >= relaxation.exact_rows()) weights_[i] = std::min<std::int64_t>(weights_[i], 0);
    excess_ -= weights_[i] * relaxation.target(i);
  }
  lightest_.assign(relaxation.cells(), std::numeric_limits<std::int64_t>::max());
  for (std::uint32_t cell = 0; cell < relaxation.cells(); ++cell) {
    const std::array<std::int64_t, 3> weight = weights_of(cell);
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if ((trail.could(cell) >> kind & 1) != 0) lightest_[cell] = std::min(lightest_[cell], weight[kind]);
    }
    excess_ += lightest_[cell];
  }
  return excess_ > 0;
}

// What bars a cell from lighter monsters than its lightest counts; what the excess can spare is let in.
void Weights::explain(const Trail& trail, std::vector<Lit>& out) {
  const auto weight_of = [&](Lit l) { return weights_of(l / 6)[l % 6 / 2]; };
  barred_.clear();
  for (std::uint32_t cell = 0; cell < relaxation_->cells(); ++cell) {
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
  return weights_.size() * sizeof(std::int64_t) + lightest_.size() * (sizeof(std::int64_t) + 2 * sizeof(Lit));
}

}  // namespace winnable::undead

// The rows of the relaxation and its basis; the steps are in relaxation_steps.cpp.
#include "undead/solve/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/deal_numbers.hpp"

namespace winnable::undead {

void Relaxation::start(const Sums& sums, std::span<const std::uint8_t> kinds) {
  targets_.assign(sums.targets().begin(), sums.targets().end());
  exact_rows_ = targets_.size();
  shares_.assign(sums.cells(), {});
  for (std::uint32_t c = 0; c < shares_.size(); ++c) shares_[c].assign(sums.shares(c).begin(), sums.shares(c).end());
  could_.assign(shares_.size(), kAnyMonster);
  keys_.assign(kinds.begin(), kinds.end());
  key_values_.assign(shares_.size(), 1.0);
  random_ = 0;
  width_ = 0;
  reset();
}

// Every cell holds its key, and what the rows miss is basic.
void Relaxation::reset() {
  const std::size_t size = rows();
  width_ = std::max(width_, size);
  inverse_.assign(width_ * width_, 0.0);
  basic_.resize(size);
  place_.assign(3 * cells() + size, kNowhere);
  for (std::size_t i = 0; i < size; ++i) {
    row(i)[i] = 1.0;
    basic_[i] = slack(i);
    place_[slack(i)] = static_cast<std::uint32_t>(i);
  }
  prices_.assign(3 * cells() + size, 0.0);
  for (std::uint32_t v = 0; v < 3 * cells(); ++v) prices_[v] = keys_[v / 3] == v % 3 ? 0.0 : any_price();
  steps_ = 0;
  find_values();
}

double Relaxation::any_price() { return 1.0 + static_cast<double>(splitmix64(random_) >> 40) / (1 << 24); }

double Relaxation::part(std::uint32_t cell, std::uint32_t kind) const {
  if (keys_[cell] == kind) return key_values_[cell];
  const std::uint32_t place = place_[3 * cell + kind];
  return place == kNowhere ? 0.0 : values_[place];
}

// Of what is basic, from the inverse.
void Relaxation::find_values() {
  const std::size_t size = rows();
  column_.assign(targets_.begin(), targets_.end());
  for (std::uint32_t c = 0; c < cells(); ++c) {
    for (const Share& s : shares_[c]) column_[s.sum] -= s.adds[keys_[c]];
  }
  values_.assign(size, 0.0);
  std::ranges::fill(key_values_, 1.0);
  for (std::size_t p = 0; p < size; ++p) {
    for (std::size_t i = 0; i < size; ++i) values_[p] += row(p)[i] * column_[i];
    if (!is_slack(basic_[p])) key_values_[basic_[p] / 3] -= values_[p];
  }
}

// By row and place: what is basic adds to the rows, instead of its cell's key.
void Relaxation::fill_basis(std::vector<double>& basis) const {
  const std::size_t size = rows();
  basis.assign(size * size, 0.0);
  for (std::size_t p = 0; p < size; ++p) {
    const std::uint32_t id = basic_[p];
    if (is_slack(id)) {
      basis[(id - 3 * cells()) * size + p] = 1.0;
      continue;
    }
    for (const Share& s : shares_[id / 3]) basis[s.sum * size + p] = s.adds[id % 3] - s.adds[keys_[id / 3]];
  }
}

// By elimination, so that errors do not add up. False: it cannot be done.
bool Relaxation::invert() {
  const std::size_t size = rows();
  std::vector<double> basis;
  fill_basis(basis);
  inverse_.assign(width_ * width_, 0.0);
  for (std::size_t p = 0; p < size; ++p) row(p)[p] = 1.0;
  for (std::size_t p = 0; p < size; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < size; ++i) {
      if (std::abs(basis[i * size + p]) > std::abs(basis[best * size + p])) best = i;
    }
    double* const own = &basis[p * size];
    std::swap_ranges(own, own + size, &basis[best * size]);
    if (best != p) std::swap_ranges(row(p), row(p) + size, row(best));
    const double pivot = own[p];
    if (std::abs(pivot) < kPivot) return false;
    for (std::size_t k = 0; k < size; ++k) {
      own[k] /= pivot;
      row(p)[k] /= pivot;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double factor = basis[i * size + p];
      if (i == p || factor == 0.0) continue;
      for (std::size_t k = p; k < size; ++k) basis[i * size + k] -= factor * own[k];
      for (std::size_t k = 0; k < size; ++k) row(i)[k] -= factor * row(p)[k];
    }
  }
  steps_ = 0;
  find_values();
  return true;
}

// What the new row misses is basic, so the inverse gets a row for it and nothing else changes.
void Relaxation::at_least_one(std::span<const std::uint32_t> variables) {
  const auto added = static_cast<std::uint32_t>(rows());
  for (const std::uint32_t v : variables) {
    std::vector<Share>& shares = shares_[cell_of_var(v)];
    if (shares.empty() || shares.back().sum != added) shares.push_back({added, {}});
    shares.back().adds[v % 3] = 1;
  }
  if (added == width_) widen();
  double* const last = row(added);
  std::fill_n(last, added, 0.0);
  for (std::size_t p = 0; p < added; ++p) {
    row(p)[added] = 0.0;
    if (is_slack(basic_[p])) continue;
    const Share& s = shares_[basic_[p] / 3].back();
    const int adds = s.sum == added ? s.adds[basic_[p] % 3] - s.adds[keys_[basic_[p] / 3]] : 0;
    for (std::size_t i = 0; adds != 0 && i < added; ++i) last[i] -= adds * row(p)[i];
  }
  last[added] = 1.0;
  targets_.push_back(1);
  basic_.push_back(slack(added));
  place_.push_back(added);
  prices_.push_back(0.0);
  find_values();
}

void Relaxation::widen() {
  const std::size_t width = width_ + width_ / 2 + 16;
  std::vector<double> wide(width * width, 0.0);
  for (std::size_t p = 0; p < rows(); ++p) std::copy_n(row(p), rows(), &wide[p * width]);
  inverse_ = std::move(wide);
  width_ = width;
}

void Relaxation::drop_idle_rows() {
  constexpr double kIdle = 1e-3;
  for (std::size_t i = rows(); i-- > exact_rows_;) {
    const std::uint32_t place = place_[slack(i)];
    if (place != kNowhere && values_[place] < -kIdle) drop(i, place);
  }
}

// A slack adds to its own row alone, so the basis without both has the inverse without both.
void Relaxation::drop(std::size_t gone, std::size_t place) {
  const auto erase = [](auto& from, std::size_t at) { from.erase(from.begin() + static_cast<std::ptrdiff_t>(at)); };
  for (std::size_t p = 0; p < rows(); ++p) {
    std::copy(row(p) + gone + 1, row(p) + rows(), row(p) + gone);
    if (p > place) std::copy_n(row(p), rows() - 1, row(p - 1));
  }
  for (std::vector<Share>& shares : shares_) {
    std::erase_if(shares, [&](const Share& s) { return s.sum == gone; });
    for (Share& s : shares) s.sum -= s.sum > gone ? 1 : 0;
  }
  erase(prices_, slack(gone));
  for (std::uint32_t& id : basic_) id -= id > slack(gone) ? 1 : 0;
  erase(basic_, place);
  erase(values_, place);
  erase(targets_, gone);
  place_.assign(3 * cells() + rows(), kNowhere);
  for (std::size_t p = 0; p < rows(); ++p) place_[basic_[p]] = static_cast<std::uint32_t>(p);
}

// With the two tables of an elimination.
std::uint64_t Relaxation::bytes() const {
  std::uint64_t out = 2 * width_ * width_ * sizeof(double);
  for (const std::vector<Share>& shares : shares_) out += sizeof(shares) + shares.capacity() * sizeof(Share);
  constexpr std::uint64_t kVariable = sizeof(std::uint32_t) + 2 * sizeof(double);
  constexpr std::uint64_t kRow = kVariable + sizeof(int) + sizeof(std::uint32_t) + 3 * sizeof(double);
  return out + cells() * (3 * kVariable + sizeof(double) + 2) + rows() * kRow;
}

}  // namespace winnable::undead

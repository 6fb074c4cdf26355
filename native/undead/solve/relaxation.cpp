#include "undead/solve/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/deal_numbers.hpp"

namespace winnable::undead {

namespace {

constexpr double kTolerance = 1e-7;  // of values
constexpr double kTie = 1e-9;        // of prices
constexpr double kPivot = 1e-7;
constexpr double kIdle = 1e-3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void Relaxation::start(const Sums& sums, std::span<const std::uint8_t> kinds) {
  targets_.assign(sums.targets().begin(), sums.targets().end());
  exact_rows_ = targets_.size();
  shares_.assign(sums.cells(), {});
  for (std::uint32_t c = 0; c < shares_.size(); ++c) shares_[c].assign(sums.shares(c).begin(), sums.shares(c).end());
  could_.assign(shares_.size(), kAnyMonster);
  keys_.assign(kinds.begin(), kinds.end());
  key_values_.assign(shares_.size(), 1.0);
  random_ = 0;
  reset();
}

// Whole monsters, and all that they miss is basic.
void Relaxation::reset() {
  const std::size_t size = rows();
  width_ = std::max(width_, size);
  inverse_.assign(width_ * width_, 0.0);
  basic_.resize(size);
  place_.assign(3 * cells() + size, kNowhere);
  for (std::size_t i = 0; i < size; ++i) {
    row(i)[i] = 1.0;
    basic_[i] = static_cast<std::uint32_t>(3 * cells() + i);
    place_[basic_[i]] = static_cast<std::uint32_t>(i);
  }
  prices_.assign(3 * cells() + size, 0.0);
  for (std::uint32_t v = 0; v < 3 * cells(); ++v) prices_[v] = keys_[v / 3] == v % 3 ? 0.0 : any_price();
  steps_ = 0;
  values();
}

// The inverse grows by what the new row makes of the others; what the row misses is basic.
void Relaxation::at_least_one(std::span<const std::uint32_t> variables) {
  const auto added = static_cast<std::uint32_t>(rows());
  for (const std::uint32_t v : variables) {
    std::vector<Share>& shares = shares_[cell_of_var(v)];
    if (shares.empty() || shares.back().sum != added) shares.push_back({added, {}});
    shares.back().adds[v % 3] = 1;
  }
  if (added == width_) widen(2 * width_);
  targets_.push_back(1);
  double* const last = row(added);
  std::fill_n(last, added + 1, 0.0);
  last[added] = 1.0;
  for (std::size_t p = 0; p < added; ++p) {
    row(p)[added] = 0.0;
    if (is_slack(basic_[p])) continue;
    const std::vector<Share>& shares = shares_[basic_[p] / 3];
    const int adds = shares.back().sum == added ? shares.back().adds[basic_[p] % 3] - shares.back().adds[keys_[basic_[p] / 3]] : 0;
    for (std::size_t i = 0; adds != 0 && i < added; ++i) last[i] -= adds * row(p)[i];
  }
  place_.push_back(added);
  prices_.push_back(0.0);
  basic_.push_back(static_cast<std::uint32_t>(3 * cells() + added));
  values();
}

void Relaxation::widen(std::size_t width) {
  std::vector<double> wide(width * width, 0.0);
  for (std::size_t p = 0; p < rows(); ++p) std::copy_n(row(p), rows(), &wide[p * width]);
  inverse_ = std::move(wide);
  width_ = width;
}

// A row of which more is there than it asks for is in the way of nothing.
void Relaxation::drop_idle_rows() {
  for (std::size_t i = rows(); i-- > exact_rows_;) {
    const std::uint32_t place = place_[3 * cells() + i];
    if (place != kNowhere && values_[place] < -kIdle) drop(i, place);
  }
}

// Only its own row knows a slack, so the inverse without both is that of the basis without both.
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
  erase(targets_, gone);
  erase(values_, place);
  erase(basic_, place);
  erase(prices_, 3 * cells() + gone);
  for (std::uint32_t& id : basic_) id -= id > 3 * cells() + gone ? 1 : 0;
  place_.assign(3 * cells() + rows(), kNowhere);
  for (std::size_t p = 0; p < rows(); ++p) place_[basic_[p]] = static_cast<std::uint32_t>(p);
}

Relaxation::Bounds2 Relaxation::bounds(std::uint32_t id) const {
  if (!is_slack(id)) return {0.0, (could_[id / 3] >> (id % 3) & 1) != 0 ? kInfinity : 0.0};
  return {id - 3 * cells() < exact_rows_ ? 0.0 : -kInfinity, 0.0};
}

// Which way it is out of bounds.
int Relaxation::pull(std::uint32_t id, double value) const {
  const Bounds2 b = bounds(id);
  return value > b.high + kTolerance ? 1 : value < b.low - kTolerance ? -1 : 0;
}

double Relaxation::part(std::uint32_t cell, std::uint32_t kind) const {
  if (keys_[cell] == kind) return key_values_[cell];
  const std::uint32_t place = place_[3 * cell + kind];
  return place == kNowhere ? 0.0 : values_[place];
}

void Relaxation::list_parts(std::vector<std::uint32_t>& out) const {
  out.clear();
  for (const std::uint32_t id : basic_) {
    if (!is_slack(id)) out.push_back(id);
  }
}

// What a variable adds to the rows instead of its cell's key.
void Relaxation::fill_column(std::uint32_t id, std::vector<double>& out) const {
  out.assign(rows(), 0.0);
  if (is_slack(id)) {
    out[id - 3 * cells()] = 1.0;
    return;
  }
  for (const Share& s : shares_[id / 3]) out[s.sum] = s.adds[id % 3] - s.adds[keys_[id / 3]];
}

// From the inverse, all values anew.
void Relaxation::values() {
  const std::size_t size = rows();
  column_.assign(targets_.begin(), targets_.end());
  for (std::uint32_t c = 0; c < cells(); ++c) {
    for (const Share& s : shares_[c]) column_[s.sum] -= s.adds[keys_[c]];
  }
  values_.assign(size, 0.0);
  std::ranges::fill(key_values_, 1.0);
  for (std::size_t p = 0; p < size; ++p) {
    double value = 0.0;
    for (std::size_t i = 0; i < size; ++i) value += row(p)[i] * column_[i];
    values_[p] = value;
    if (!is_slack(basic_[p])) key_values_[basic_[p] / 3] -= value;
  }
}

// The inverse anew, by elimination. False: the basis is none.
bool Relaxation::refactor() {
  const std::size_t size = rows();
  inverse_.assign(width_ * width_, 0.0);
  std::vector<double> basis(size * size);  // by row
  for (std::size_t p = 0; p < size; ++p) {
    fill_column(basic_[p], column_);
    for (std::size_t i = 0; i < size; ++i) basis[i * size + p] = column_[i];
    row(p)[p] = 1.0;
  }
  for (std::size_t p = 0; p < size; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < size; ++i) {
      if (std::abs(basis[i * size + p]) > std::abs(basis[best * size + p])) best = i;
    }
    const double pivot = basis[best * size + p];
    if (std::abs(pivot) < kPivot) return false;
    std::swap_ranges(&basis[best * size], &basis[best * size] + size, &basis[p * size]);
    std::swap_ranges(row(best), row(best) + size, row(p));
    for (std::size_t k = 0; k < size; ++k) {
      basis[p * size + k] /= pivot;
      row(p)[k] /= pivot;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double factor = basis[i * size + p];
      if (i == p || factor == 0.0) continue;
      for (std::size_t k = p; k < size; ++k) basis[i * size + k] -= factor * basis[p * size + k];
      for (std::size_t k = 0; k < size; ++k) row(i)[k] -= factor * row(p)[k];
    }
  }
  steps_ = 0;
  values();
  return true;
}

// A price that is as good as any other: what there is to pay for a monster does not matter.
double Relaxation::any_price() { return 1.0 + static_cast<double>(splitmix64(random_) >> 40) / (1 << 24); }

// Nobody may gain by what the relaxation does without.
void Relaxation::set_prices() {
  for (std::uint32_t v = 0; v < 3 * cells(); ++v) {
    if (prices_[v] < 0.0 && place_[v] == kNowhere && keys_[v / 3] != v % 3 && (could_[v / 3] >> (v % 3) & 1) != 0) {
      prices_[v] = any_price();
    }
  }
}

// What is out of bounds farthest for the length of its row. rows() + cell: its key; kNowhere: nothing is.
std::uint32_t Relaxation::find_leaving() const {
  const std::size_t size = rows();
  double best = 0.0;
  std::uint32_t out = kNowhere;
  const auto look = [&](double value, double length, std::size_t place) {
    const double score = value * value / length;
    if (score <= best) return;
    best = score;
    out = static_cast<std::uint32_t>(place);
  };
  for (std::size_t p = 0; p < size; ++p) {
    if (pull(basic_[p], values_[p]) == 0) continue;
    look(values_[p], std::inner_product(row(p), row(p) + size, row(p), 0.0), p);
  }
  for (std::uint32_t c = 0; c < cells(); ++c) {
    if (pull(3 * c + keys_[c], key_values_[c]) != 0) look(key_values_[c], 1.0, size + c);
  }
  return out;
}

// The cell holds nothing but its key, which it may not: the cheapest other monster takes its place.
void Relaxation::exchange(std::uint32_t cell) {
  std::uint32_t best = kNowhere;
  for (std::uint32_t v = 3 * cell; v < 3 * cell + 3; ++v) {
    if ((could_[cell] >> (v % 3) & 1) != 0 && (best == kNowhere || prices_[v] < prices_[best])) best = v;
  }
  const double by = prices_[best];
  for (std::uint32_t v = 3 * cell; v < 3 * cell + 3; ++v) prices_[v] -= by;
  keys_[cell] = static_cast<std::uint8_t>(best % 3);
  values();
}

// By how much each variable beside the basis changes what is basic at `place`: into changes_.
void Relaxation::fill_changes(std::size_t place) {
  const double* const own = row(place);
  changes_.assign(3 * cells() + rows(), 0.0);
  for (std::uint32_t c = 0; c < cells(); ++c) {
    double* const out = &changes_[3 * c];
    for (const Share& s : shares_[c]) {
      for (std::size_t kind = 0; kind < 3; ++kind) out[kind] += own[s.sum] * s.adds[kind];
    }
    const double key = out[keys_[c]];
    for (std::size_t kind = 0; kind < 3; ++kind) {
      out[kind] = place_[3 * c + kind] != kNowhere ? 0.0 : out[kind] - key;
    }
  }
  for (std::size_t i = 0; i < rows(); ++i) {
    const std::size_t id = 3 * cells() + i;
    if (place_[id] == kNowhere) changes_[id] = own[i];
  }
}

// The variable that can bring what is `up` (1) or down (-1) out of bounds back at the lowest price.
std::uint32_t Relaxation::find_entering(int up) const {
  std::uint32_t out = kNowhere;
  double best = kInfinity, size = 0.0;
  const auto look = [&](std::uint32_t id, double change, double price) {
    if (change < kPivot) return;
    const double ratio = std::max(price, 0.0) / change;
    if (ratio > best + kTie || (ratio > best - kTie && change <= size)) return;
    best = std::min(best, ratio);
    size = change;
    out = id;
  };
  for (std::uint32_t c = 0; c < cells(); ++c) {
    for (std::uint32_t v = 3 * c; v < 3 * c + 3; ++v) {
      if ((could_[c] >> (v % 3) & 1) != 0) look(v, up * changes_[v], prices_[v]);
    }
  }
  for (std::size_t i = exact_rows_; i < rows(); ++i) {
    const auto id = static_cast<std::uint32_t>(3 * cells() + i);
    look(id, -up * changes_[id], -prices_[id]);
  }
  return out;
}

// What `entering` takes from what is basic, for each part of it, into column_.
void Relaxation::transform(std::uint32_t entering) {
  const std::size_t size = rows();
  column_.assign(size, 0.0);
  const auto add = [&](std::size_t i, double by) {
    for (std::size_t p = 0; p < size; ++p) column_[p] += by * row(p)[i];
  };
  if (is_slack(entering)) return add(entering - 3 * cells(), 1.0);
  for (const Share& s : shares_[entering / 3]) {
    const int by = s.adds[entering % 3] - s.adds[keys_[entering / 3]];
    if (by != 0) add(s.sum, by);
  }
}

// `entering` takes the place of what is basic there, which goes to 0.
void Relaxation::replace(std::uint32_t entering, std::size_t place) {
  const std::size_t size = rows();
  const double by = prices_[entering] / changes_[entering];
  for (std::size_t id = 0; id < prices_.size(); ++id) prices_[id] -= by * changes_[id];
  prices_[basic_[place]] = -by;
  prices_[entering] = 0.0;
  const double length = values_[place] / column_[place];
  for (std::size_t p = 0; p < size; ++p) {
    const double less = p == place ? values_[p] : column_[p] * length;
    values_[p] -= less;
    if (!is_slack(basic_[p])) key_values_[basic_[p] / 3] += less;
  }
  if (!is_slack(entering)) key_values_[entering / 3] -= length;
  pivot(place);
  place_[basic_[place]] = kNowhere;
  basic_[place] = entering;
  place_[entering] = static_cast<std::uint32_t>(place);
  values_[place] = length;
}

// The inverse after column_ has come to this place of the basis.
void Relaxation::pivot(std::size_t place) {
  const std::size_t size = rows();
  double* const own = row(place);
  const double by = 1.0 / column_[place];
  for (std::size_t i = 0; i < size; ++i) own[i] *= by;
  for (std::size_t p = 0; p < size; ++p) {
    const double factor = column_[p];
    if (p == place || factor == 0.0) continue;
    double* const other = row(p);
    for (std::size_t i = 0; i < size; ++i) other[i] -= factor * own[i];
  }
  ++steps_;
}

// The monster at this place of the basis becomes its cell's key, and the key takes its place.
void Relaxation::change_key(std::uint32_t cell, std::size_t place) {
  const std::uint32_t before = 3 * cell + keys_[cell];
  const std::uint32_t after = basic_[place];
  const std::uint32_t third = 3 * cell + 3 - before % 3 - after % 3;
  const std::uint32_t also = place_[third];
  for (std::size_t i = 0; i < rows(); ++i) row(place)[i] = -row(place)[i] - (also == kNowhere ? 0.0 : row(also)[i]);
  place_[after] = kNowhere;
  basic_[place] = before;
  place_[before] = static_cast<std::uint32_t>(place);
  keys_[cell] = static_cast<std::uint8_t>(after % 3);
  std::swap(values_[place], key_values_[cell]);
}

// Where in the basis what leaves is now, other than as a key; kNowhere: it has been exchanged.
std::uint32_t Relaxation::bring(std::uint32_t leaving) {
  if (leaving < rows()) return leaving;
  const std::uint32_t cell = leaving - static_cast<std::uint32_t>(rows());
  for (std::uint32_t v = 3 * cell; v < 3 * cell + 3; ++v) {
    const std::uint32_t place = place_[v];
    if (place == kNowhere) continue;
    change_key(cell, place);
    return place;
  }
  exchange(cell);
  return kNowhere;
}

Relaxation::End Relaxation::run(const Trail& trail, Budget& budget) {
  std::ranges::copy(trail.could(), could_.begin());
  set_prices();
  const std::uint64_t most = 20 * (rows() + 10);
  for (std::uint64_t i = 0; i < most; ++i) {
    if (steps_ > rows() + 20 && !refactor()) reset();
    const std::uint32_t leaving = find_leaving();
    if (leaving == kNowhere) return End::kMet;
    if (!budget.spend()) return End::kStopped;
    const std::uint32_t place = bring(leaving);
    if (place == kNowhere) continue;
    const int up = pull(basic_[place], values_[place]);
    fill_changes(place);
    const std::uint32_t entering = find_entering(up);
    if (entering == kNowhere) {
      duals_.assign(row(place), row(place) + rows());
      for (double& dual : duals_) dual *= -up;
      return End::kUnmet;
    }
    transform(entering);
    const bool is_exact = std::abs(column_[place] - changes_[entering]) < 1e-6 * (1 + std::abs(column_[place]));
    if (is_exact) {
      replace(entering, place);
    } else if (steps_ == 0 || !refactor()) {
      return End::kUnknown;
    }
  }
  return End::kUnknown;
}

std::uint64_t Relaxation::bytes() const {
  std::uint64_t shares = 0;
  for (const auto& s : shares_) shares += sizeof(s) + s.size() * sizeof(Share);
  return shares + 2 * width_ * width_ * sizeof(double) + cells() * 32 + rows() * 64;
}

}  // namespace winnable::undead

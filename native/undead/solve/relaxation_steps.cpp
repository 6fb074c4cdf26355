// How the relaxation gets from one basis to the next.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "undead/solve/relaxation.hpp"

namespace winnable::undead {

// Which way it is out of bounds: 1 too high, -1 too low, 0 neither.
int Relaxation::pull(std::uint32_t id, double value) const {
  const bool none_above = is_slack(id) || !may_be(id);
  const bool none_below = !is_slack(id) || id < slack(exact_rows_);
  return none_above && value > kTolerance ? 1 : none_below && value < -kTolerance ? -1 : 0;
}

// Where a monster that is allowed again would even be paid for, its price is drawn anew.
void Relaxation::set_prices() {
  for (std::uint32_t v = 0; v < 3 * cells(); ++v) {
    if (prices_[v] < 0.0 && place_[v] == kNowhere && keys_[v / 3] != v % 3 && may_be(v)) prices_[v] = any_price();
  }
}

// What is out of bounds farthest for the length of its row (Forrest and Goldfarb's steepest edge, 1992). A
// place; rows() + cell for its key; kNowhere: nothing is.
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

// The place of what leaves, once it is no key; kNowhere: that was the whole step.
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

// The monster at this place becomes its cell's key, and the key takes its place.
void Relaxation::change_key(std::uint32_t cell, std::size_t place) {
  const std::uint32_t before = 3 * cell + keys_[cell];
  const std::uint32_t after = basic_[place];
  const std::uint32_t third = 3 * cell + 3 - before % 3 - after % 3;
  const double* const also = place_[third] == kNowhere ? nullptr : row(place_[third]);
  double* const own = row(place);
  for (std::size_t i = 0; i < rows(); ++i) own[i] = -own[i] - (also == nullptr ? 0.0 : also[i]);
  place_[after] = kNowhere;
  place_[before] = static_cast<std::uint32_t>(place);
  basic_[place] = before;
  keys_[cell] = static_cast<std::uint8_t>(after % 3);
  std::swap(values_[place], key_values_[cell]);
}

// The cell holds nothing but its key, which it must not: the cheapest monster that it may hold comes instead.
void Relaxation::exchange(std::uint32_t cell) {
  std::uint32_t best = kNowhere;
  for (std::uint32_t v = 3 * cell; v < 3 * cell + 3; ++v) {
    if (may_be(v) && (best == kNowhere || prices_[v] < prices_[best])) best = v;
  }
  const double by = prices_[best];
  for (std::uint32_t v = 3 * cell; v < 3 * cell + 3; ++v) prices_[v] -= by;
  keys_[cell] = static_cast<std::uint8_t>(best % 3);
  find_values();
}

// By variable and slack, for what is at this place; 0 for what is basic.
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
      out[kind] = place_[3 * c + kind] == kNowhere ? out[kind] - key : 0.0;
    }
  }
  for (std::size_t i = 0; i < rows(); ++i) {
    if (place_[slack(i)] == kNowhere) changes_[slack(i)] = own[i];
  }
}

// What brings back cheapest what is out of bounds (`up`: as pull() says); of equals what changes it most.
std::uint32_t Relaxation::find_entering(int up) const {
  constexpr double kTie = 1e-9;
  std::uint32_t out = kNowhere;
  double best = kInfinity, most = 0.0;
  const auto look = [&](std::uint32_t id, double change, double price) {
    if (change < kPivot) return;
    const double each = std::max(price, 0.0) / change;
    if (each > best + kTie || (each > best - kTie && change <= most)) return;
    best = std::min(best, each);
    most = change;
    out = id;
  };
  for (std::uint32_t v = 0; v < 3 * cells(); ++v) {
    if (may_be(v)) look(v, up * changes_[v], prices_[v]);
  }
  // What such a row misses may become less than nothing.
  for (std::size_t i = exact_rows_; i < rows(); ++i) look(slack(i), -up * changes_[slack(i)], -prices_[slack(i)]);
  return out;
}

void Relaxation::fill_column(std::uint32_t entering) {
  const std::size_t size = rows();
  column_.assign(size, 0.0);
  const auto add = [&](std::size_t i, double by) {
    for (std::size_t p = 0; p < size; ++p) column_[p] += by * row(p)[i];
  };
  if (is_slack(entering)) return add(entering - slack(0), 1.0);
  for (const Share& s : shares_[entering / 3]) {
    const int by = s.adds[entering % 3] - s.adds[keys_[entering / 3]];
    if (by != 0) add(s.sum, by);
  }
}

// Do row and column agree?
bool Relaxation::is_precise(std::uint32_t entering, std::size_t place) const {
  return std::abs(column_[place] - changes_[entering]) < 1e-6 * (1.0 + std::abs(column_[place]));
}

// What is at this place goes to 0, and `entering` comes there.
void Relaxation::replace(std::uint32_t entering, std::size_t place) {
  const double price = prices_[entering] / changes_[entering];
  for (std::size_t id = 0; id < prices_.size(); ++id) prices_[id] -= price * changes_[id];
  prices_[basic_[place]] = -price;
  prices_[entering] = 0.0;
  const double length = values_[place] / column_[place];
  for (std::size_t p = 0; p < rows(); ++p) {
    const double less = p == place ? values_[p] : column_[p] * length;
    values_[p] -= less;
    if (!is_slack(basic_[p])) key_values_[basic_[p] / 3] += less;
  }
  if (!is_slack(entering)) key_values_[entering / 3] -= length;
  values_[place] = length;
  place_[basic_[place]] = kNowhere;
  place_[entering] = static_cast<std::uint32_t>(place);
  basic_[place] = entering;
  pivot(place);
}

// The inverse, once column_ has come to this place of the basis.
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

Relaxation::End Relaxation::run(const Trail& trail, Budget& budget) {
  std::ranges::copy(trail.could(), could_.begin());
  set_prices();
  const std::uint64_t most = 20 * (rows() + 10);  // such a program takes a few for each row
  for (std::uint64_t i = 0; i < most; ++i) {
    if (steps_ > rows() + 20 && !invert()) reset();
    const std::uint32_t leaving = find_leaving();
    if (leaving == kNowhere) return End::kMet;
    // A step takes long enough on a large board to look at the clock each time.
    if (!budget.spend() || !budget.poll()) return End::kStopped;
    const std::uint32_t place = bring(leaving);
    if (place == kNowhere) continue;
    const int up = pull(basic_[place], values_[place]);
    fill_changes(place);
    const std::uint32_t entering = find_entering(up);
    if (entering == kNowhere) {
      weights_.assign(row(place), row(place) + rows());
      for (double& weight : weights_) weight *= -up;
      return End::kUnmet;
    }
    fill_column(entering);
    if (is_precise(entering, place)) {
      replace(entering, place);
    } else if (steps_ == 0 || !invert()) {
      return End::kUnknown;
    }
  }
  return End::kUnknown;
}

}  // namespace winnable::undead

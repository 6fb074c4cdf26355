#include "undead/solve/parity.hpp"

#include <algorithm>
#include <array>

namespace winnable::undead {

namespace {

constexpr double kMostHeld = 0.9;  // of a set that is cut off

bool has(const std::vector<std::uint64_t>& bits, std::size_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }
void flip(std::vector<std::uint64_t>& bits, std::size_t i) { bits[i / 64] ^= std::uint64_t{1} << (i % 64); }

}  // namespace

void Parity::list_parts(const Relaxation& sums) {
  parts_.clear();
  main_.resize(sums.cells());
  for (std::uint32_t c = 0; c < sums.cells(); ++c) {
    std::uint32_t main = 0;
    for (std::uint32_t kind = 1; kind < 3; ++kind) main = sums.part(c, kind) > sums.part(c, main) ? kind : main;
    main_[c] = static_cast<std::uint8_t>(main);
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      const double size = sums.part(c, kind);
      if (kind != main && size > Relaxation::kNothing) parts_.push_back({3 * c + kind, size});
    }
  }
  std::ranges::stable_sort(parts_, [](const Part& a, const Part& b) { return a.size > b.size; });
}

void Parity::list_rows(const Relaxation& sums) {
  const std::size_t rows = sums.exact_rows();
  rows_.assign(rows, {});
  for (std::size_t i = 0; i < rows; ++i) {
    rows_[i].parts.assign((parts_.size() + 63) / 64, 0);
    rows_[i].sum.assign((rows + 63) / 64, 0);
    flip(rows_[i].sum, i);
    rows_[i].odd = (sums.target(i) & 1) != 0;
  }
  for (std::uint32_t c = 0; c < sums.cells(); ++c) {
    for (const Relaxation::Share& s : sums.shares(c)) {
      if (s.sum < rows && (s.adds[main_[c]] & 1) != 0) rows_[s.sum].odd ^= true;
    }
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const std::uint32_t c = parts_[p].variable / 3;
    for (const Relaxation::Share& s : sums.shares(c)) {
      if (s.sum < rows && ((s.adds[parts_[p].variable % 3] - s.adds[main_[c]]) & 1) != 0) flip(rows_[s.sum].parts, p);
    }
  }
}

// Sums without this part, without this and the next, and so on; what little is left may stay in a cut.
void Parity::eliminate() {
  const auto add = [](Row& to, const Row& row) {
    for (std::size_t w = 0; w < to.parts.size(); ++w) to.parts[w] ^= row.parts[w];
    for (std::size_t w = 0; w < to.sum.size(); ++w) to.sum[w] ^= row.sum[w];
    to.odd ^= row.odd;
  };
  collect();
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto with = std::ranges::find_if(rows_, [&](const Row& r) { return has(r.parts, p); });
    if (with == rows_.end()) continue;
    std::swap(*with, rows_.back());
    const Row row = std::move(rows_.back());
    rows_.pop_back();
    for (Row& other : rows_) {
      if (has(other.parts, p)) add(other, row);
    }
    collect();
  }
}

void Parity::collect() {
  for (const Row& row : rows_) {
    if (!row.odd) continue;
    double held = 0.0;
    for (std::size_t p = 0; p < parts_.size(); ++p) held += has(row.parts, p) ? parts_[p].size : 0.0;
    if (held > kMostHeld) continue;
    if (std::ranges::any_of(cuts_, [&](const Cut& c) { return c.sum == row.sum; })) continue;
    cuts_.push_back({row.sum, held, {}});
  }
}

// What is even for a cell's main monster is even for the sum: one monster is in each cell.
void Parity::list_set(const Relaxation& sums, std::span<const Candidates> could, Cut& cut) const {
  for (std::uint32_t c = 0; c < sums.cells(); ++c) {
    std::array<int, 3> adds{};
    for (const Relaxation::Share& s : sums.shares(c)) {
      if (s.sum >= sums.exact_rows() || !has(cut.sum, s.sum)) continue;
      for (std::size_t kind = 0; kind < 3; ++kind) adds[kind] += s.adds[kind];
    }
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      const bool odd = ((adds[kind] - adds[main_[c]]) & 1) != 0;
      if (odd && (could[c] >> kind & 1) != 0) cut.set.push_back(3 * c + kind);
    }
  }
}

const std::vector<std::vector<std::uint32_t>>& Parity::find(const Relaxation& sums, std::span<const Candidates> could,
                                                            std::size_t most) {
  list_parts(sums);
  list_rows(sums);
  cuts_.clear();
  eliminate();
  for (Cut& cut : cuts_) list_set(sums, could, cut);
  const auto depth = [](const Cut& c) {
    return (1.0 - c.held) * (1.0 - c.held) / static_cast<double>(c.set.size() + 1);
  };
  std::ranges::stable_sort(cuts_, [&](const Cut& a, const Cut& b) { return depth(a) > depth(b); });
  found_.clear();
  for (Cut& cut : cuts_) {
    if (found_.size() < most) found_.push_back(std::move(cut.set));
  }
  return found_;
}

}  // namespace winnable::undead

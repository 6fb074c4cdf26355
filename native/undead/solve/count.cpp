#include "undead/solve/count.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace winnable::undead {

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  k = std::min(k, n - k);
  std::uint64_t ways = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    // ways * (n - k + i) / i, with nothing lost on the way.
    const std::uint64_t common = std::gcd(ways, i);
    ways = saturating_multiply(ways / common, (n - k + i) / (i / common));
    if (ways == kMany) return kMany;
  }
  return ways;
}

Leftover::Leftover(std::span<const Candidates> could, const std::array<int, 3>* totals)
    : could_(could), exact_(totals != nullptr) {
  for (const Candidates c : could) ++need_.cells[c];
  if (exact_) need_.left = *totals;
}

// Exact: cells that may hold two kinds or three, of which `left` are to be made. One loop for each class of
// two kinds, every round of which is at least one way.
std::uint64_t Leftover::ways() const {
  const auto& n = need_.cells;
  if (!exact_) {
    std::uint64_t ways = 1;
    for (std::size_t could = 3; could < 8; ++could) {
      for (int i = 0; i < n[could] && ways != kMany; ++i) {
        ways = saturating_multiply(ways, static_cast<std::uint64_t>(std::popcount(could)));
      }
    }
    return ways;
  }
  const int ghosts = need_.left[0] - n[1];
  const int vampires = need_.left[1] - n[2];
  const int gv = n[3], gz = n[5], vz = n[6], any = n[7];
  const auto of = [](int cells, int chosen) {
    return choose(static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(chosen));
  };
  std::uint64_t ways = 0;
  for (int i = 0; i <= std::min(gv, ghosts); ++i) {  // ghosts among those that may be ghost or vampire
    const int v = vampires - (gv - i);
    if (v < 0) continue;
    for (int j = std::max(0, ghosts - i - any); j <= std::min(gz, ghosts - i); ++j) {
      const int g = ghosts - i - j;  // among those that may be anything
      for (int k = std::max(0, v - (any - g)); k <= std::min(vz, v); ++k) {
        std::uint64_t product = saturating_multiply(of(gv, i), of(gz, j));
        product = saturating_multiply(product, of(vz, k));
        product = saturating_multiply(product, saturating_multiply(of(any, g), of(any - g, v - k)));
        ways = saturating_add(ways, product);
        if (ways == kMany) return kMany;
      }
    }
  }
  return ways;
}

// Hall's theorem for three bins.
bool Leftover::can(const Need& need) const {
  if (!exact_) return true;
  for (std::uint32_t kinds = 1; kinds < 8; ++kinds) {
    int room = 0, cells = 0;
    for (std::uint32_t kind = 0; kind < 3; ++kind) room += (kinds >> kind & 1) != 0 ? need.left[kind] : 0;
    for (std::uint32_t could = 1; could < 8; ++could) cells += (could & ~kinds) == 0 ? need.cells[could] : 0;
    if (cells > room) return false;
  }
  return true;
}

bool Leftover::take(Need& need, std::size_t cell, std::uint32_t kind) const {
  --need.cells[could_[cell]];
  --need.left[kind];
  return can(need);
}

void Leftover::give_back(Need& need, std::size_t cell, std::uint32_t kind) const {
  ++need.cells[could_[cell]];
  ++need.left[kind];
}

// The first way for `cell` and those after it.
void Leftover::fill_from(Monsters& filling, Need need, std::size_t cell) const {
  for (; cell < could_.size(); ++cell) {
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      if ((could_[cell] >> kind & 1) == 0) continue;
      filling[cell] = kMonsters[kind];
      if (take(need, cell, kind)) break;
      give_back(need, cell, kind);
    }
  }
}

Monsters Leftover::first() const {
  Monsters filling(could_.size());
  fill_from(filling, need_, 0);
  return filling;
}

Monsters Leftover::after(const Monsters& filling) const {
  // From the end, the first cell that may hold a later monster while those before it stay.
  Need need = need_;
  for (std::size_t cell = 0; cell < could_.size(); ++cell)
    take(need, cell, static_cast<std::uint32_t>(kind_of(filling[cell])));
  Monsters next = filling;
  for (std::size_t cell = could_.size(); cell-- > 0;) {
    const auto old = static_cast<std::uint32_t>(kind_of(filling[cell]));
    give_back(need, cell, old);
    for (std::uint32_t kind = old + 1; kind < 3; ++kind) {
      if ((could_[cell] >> kind & 1) == 0) continue;
      if (take(need, cell, kind)) {
        next[cell] = kMonsters[kind];
        fill_from(next, need, cell + 1);
        return next;
      }
      give_back(need, cell, kind);
    }
  }
  return {};
}

}  // namespace winnable::undead

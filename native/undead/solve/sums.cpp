#include "undead/solve/sums.hpp"

namespace winnable::undead {

void Sums::Cell::add(std::uint32_t sum, std::uint32_t kind) {
  std::uint32_t i = 0;
  while (i < size && shares[i].sum != sum) ++i;
  if (i == size) shares[size++].sum = sum;
  ++shares[i].adds[kind];
}

void Sums::build(const LineModel& model, const Trail& trail) {
  const std::span<const int> asked = model.asked();
  cells_.assign(trail.cells(), {});
  targets_.assign(asked.size() + 3, 0);
  for (std::size_t end = 0; end < asked.size(); ++end) targets_[end] = asked[end] == kHidden ? 0 : asked[end];
  for (const UndeadLine& line : model.board().lines()) {
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t end = line.ends[static_cast<std::size_t>(side)];
      if (asked[end] == kHidden) continue;
      for (const UndeadVisit& v : line.visits) {
        for (std::uint32_t kind = 0; kind < 3; ++kind) {
          if (is_seen(kMonsters[kind], v.part, side)) cells_[v.cell].add(end, kind);
        }
      }
    }
  }
  if (!trail.uses_totals()) return;
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    const auto sum = static_cast<std::uint32_t>(asked.size()) + kind;
    targets_[sum] = trail.totals()[kind];
    for (Cell& cell : cells_) cell.add(sum, kind);
  }
}

}  // namespace winnable::undead

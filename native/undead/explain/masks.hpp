// What Undead's ladder reasons about: the candidates of every cell, and lines as sums over them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "undead/board.hpp"
#include "undead/explain/explain.hpp"

namespace winnable::ladder {

using Cut = UndeadStep::Cut;

enum class Effect : std::uint8_t { kNothing, kCuts, kBroken };

constexpr bool is_single(Candidates c) { return std::has_single_bit(c); }
constexpr bool has(Candidates c, std::size_t kind) { return ((c >> kind) & 1U) != 0; }

// The candidates by cell, and how many cells have each set of them.
class Masks {
 public:
  Masks() = default;
  explicit Masks(const UndeadState& s) : by_cell_(s.monsters.size(), kAnyMonster) {
    for (std::size_t c = 0; c < by_cell_.size(); ++c) {
      if (s.monsters[c] != Monster::kNone) by_cell_[c] = only(s.monsters[c]);
      ++tally_[by_cell_[c]];
    }
  }

  Candidates operator[](std::size_t cell) const { return by_cell_[cell]; }
  std::size_t size() const { return by_cell_.size(); }
  const std::vector<Candidates>& by_cell() const { return by_cell_; }
  const std::array<std::int32_t, 8>& tally() const { return tally_; }
  bool all_filled() const { return tally_[3] + tally_[5] + tally_[6] + tally_[7] == 0; }

  // Leaves at most these candidates; says whether anything changed. None may be left: that is a
  // contradiction for the caller to see.
  bool keep(std::size_t cell, Candidates left) {
    const auto now = static_cast<Candidates>(by_cell_[cell] & left);
    if (now == by_cell_[cell]) return false;
    --tally_[by_cell_[cell]];
    ++tally_[now];
    by_cell_[cell] = now;
    return true;
  }

 private:
  std::vector<Candidates> by_cell_;
  std::array<std::int32_t, 8> tally_{};
};

// How many cells can hold only these kinds.
constexpr int within(const std::array<std::int32_t, 8>& tally, Candidates kinds) {
  int n = 0;
  for (Candidates c = 0; c < 8; ++c) n += (c & ~kinds) == 0 ? tally[c] : 0;
  return n;
}

// A cell on a line and what each monster in it adds: to the sighting of end 0, to that of end 1, and to
// their difference. A cell that is crossed twice adds for both crossings.
struct LineCell {
  std::uint16_t cell = 0;
  std::array<std::array<std::int8_t, 3>, 3> adds{};
};

struct Line {
  std::vector<LineCell> cells;  // each once
  std::array<int, 3> target{};  // the sightings, and end 0's less end 1's
  std::array<bool, 3> known{};  // are they shown?

  bool is_shown() const { return known[0] || known[1]; }
};

}  // namespace winnable::ladder

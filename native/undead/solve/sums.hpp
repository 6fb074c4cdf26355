// Undead as sums: what each cell's monster adds to the sightings and to the totals.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "undead/solve/lines.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

// Sums are numbered: the sightings that are asked for keep their ends' numbers, then come the totals.
class Sums {
 public:
  // By the kind of a cell's monster.
  struct Share {
    std::uint32_t sum = 0;
    std::array<std::int8_t, 3> adds{};
  };

  void build(const LineModel& model, const Trail& trail);

  std::size_t size() const { return targets_.size(); }
  std::size_t cells() const { return cells_.size(); }
  std::span<const int> targets() const { return targets_; }  // 0 for a sum that nothing adds to
  std::span<const Share> shares(std::uint32_t cell) const { return {cells_[cell].shares.data(), cells_[cell].size}; }
  std::uint64_t bytes() const { return cells_.size() * sizeof(Cell) + targets_.size() * sizeof(int); }

 private:
  struct Cell {
    std::array<Share, 7> shares{};  // four sightings at most, and the totals
    std::uint32_t size = 0;
    void add(std::uint32_t sum, std::uint32_t kind);
  };

  std::vector<Cell> cells_;
  std::vector<int> targets_;
};

}  // namespace winnable::undead

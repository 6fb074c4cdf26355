// Undead's lines that cross cells twice, exactly. The counts of a line take the two visits of such a cell
// for two cells; here its monster is the same at both. What these cells can miss together is a set of pairs
// (at end 0, at end 1), built cell by cell; for each pair the counts say whether the others can miss the
// rest. Where more than kMostTwice such cells of one line are open, the counts have to do: the sets grow with
// the cube of their number, and the search is exact without them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "undead/solve/lines.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

inline constexpr std::size_t kMostTwice = 40;

class Twice {
 public:
  // At level 0 of a settled trail: rules out all that has no place in a line by itself. False: some line
  // cannot be met, or no longer. What is ruled out waits in the trail to be followed up.
  bool narrow(const LineModel& model, Trail& trail);

 private:
  using Pair = std::array<int, 2>;
  // The cells of a line that it crosses once.
  struct Once {
    Pair missed{};  // what is left for them and the others
    std::array<bool, 2> asked{};
    // Of the parts at the ends: cells that can be missed there alone, and must; of the others at both.
    std::array<int, 2> can{}, must{};
    int can_either = 0, must_either = 0, can_both = 0, must_both = 0;

    void add(Part part, Candidates could, int by);
    bool fits(const Pair& missed_twice) const;
  };

  bool narrow_line(std::uint32_t line);
  void look_along(std::uint32_t line);
  void sum_up();
  bool narrow_twice();
  bool narrow_once(std::uint32_t line);
  bool is_supported(Part part, Candidates could, std::uint32_t kind) const;
  bool rule_out(std::uint32_t cell, std::uint32_t kinds);

  std::uint8_t& at(std::vector<std::uint8_t>& grid, std::size_t a, std::size_t b) const { return grid[a * side_ + b]; }

  const LineModel* model_ = nullptr;
  Trail* trail_ = nullptr;
  Once once_;                                    // with those crossed twice that are decided
  std::vector<LineModel::Double> open_;          // the others
  std::size_t side_ = 0;                         // of the grids
  std::vector<std::vector<std::uint8_t>> sums_;  // by how many of the cells: can they miss (a, b)?
  std::vector<std::uint8_t> rest_, before_;      // can those from a cell on make it fit?
};

}  // namespace winnable::undead

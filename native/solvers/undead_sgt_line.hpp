// All fillings of one line at once, for sgt's grade: which monsters each cell holds in any of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "games/undead.hpp"

namespace winnable {

// A cell of a line, and how often each monster in it is seen from either end: by kind, by end. A cell
// that the line crosses twice is one cell, seen up to twice.
struct SgtLineCell {
  std::uint16_t cell = 0;
  std::array<std::array<std::uint8_t, 2>, 3> seen{};
};

struct SgtLine {
  std::array<int, 2> sightings{};  // kHidden: not shown
  std::vector<SgtLineCell> cells;
};

// The lines of a board in the order of sgt's passes; those without cells are left out.
std::vector<SgtLine> sgt_lines(const UndeadBoard& board);

// The sums that the first cells of a line can reach and the last ones can complete, as sets of bits.
class SgtLineTable {
 public:
  // What each of `line.cells` holds in any filling that keeps to `candidates` (by cell of the board), shows
  // the line's sightings, and has no more of a monster among cells now open than `room` says; 0 where
  // there is no filling. The answer is the table's, until the next call. None: the budget's memory is spent.
  std::optional<std::span<const Candidates>> fillings(const SgtLine& line, std::span<const Candidates> candidates,
                                                      const std::array<int, 3>& room, Budget& budget);

 private:
  using Word = std::uint64_t;
  // By how much one monster in one cell moves a sum along each axis.
  struct Step {
    std::array<int, 3> along{};  // up to two monsters that are counted, and the first end's sum
    int bits = 0;                // the second end's sum
  };

  bool collect(const SgtLine& line, std::span<const Candidates> candidates);
  void choose_axes(const std::array<int, 3>& room);
  Step step_of(const SgtLineCell& cell, int kind) const;
  void finish(std::span<Word> sums, const std::array<int, 3>& room) const;
  void move_down(std::span<const Word> from, std::span<Word> to, const Step& step) const;
  void move_up(std::span<const Word> from, std::span<Word> to, const Step& step) const;
  template <class Visit>
  void for_rows(const Step& step, Visit visit) const;
  void solve(const std::array<int, 3>& room);

  std::vector<Candidates> left_;     // by cell of the line
  std::vector<std::uint32_t> open_;  // places in the line of the cells that are open
  std::vector<Candidates> could_;    // what they may hold
  const SgtLine* line_ = nullptr;
  std::array<int, 2> wanted_{};   // the sightings less what is known; 0 for a hidden one
  std::array<int, 2> counted_{};  // kinds that have an axis; -1: none
  int unlisted_ = -1;             // a third kind that may run out: what the other two leave
  std::array<int, 3> size_{};     // of the first three axes
  std::size_t words_ = 1;         // of the last one
  std::vector<Word> sums_;        // by cell: the sums before it that the rest can complete
  std::vector<Word> reached_;
  std::vector<Word> next_;
};

}  // namespace winnable

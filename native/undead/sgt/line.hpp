// All fillings of one line at once, for sgt's grade: which monsters each cell holds in any of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/board.hpp"

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
  struct OpenCell {
    std::size_t place = 0;  // in the line
    Candidates could = 0;
    std::array<Step, 3> steps{};  // by kind
  };

  bool collect(const SgtLine& line, std::span<const Candidates> candidates);
  void note_steps(const SgtLine& line);
  void choose_axes(const std::array<int, 3>& room);
  void lay_out(std::span<const int> scarce, const std::array<int, 3>& room);
  int most(int kind);
  void set_finish(const std::array<int, 3>& room);
  void complete(const Step& step, std::span<const Word> after, std::span<Word> before) const;
  void reach(const Step& step);
  bool meet(const Step& step, std::span<const Word> after) const;
  template <class Visit>
  bool for_rows(const Step& step, Visit visit) const;
  std::span<Word> sums_before(std::size_t i) { return std::span(sums_).subspan(i * volume_, volume_); }

  std::vector<Candidates> left_;  // by cell of the line
  std::vector<OpenCell> open_;
  std::array<int, 2> wanted_{};  // the sightings less what is known; 0 for a hidden one
  int unlisted_ = -1;            // the third kind, if all three may run out; else -1
  std::array<int, 3> size_{};    // of the first three axes
  std::size_t words_ = 1;        // of the last one
  std::size_t volume_ = 1;       // words in all
  Word last_word_ = 0;           // the bits that the last word of a row has
  std::vector<Word> sums_;       // by open cell: the sums before it that it and the rest can complete
  std::vector<Word> reached_;    // the sums that the cells before can reach
  std::vector<Word> next_;
  std::vector<int> most_, more_;  // by sum: the most of one monster
};

}  // namespace winnable

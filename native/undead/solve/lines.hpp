// Undead's lines as sums, the way its solver keeps them.
//
// Within a part of a line the order of the cells does not matter, and a monster is missed at no end, at one
// or at both. Of a cell before the first mirror or after the last, one of the three monsters is missed at
// end 0 (call it A), one at end 1 (B), one at neither (N). Of a cell between the mirrors or on a straight
// line one monster is missed at both ends (K), the others at neither. With k cells of K, the sightings ask
// for a - k cells of A and b - k of B, where a and b are how many are missed at either end. By Hall's
// theorem for three bins that can be met if and only if k lies between
//     a - (cells that can be A), b - (B), (a + b - (cells that can be A or B)) / 2, (cells that must be K)
// and
//     a - (cells that must be A), b - (B), (a + b - (cells that cannot be N)) / 2, (cells that can be K).
// So a line is eight counts, consistency is a comparison, and what it rules out follows from which of the
// counts are tight. A cell that a line crosses twice is two visits here, as if they could differ; what they
// cannot is left to UndeadTwice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "undead/board.hpp"
#include "undead/solve/solver.hpp"

namespace winnable::undead {

// Whether a cell holds a monster: 2 * (3 * cell + kind), one more for "it does not".
using Lit = std::uint32_t;
inline constexpr Lit kNoLit = ~Lit{0};
constexpr Lit literal(std::uint32_t cell, std::uint32_t kind, bool is) { return 6 * cell + 2 * kind + (is ? 0 : 1); }
constexpr Lit negation(Lit l) { return l ^ 1; }
constexpr std::uint32_t var_of(Lit l) { return l >> 1; }
constexpr std::uint32_t cell_of_var(std::uint32_t var) { return var / 3; }
constexpr bool is_positive(Lit l) { return (l & 1) == 0; }
constexpr bool is_single(Candidates c) { return (c & (c - 1)) == 0; }

// The counts of a line. The first four are lower bounds of k, the others upper bounds, negated: each grows
// as literals become true, and the line can be met while no lower one and upper one add up to more than 0.
// Those of the sum count twice, so that they stay whole.
enum Bound : std::uint8_t { kLowA, kLowB, kLowSum, kLowK, kHighA, kHighB, kHighSum, kHighK, kBounds };
inline constexpr int kNever = -1'000'000;  // a bound of a hidden sighting
using Bounds = std::array<std::int32_t, kBounds>;
constexpr int halved(int twice) { return (twice + 1) >> 1; }

// For a visit, by bound: the literal that raises it, from the cell's first literal on; 6: none does.
using Raisers = std::array<std::uint8_t, kBounds>;
inline constexpr std::uint8_t kNoRaiser = 6;
extern const std::array<Raisers, 4> kRaisers;  // by part
// Which bounds one choice raises, as bits: by part, what the cell could hold before, and kind.
extern const std::array<std::array<std::array<std::uint8_t, 3>, 8>, 4> kRaised;

// Where a literal counts: 8 * line + bound.
using Use = std::uint16_t;
inline constexpr Use kNoUse = 0xFFFF;

// What does not change while one board is solved.
class LineModel {
 public:
  // A cell that a line crosses twice, and in which parts.
  struct Double {
    std::uint16_t line = 0;
    std::uint16_t cell = 0;
    Part first = Part::kBefore;
    Part second = Part::kBefore;
  };

  // Keeps `board` by reference.
  void build(const UndeadBoard& board, std::span<const std::uint8_t> left_out);

  const UndeadBoard& board() const { return *board_; }
  // By end: the sighting, kHidden where it is left out.
  std::span<const int> asked() const { return asked_; }
  std::size_t cells() const { return uses_.size() / 6; }
  std::size_t lines() const { return start_.size(); }
  std::span<const UndeadVisit> visits(std::size_t line) const { return lines_[line].visits; }
  const Bounds& start(std::size_t line) const { return start_[line]; }
  const std::array<Use, 2>& uses(Lit l) const { return uses_[l]; }
  // In the order of lines; of lines that are asked for.
  std::span<const Double> doubles() const { return doubles_; }
  bool is_double(std::uint32_t cell) const { return is_double_[cell] != 0; }
  // Does any sighting depend on it?
  bool matters(std::uint32_t var) const { return uses_[2 * var][0] != kNoUse; }
  std::uint64_t bytes() const;

 private:
  void start_line(std::size_t line);
  void note_uses(std::size_t line);
  void note_doubles(std::size_t line);

  const UndeadBoard* board_ = nullptr;
  std::span<const UndeadLine> lines_;
  std::vector<int> asked_;
  std::vector<Bounds> start_;
  std::vector<std::array<Use, 2>> uses_;  // by literal
  std::vector<Double> doubles_;
  std::vector<std::uint8_t> is_double_;
  std::vector<std::uint32_t> met_;  // by cell, the last visit to it so far: 4 * line + part + 1
};

}  // namespace winnable::undead

// Undead explained: a ladder of deductions as people make them, each step as easy as the position allows.
//
// A position is worked on through candidates: which monsters each open cell may still hold. A step rules
// some of them out for one reason: a sighting, a line, two lines, the totals. When no such reason is left, a
// what-if assumes one monster in one cell and follows the same reasons to where something breaks; of all
// what-ifs it is one with the fewest steps. Totals alone come before a line with the totals, of which they
// are a part.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "undead/board.hpp"

namespace winnable {

// The kinds of reasons, easiest first.
enum class Rung : std::uint8_t {
  // Full or zero line: one sighting, by the most and the least that its line can show.
  kSighting,
  // End difference: sighting 0 - sighting 1 = (V - G before the first mirror) - (V - G after the last).
  kDifference,
  // The three totals alone.
  kTotals,
  // Both sightings of one line jointly, with the totals where `totals` says so. With them it may be cells off
  // the line that lose candidates, as where the line needs all the ghosts.
  kOneLine,
  // All sightings of two lines that share a cell jointly, likewise.
  kTwoLines,
  kWhatIf,
};
inline constexpr int kRungs = 6;
// `sighting`, `difference`, `totals`, `one line`, `two lines`, `what if`.
std::string_view rung_name(Rung rung);
// The rung of that name; std::invalid_argument, with all names, where there is none.
Rung parse_rung(std::string_view name);

// What is reasoned from, beside the candidates: exactly these clues.
struct UndeadReason {
  Rung rung = Rung::kSighting;
  std::vector<int> lines;  // their numbers in UndeadBoard::lines(); none for kTotals and kWhatIf
  int end = -1;            // kSighting: the sighting
  bool totals = false;     // are the totals needed? Always for kTotals
  // kTotals: one kind, and all of its monsters are placed; or two, and the cells that can hold the third are
  // just as many as are needed of it. Where that is broken, they are too many, or too few.
  Candidates kinds = 0;
};

struct UndeadStep : UndeadReason {
  struct Cut {
    int cell = 0;
    Candidates was = kAnyMonster;
    Candidates left = 0;  // a single bit: the cell is filled
    friend bool operator==(const Cut&, const Cut&) = default;
  };
  std::vector<Cut> cuts;  // by cell; never empty

  // kWhatIf only: if this cell held this monster, then every step of the chain would follow, and after
  // them `broken` could not be met. The chain holds only what leads there. A what-if stands in it only where
  // no chain without one breaks, and never where the position has several solutions: there the ladder ends.
  int assumed_cell = -1;
  Monster assumed = Monster::kNone;
  std::vector<UndeadStep> chain;
  UndeadReason broken;
  bool shortest = false;  // proved: no chain of reasons as easy as these, from any assumption, has fewer steps
};

struct UndeadExplainOptions {
  Rung hardest = Rung::kWhatIf;  // no reasons beyond this rung
  // Stop at the first cell filled, by the easiest reasons that fill one and the fewest steps of these; what
  // contributes nothing to it is left out.
  bool next_cell = false;
};

struct UndeadExplanation {
  std::vector<UndeadStep> steps;
  std::vector<Candidates> candidates;  // by cell, after the steps
  bool solved = false;                 // every cell is filled
  // The position contradicts itself: after the steps this cannot be met.
  std::optional<UndeadReason> broken;
  // Known: every candidate left is in a solution. Not asked before a what-if is needed.
  bool all_possible = false;
  // kExhausted: the ladder came to its end. Where `solved` is false, nothing more follows from the rungs
  // allowed. Else the limit that was met, at the latest while steps that are not needed were left out.
  StopReason reason = StopReason::kExhausted;
  std::array<int, kRungs> by_rung{};  // steps of each rung, those in chains not counted
  // Some lines could be filled in too many ways to work through (ladder::Joint::kMostNodes), and what they
  // might rule out together was passed over.
  bool passed_over = false;
  std::uint64_t nodes = 0;  // reasons tried, and decisions of the solver that says what is possible

  // The hardest rung needed; nothing where no step was.
  std::optional<Rung> hardest() const;
};

// Explains any number of positions; working memory is kept between them. Not for two threads at once.
// Entered monsters are facts. Without limits on time the answer depends on nothing but the position.
class UndeadExplainer {
 public:
  UndeadExplainer();
  UndeadExplainer(UndeadExplainer&&) noexcept;
  UndeadExplainer& operator=(UndeadExplainer&&) noexcept;
  ~UndeadExplainer();

  // A node is one reason tried, or a decision of the solver that says which candidates need no refuting.
  // Throws std::invalid_argument for a state that does not fit its board.
  UndeadExplanation explain(const UndeadState& s, const UndeadExplainOptions& options = {}, const Limits& limits = {},
                            const CancelFlag* cancel = nullptr);

  // The hardest rung that is needed to fill every cell, without the steps: far cheaper than explain(). Nothing
  // where rungs up to `most` do not (what-ifs are never tried here), or where a limit came first.
  std::optional<Rung> hardest_rung(const UndeadState& s, Rung most = Rung::kTwoLines, const Limits& limits = {},
                                   const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

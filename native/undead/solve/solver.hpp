// Undead, decided exactly: a solution, a second one, how many there are, or the proof that there is none.
//
// Each line is kept consistent with its two sightings jointly, and the totals with each other. What that
// leaves open is searched with learning: conflicts become clauses, explained lazily by the lines.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/limits.hpp"
#include "undead/board.hpp"
#include "undead/solve/answer.hpp"

namespace winnable {

struct UndeadTask {
  std::uint64_t solutions = 2;  // seek up to this many different solutions; 0: count them all
  // After so many conflicts all sums are looked at together, again after four times as many, and so on. To
  // look takes longer than most boards do.
  std::uint64_t first_look = 64;
};

// What of a board is asked for: less than all of it, where one wants to know which clues matter.
struct UndeadQuestion {
  std::span<const Candidates> candidates;  // by cell, what it may hold; empty: anything
  std::span<const std::uint8_t> left_out;  // by end, 1: as if that sighting were hidden; empty: none is
  bool totals = true;                      // false: any numbers of monsters will do
};

// Solves any number of boards, one after the other; working memory is kept between them. Not for two
// threads at once.
class UndeadSolver {
 public:
  explicit UndeadSolver(UndeadTask task = {});
  UndeadSolver(UndeadSolver&&) noexcept;
  UndeadSolver& operator=(UndeadSolver&&) noexcept;
  ~UndeadSolver();

  // Fills open cells only: what has been entered is a fact. kSolved with `all`: there are exactly
  // `solutions` of them; kUnsolvable is proved; kUnknown says which limit was met. More than 2^64 - 2 are
  // not counted: kIncomplete. A node is a decision of the search, a change of its guess or a step of its
  // relaxation: what lines and totals settle alone takes one. With no limit on time and no cancelling the
  // answer depends on nothing but its arguments. Throws std::invalid_argument for a question that does not
  // fit the board, std::logic_error if a filling is no solution: a fault of the solver, never of the input.
  UndeadAnswer solve(const UndeadState& s, const Limits& limits = {}, const CancelFlag* cancel = nullptr);
  UndeadAnswer solve(const UndeadState& s, const UndeadQuestion& question, const Limits& limits = {},
                     const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

// The grade that Simon Tatham's puzzles give an Undead board.
//
// Their generator sweeps over the lines in passes. Of each line all fillings are looked at that both its
// sightings and the totals allow (no more of a monster than its total, whatever is known elsewhere
// counted), and a cell keeps the monsters of these fillings; the next line sees that at once. Lines with
// fewer cells come first, else those whose first end comes first clockwise from the top left. Passes go on
// until every cell is known or one has changed nothing; what then is open is left to brute force.
//   Easy: solved in at most 3 passes. Normal: in more, or by brute force with fewer than 4 open cells.
//   Tricky: by brute force with 4 or more.
// Measured, not published: of 129,800 boards that sgt-puzzles 20230122 generated, each has its grade here.
// Their program goes through the fillings one by one; here they are counted, so any board has an answer.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
#include "undead/board.hpp"
#include "undead/sgt/line.hpp"
#include "undead/solve/solver.hpp"

namespace winnable {

enum class SgtGrade : std::uint8_t { kNone, kEasy, kNormal, kTricky };
inline constexpr std::array<std::string_view, 4> kSgtGradeNames = {"none", "easy", "normal", "tricky"};

// What the passes make of a board.
struct SgtPasses {
  int passes = 0;                         // made; the last one finished the board, or changed nothing
  int open = 0;                           // cells left for brute force
  bool possible = true;                   // false: a contradiction was met, so there is no solution
  StopReason reason = StopReason::kGoal;  // else the limit that ended them early
  std::vector<Candidates> candidates;     // by cell
};

// The grade of a board that has one solution only.
SgtGrade sgt_grade(const SgtPasses& passes);

// A grade, and what it rests on. kNone: not just one solution, or a limit was met (`reason`).
struct SgtGraded {
  SgtGrade grade = SgtGrade::kNone;
  SgtPasses passes;
  Verdict verdict = Verdict::kUnknown;
  std::uint64_t solutions = 0;  // 0, 1, or 2 for more than one; those found so far if a limit was met
  StopReason reason = StopReason::kIncomplete;
};

// Grades any number of boards; working memory is kept between them. Not for two threads at once. What has
// been entered counts as given.
class SgtGrader {
 public:
  // The passes alone, for who knows already that there is one solution; no more than `most` of them, if that
  // is not 0. A node is a line looked at.
  SgtPasses passes(const UndeadState& s, const Limits& limits = {}, const CancelFlag* cancel = nullptr, int most = 0);
  // The passes of a board that has one solution. Limits hold for the proof of that and for them, each.
  SgtGraded grade(const UndeadState& s, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  void start(const UndeadState& s);
  bool sweep(SgtPasses& out, Budget& budget);
  void keep(int cell, Candidates left, std::size_t line);

  std::vector<SgtLine> lines_;                        // in the order in which a pass takes them
  std::vector<std::vector<std::uint32_t>> lines_of_;  // by cell
  std::vector<std::uint8_t> stale_;                   // by line: one of its cells has changed
  std::vector<std::array<int, 3>> room_then_;         // by line: `room_` when it was last looked at
  std::vector<Candidates> candidates_;
  std::array<int, 3> room_{};  // totals less what is known
  int open_ = 0;
  SgtLineTable table_;
  UndeadSolver solver_;
};

}  // namespace winnable

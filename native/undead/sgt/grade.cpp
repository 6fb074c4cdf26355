#include "undead/sgt/grade.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

constexpr int kEasyPasses = 3;
constexpr int kTrickyCells = 4;

}  // namespace

SgtGrade sgt_grade(const SgtPasses& passes) {
  if (passes.open >= kTrickyCells) return SgtGrade::kTricky;
  return passes.open == 0 && passes.passes <= kEasyPasses ? SgtGrade::kEasy : SgtGrade::kNormal;
}

void SgtGrader::start(const UndeadState& s) {
  const UndeadBoard& board = *s.board;
  lines_ = sgt_lines(board);
  lines_of_.assign(board.cells(), {});
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    for (const SgtLineCell& c : lines_[l].cells) lines_of_[c.cell].push_back(static_cast<std::uint32_t>(l));
  }
  stale_.assign(lines_.size(), 1);
  room_then_.assign(lines_.size(), {});
  candidates_.assign(board.cells(), kAnyMonster);
  room_ = board.totals();
  open_ = board.cells();
  for (int c = 0; c < board.cells(); ++c) {
    if (s.monsters[c] == Monster::kNone) continue;
    candidates_[c] = only(s.monsters[c]);
    --room_[kind_of(s.monsters[c])];
    --open_;
  }
}

void SgtGrader::keep(int cell, Candidates left, std::size_t line) {
  if (std::has_single_bit(left)) {
    --room_[std::countr_zero(left)];
    --open_;
  }
  candidates_[cell] = left;
  for (const std::uint32_t other : lines_of_[cell]) {
    if (other != line) stale_[other] = 1;
  }
}

// One pass. A line is passed over where looking again would show the same. False: nothing more to do.
bool SgtGrader::sweep(SgtPasses& out, Budget& budget) {
  bool changed = false;
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    if (stale_[l] == 0 && room_then_[l] == room_) continue;
    const auto left = budget.spend() ? table_.fillings(lines_[l], candidates_, room_, budget) : std::nullopt;
    if (!left) {
      out.reason = budget.stop_reason();
      return false;
    }
    stale_[l] = 0;
    for (std::size_t i = 0; i < left->size(); ++i) {
      if ((*left)[i] == 0) out.possible = false;
      const int cell = lines_[l].cells[i].cell;
      if ((*left)[i] == candidates_[cell]) continue;
      changed = true;
      keep(cell, (*left)[i], l);
    }
    room_then_[l] = room_;
    if (!out.possible) return false;
  }
  ++out.passes;
  return changed && open_ > 0;
}

SgtPasses SgtGrader::passes(const UndeadState& s, const Limits& limits, const CancelFlag* cancel, int most) {
  start(s);
  Budget budget(limits, cancel);
  SgtPasses out;
  while (sweep(out, budget) && out.passes != most) {
  }
  out.open = open_;
  out.candidates = candidates_;
  return out;
}

SgtGraded SgtGrader::grade(const UndeadState& s, const Limits& limits, const CancelFlag* cancel) {
  SgtGraded out;
  const UndeadAnswer answer = solver_.solve(s, limits, cancel);
  out.verdict = answer.verdict;
  out.solutions = answer.solutions;
  out.reason = answer.reason;
  if (!answer.all || answer.solutions != 1) return out;
  out.passes = passes(s, limits, cancel);
  out.reason = out.passes.reason;
  if (out.reason == StopReason::kGoal) out.grade = sgt_grade(out.passes);
  return out;
}

}  // namespace winnable

// What the dissertation's methods share: the board as it fills up, its checks, and the solutions found.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "search/run.hpp"
#include "undead/methods/methods.hpp"
#include "undead/search.hpp"
#include "undead/text.hpp"

namespace winnable {

// A board that is filled in and taken back.
class UndeadDesk {
 public:
  UndeadDesk(const UndeadState& start, bool zero_sum) : state_(start), tally_(start), zero_sum_(zero_sum) {}

  const UndeadState& state() const { return state_; }
  const UndeadTally& tally() const { return tally_; }
  Monster at(int cell) const { return state_.monsters[cell]; }
  bool full() const { return tally_.open() == 0; }
  std::uint32_t filled() const { return static_cast<std::uint32_t>(filled_.size()); }
  const std::vector<std::uint16_t>& in_order() const { return filled_; }  // the cells filled in since the start

  void fill(int cell, Monster m) {
    state_.monsters[cell] = m;
    tally_.fill(*state_.board, cell, m);
    filled_.push_back(static_cast<std::uint16_t>(cell));
  }
  // Until only so many are filled in.
  void take_back(std::uint32_t down_to) {
    for (; filled_.size() > down_to; filled_.pop_back()) {
      Monster& m = state_.monsters[filled_.back()];
      tally_.clear(*state_.board, filled_.back(), m);
      m = Monster::kNone;
    }
  }

  // Is everything that is filled in within the constraints?
  bool sound() const {
    if (!within_totals()) return false;
    return std::ranges::all_of(tally_.lines(), [&](const UndeadSums& line) { return line_sound(line); });
  }
  // The same, if it was so when only so many were filled in.
  bool sound_since(std::uint32_t before) const {
    if (!within_totals()) return false;
    for (const std::uint16_t cell : std::span(filled_).subspan(before)) {
      for (const UndeadCrossing& at : state_.board->crossings(cell)) {
        if (!line_sound(tally_.lines()[at.line])) return false;
      }
    }
    return true;
  }

 private:
  bool within_totals() const {
    return std::ranges::all_of(tally_.left(), [](int left) { return left >= 0; });
  }
  bool line_sound(const UndeadSums& line) const {
    for (int end = 0; end < 2; ++end) {
      if (!line.shown[end]) continue;
      if (line.unseen[end] < 0 || (line.edge + line.inner == 0 && line.unseen[end] != 0)) return false;
    }
    // Inner crossings show the same to both ends, so with none open at the edge the difference is settled.
    return !zero_sum_ || line.edge != 0 || !line.shown[0] || !line.shown[1] || line.unseen[0] == line.unseen[1];
  }

  UndeadState state_;
  UndeadTally tally_;
  std::vector<std::uint16_t> filled_;
  bool zero_sum_;
};

// One method at work. Obs: NoObserver or EventBuffer.
template <class Obs>
struct UndeadFinds {
  UndeadFinds(const UndeadState& start, const UndeadMethodOptions& options, UndeadDesk& desk,
              Run<UndeadSearch, Obs>& run)
      : start(start), options(options), desk(desk), run(run) {}

  const UndeadState& start;
  const UndeadMethodOptions& options;
  UndeadDesk& desk;
  Run<UndeadSearch, Obs>& run;
  UndeadMethodFigures figures;
  std::vector<std::vector<UndeadMove>> solutions;

  // Notes the solution on the desk; true if no more are sought.
  bool found() {
    std::vector<UndeadMove> moves;
    for (int c = 0; c < start.board->cells(); ++c) {
      if (start.monsters[c] == Monster::kNone) moves.push_back(Undead::move_to(*start.board, c, desk.at(c)));
    }
    if (solutions.empty() || solutions.front() != moves) solutions.push_back(std::move(moves));
    return solutions.size() == (options.second ? 2U : 1U);
  }

  UndeadMethodResult enough() { return answer(StopReason::kGoal, false); }
  UndeadMethodResult stopped() {
    return solutions.empty() ? answer(run.stopped()) : answer(run.budget.stop_reason(), false);
  }
  // Nothing is left to try; run.left_out says whether that proves anything.
  UndeadMethodResult exhausted() {
    if (solutions.empty()) return answer(run.exhausted());
    return answer(run.left_out ? StopReason::kIncomplete : StopReason::kExhausted, !run.left_out);
  }

  // `tried()` says what was tried last.
  template <class Tried>
  void tell(EventKind kind, std::uint32_t node, std::uint32_t parent, const Tried& tried) {
    if (!run.observed()) return;
    run.event(kind, Undead().key(desk.state()), node, parent, desk.filled(), Units{desk.filled()} * kUnit,
              [&](Event& e) {
                go();
                way_.tell(e);
                e.move = tried();
              });
  }
  std::string word(int cell, Monster m) const { return format_move(Undead::move_to(*start.board, cell, m)); }

 private:
  // Makes way_ what is filled in now.
  void go() {
    const auto& cells = desk.in_order();
    std::size_t same = 0;
    while (same < std::min(told_.size(), cells.size()) && told_[same] == std::pair(cells[same], desk.at(cells[same]))) {
      ++same;
    }
    told_.resize(same);
    way_.cut(same);
    for (std::size_t i = same; i < cells.size(); ++i) {
      told_.emplace_back(cells[i], desk.at(cells[i]));
      way_.add([&](auto& words) { words.push_back(word(cells[i], desk.at(cells[i]))); });
    }
  }

  // Every solution fills the same cells, so the first one found is as short as any.
  UndeadMethodResult answer(StopReason reason, bool all) {
    const Units cost = static_cast<Units>(solutions.front().size()) * kUnit;
    run.bound(cost);
    UndeadMethodResult out = answer(run.solved(solutions.front(), cost));
    out.reason = reason;
    out.all = all;
    out.solutions = solutions.size();
    if (solutions.size() > 1) out.second = std::move(solutions.back());
    return out;
  }
  UndeadMethodResult answer(UndeadResult result) {
    UndeadMethodResult out;
    static_cast<UndeadResult&>(out) = std::move(result);
    out.figures = figures;
    out.figures.tries = run.stats.generated;
    out.figures.backtracks = run.stats.backtracks;
    out.figures.seconds = run.stats.seconds;
    return out;
  }

  EventWay way_;
  std::vector<std::pair<std::uint16_t, Monster>> told_;  // what way_ is
};

}  // namespace winnable

#include "undead/explain/step_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <vector>

#include "undead/solve/solver.hpp"
#include "undead/text.hpp"

namespace winnable {

namespace {

using Fault = std::optional<std::string>;
using Masks = std::vector<Candidates>;

// Up to four sums, then ghosts and vampires.
using Sums = std::array<int, 6>;
constexpr std::size_t kGhosts = 4;

Sums operator+(Sums a, const Sums& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

// Can the clues of a reason be met with these candidates? By all sums of its cells, whatever they are.
class Enumeration {
 public:
  Enumeration(const UndeadBoard& board, std::span<const Candidates> masks, const UndeadReason& reason)
      : board_(board), masks_(masks), reason_(reason) {}

  bool is_possible() const {
    std::set<Sums> sums = {Sums{}};
    std::vector<std::uint8_t> on_line(masks_.size(), 0);
    for (const int l : reason_.lines) {
      for (const UndeadVisit& v : line(l).visits) on_line[v.cell] = 1;
    }
    for (std::size_t c = 0; c < masks_.size(); ++c) {
      if (on_line[c] != 0) add(sums, c);
    }
    std::erase_if(sums, [&](const Sums& s) { return !meets_sightings(s); });
    if (!reason_.totals) return !sums.empty();
    for (std::size_t c = 0; c < masks_.size(); ++c) {
      if (on_line[c] == 0) add(sums, c);
    }
    return std::ranges::any_of(
        sums, [&](const Sums& s) { return s[kGhosts] == board_.totals()[0] && s[kGhosts + 1] == board_.totals()[1]; });
  }

 private:
  const UndeadLine& line(int l) const { return board_.lines()[static_cast<std::size_t>(l)]; }

  void add(std::set<Sums>& sums, std::size_t cell) const {
    std::set<Sums> out;
    for (const Monster m : kMonsters) {
      if ((masks_[cell] & only(m)) == 0) continue;
      const Sums more = adds(cell, m);
      for (const Sums& s : sums) out.insert(s + more);
    }
    sums = std::move(out);
  }

  Sums adds(std::size_t cell, Monster m) const {
    Sums out{};
    for (std::size_t i = 0; i < reason_.lines.size(); ++i) {
      for (const UndeadVisit& v : line(reason_.lines[i]).visits) {
        if (v.cell != cell) continue;
        for (int side = 0; side < 2; ++side) out[2 * i + static_cast<std::size_t>(side)] += is_seen(m, v.part, side);
      }
    }
    if (reason_.totals && m != Monster::kZombie) out[kGhosts + kind_of(m)] = 1;
    return out;
  }

  bool meets_sightings(const Sums& s) const {
    for (std::size_t i = 0; i < reason_.lines.size(); ++i) {
      const auto& ends = line(reason_.lines[i]).ends;
      const int first = board_.sighting(ends[0]);
      const int second = board_.sighting(ends[1]);
      if (reason_.rung == Rung::kDifference) return s[0] - s[1] == first - second;
      for (std::size_t side = 0; side < 2; ++side) {
        if (reason_.rung == Rung::kSighting && ends[side] != reason_.end) continue;
        const int sighting = board_.sighting(ends[side]);
        if (sighting != kHidden && s[2 * i + side] != sighting) return false;
      }
    }
    return true;
  }

  const UndeadBoard& board_;
  std::span<const Candidates> masks_;
  const UndeadReason& reason_;
};

}  // namespace

bool can_be_met(const UndeadBoard& board, std::span<const Candidates> candidates, const UndeadReason& reason) {
  return Enumeration(board, candidates, reason).is_possible();
}

namespace {

class Checker {
 public:
  explicit Checker(const UndeadState& s) : state_(s), board_(*s.board) {}

  // Each step in turn; what they leave in `masks`. `real`: nothing is assumed.
  Fault check(const std::vector<UndeadStep>& steps, Masks& masks, bool real) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (Fault fault = check(steps[i], masks, real)) return "step " + std::to_string(i + 1) + ": " + *fault;
    }
    return std::nullopt;
  }

  Fault check_broken(const UndeadReason& broken, const Masks& masks) const {
    if (!is_well_formed(broken)) return "what is broken names the wrong clues";
    if (can_be_met(board_, masks, broken)) return "what is said to be broken can be met";
    return std::nullopt;
  }

 private:
  std::string name(int cell) const { return square_label(board_, board_.square_of(cell)); }

  bool is_well_formed(const UndeadReason& r) const {
    const std::size_t lines = r.rung == Rung::kTotals ? 0 : r.rung == Rung::kTwoLines ? 2 : 1;
    if (r.lines.size() != lines || (r.rung == Rung::kTotals && !r.totals)) return false;
    if (r.rung <= Rung::kDifference && r.totals) return false;
    if (r.rung != Rung::kSighting) return r.end == -1;
    const auto& ends = board_.lines()[static_cast<std::size_t>(r.lines[0])].ends;
    return r.end == ends[0] || r.end == ends[1];
  }

  Fault check(const UndeadStep& step, Masks& masks, bool real) {
    if (step.cuts.empty()) return "it rules out nothing";
    for (const UndeadStep::Cut& c : step.cuts) {
      if (c.was != masks[static_cast<std::size_t>(c.cell)]) return name(c.cell) + " did not have those candidates";
      if ((c.left & ~c.was) != 0 || c.left == c.was || c.left == 0) return "no proper cut in " + name(c.cell);
    }
    if (Fault fault = step.rung == Rung::kWhatIf ? check_what_if(step, masks) : check_cuts(step, masks)) return fault;
    for (const UndeadStep::Cut& c : step.cuts) masks[static_cast<std::size_t>(c.cell)] = c.left;
    return real ? check_true(step) : std::nullopt;
  }

  // Every candidate that goes breaks the clues named.
  Fault check_cuts(const UndeadStep& step, const Masks& masks) const {
    if (!is_well_formed(step)) return "it names the wrong clues";
    return each_gone(step, [&](int cell, Monster m) -> Fault {
      Masks with = masks;
      with[static_cast<std::size_t>(cell)] = only(m);
      if (!can_be_met(board_, with, step)) return std::nullopt;
      return name(cell) + "=" + letter_of(m) + " does not contradict its clues";
    });
  }

  Fault check_what_if(const UndeadStep& step, const Masks& masks) {
    const bool fits = step.cuts.size() == 1 && step.cuts[0].cell == step.assumed_cell &&
                      (step.cuts[0].was & ~only(step.assumed)) == step.cuts[0].left;
    if (!fits) return "a what-if rules out something else than it assumes";
    Masks with = masks;
    with[static_cast<std::size_t>(step.assumed_cell)] = only(step.assumed);
    if (Fault fault = check(step.chain, with, false)) return "what if: " + *fault;
    return check_broken(step.broken, with);
  }

  // No solution has what was ruled out.
  Fault check_true(const UndeadStep& step) {
    return each_gone(step, [&](int cell, Monster m) -> Fault {
      Masks with(state_.monsters.size(), kAnyMonster);
      with[static_cast<std::size_t>(cell)] = only(m);
      UndeadQuestion question;
      question.candidates = with;
      if (solver_.solve(state_, question).verdict == Verdict::kUnsolvable) return std::nullopt;
      return "a solution has " + name(cell) + "=" + letter_of(m);
    });
  }

  template <class Check>
  static Fault each_gone(const UndeadStep& step, Check&& check) {
    for (const UndeadStep::Cut& c : step.cuts) {
      for (const Monster m : kMonsters) {
        if ((c.was & ~c.left & only(m)) == 0) continue;
        if (Fault fault = check(c.cell, m)) return fault;
      }
    }
    return std::nullopt;
  }

  const UndeadState& state_;
  const UndeadBoard& board_;
  UndeadSolver solver_{UndeadTask{1}};
};

}  // namespace

std::optional<std::string> explanation_fault(const UndeadState& s, const UndeadExplanation& e) {
  Masks masks;
  for (const Monster m : s.monsters) masks.push_back(m == Monster::kNone ? kAnyMonster : only(m));
  Checker checker(s);
  if (Fault fault = checker.check(e.steps, masks, true)) return fault;
  if (masks != e.candidates) return "the candidates at the end are others";
  std::array<int, kRungs> by_rung{};
  for (const UndeadStep& step : e.steps) ++by_rung[static_cast<std::size_t>(step.rung)];
  if (by_rung != e.by_rung) return "the steps of each rung are miscounted";
  if (e.broken) return checker.check_broken(*e.broken, masks);
  const bool filled = std::ranges::all_of(masks, [](Candidates c) { return std::has_single_bit(c); });
  if (e.solved != filled) return "it says the wrong thing about being solved";
  return std::nullopt;
}

}  // namespace winnable

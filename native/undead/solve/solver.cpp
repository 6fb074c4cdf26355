#include "undead/solve/solver.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "undead/solve/count.hpp"
#include "undead/solve/learn.hpp"
#include "undead/solve/lines.hpp"
#include "undead/solve/trail.hpp"
#include "undead/solve/twice.hpp"

namespace winnable {

using namespace undead;

namespace {

void check_question(const UndeadState& s, const UndeadQuestion& q) {
  const auto cells = static_cast<std::size_t>(s.board->cells());
  if (s.monsters.size() != cells) throw std::invalid_argument("one monster for each cell");
  if (!q.candidates.empty() && q.candidates.size() != cells) {
    throw std::invalid_argument("candidates for every cell, or for none");
  }
  if (!q.left_out.empty() && q.left_out.size() != static_cast<std::size_t>(s.board->ends())) {
    throw std::invalid_argument("every sighting is left out or not, or none is");
  }
}

// The solver's own check of what it found.
void check_filling(const UndeadState& s, const UndeadQuestion& q, const Monsters& filling) {
  const auto fail = [] { throw std::logic_error("a filling of Undead that is no solution"); };
  for (std::size_t c = 0; c < filling.size(); ++c) {
    const bool entered = s.monsters[c] == Monster::kNone || s.monsters[c] == filling[c];
    const bool allowed = q.candidates.empty() || (q.candidates[c] & only(filling[c])) != 0;
    if (!entered || !allowed) fail();
  }
  if (q.totals && count_monsters(filling) != s.board->totals()) fail();
  for (const UndeadLine& line : s.board->lines()) {
    std::array<int, 2> seen{};
    for (const UndeadVisit& v : line.visits) {
      seen[0] += is_seen(filling[v.cell], v.part, 0);
      seen[1] += is_seen(filling[v.cell], v.part, 1);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t end = line.ends[side];
      const int sighting = s.board->sighting(static_cast<int>(end));
      const bool asked = sighting != kHidden && (q.left_out.empty() || q.left_out[end] == 0);
      if (asked && seen[side] != sighting) fail();
    }
  }
}

}  // namespace

class UndeadSolver::Impl {
 public:
  explicit Impl(UndeadTask task) : task_(task) {}

  UndeadAnswer solve(const UndeadState& s, const UndeadQuestion& q, const Limits& limits, const CancelFlag* cancel) {
    check_question(s, q);
    Budget budget(limits, cancel);
    UndeadAnswer answer;
    run(s, q, budget, answer);
    finish(s, budget, answer);
    return answer;
  }

 private:
  // Sets reason and `all`, and collects solutions.
  void run(const UndeadState& s, const UndeadQuestion& q, Budget& budget, UndeadAnswer& answer) {
    if (!budget.poll() || !budget.spend()) return stop(budget, answer);
    model_.build(*s.board, q.left_out);
    trail_.start(model_, s.board->totals(), q.totals);
    if (!budget.reserve(model_.bytes() + trail_.bytes())) return stop(budget, answer);
    conflicts_ = depth_ = 0;
    if (!enter(s, q) || !narrow(budget)) return exhaust(answer);
    if (!trail_.settled()) return stop(budget, answer);
    if (is_decided()) {
      if (!collect(s, q, answer)) exhaust(answer);
      return;
    }
    search(s, q, budget, answer);
    conflicts_ = learner_.conflicts();
    depth_ = learner_.depth();
  }

  void search(const UndeadState& s, const UndeadQuestion& q, Budget& budget, UndeadAnswer& answer) {
    if (!learner_.start(model_, trail_, budget, task_.first_look)) return stop(budget, answer);
    for (;;) {
      switch (learner_.next()) {
        case Learner::Found::kNone: return exhaust(answer);
        case Learner::Found::kStopped: return stop(budget, answer);
        case Learner::Found::kSolution: break;
      }
      if (collect(s, q, answer)) return;
      switch (learner_.forbid()) {
        case Learner::Forbidden::kNothingLeft: return exhaust(answer);
        case Learner::Forbidden::kNoRoom: return stop(budget, answer);
        case Learner::Forbidden::kDone: break;
      }
    }
  }

  // What is known from the start. False: it contradicts itself.
  bool enter(const UndeadState& s, const UndeadQuestion& q) {
    for (std::uint32_t cell = 0; cell < trail_.cells(); ++cell) {
      Candidates could = q.candidates.empty() ? kAnyMonster : q.candidates[cell];
      if (s.monsters[cell] != Monster::kNone) could = static_cast<Candidates>(could & only(s.monsters[cell]));
      for (std::uint32_t kind = 0; kind < 3; ++kind) {
        if ((could >> kind & 1) == 0 && !trail_.assert_literal(literal(cell, kind, false), {})) return false;
      }
    }
    return true;
  }

  // All that lines, each by itself, and totals rule out; the trail is not settled where a limit came first.
  // False: nothing is left.
  bool narrow(Budget& budget) {
    do {
      if (!trail_.settle() || !twice_.narrow(model_, trail_)) return false;
    } while (!trail_.settled() && budget.poll());
    return true;
  }

  // Is all settled that a sighting depends on?
  bool is_decided() const {
    for (std::uint32_t cell = 0; cell < trail_.cells(); ++cell) {
      if (is_single(trail_.could(cell))) continue;
      for (std::uint32_t kind = 0; kind < 3; ++kind) {
        if (model_.matters(3 * cell + kind) && !trail_.is_known(3 * cell + kind)) return false;
      }
    }
    return true;
  }

  // Counts what the trail stands for. True: that is as many as were sought.
  bool collect(const UndeadState& s, const UndeadQuestion& q, UndeadAnswer& answer) {
    const Leftover leftover(trail_.could(), q.totals ? &s.board->totals() : nullptr);
    const std::uint64_t ways = leftover.ways();
    if (ways == 0) throw std::logic_error("a search of Undead that ended without a solution");
    const std::uint64_t sought = task_.solutions == 0 ? kMany : task_.solutions;
    const std::uint64_t before = answer.solutions;
    answer.solutions = std::min(saturating_add(before, ways), sought);
    Monsters filling;
    for (std::uint64_t i = 0; i < ways && answer.fillings.size() < std::min<std::uint64_t>(2, sought); ++i) {
      filling = i == 0 ? leftover.first() : leftover.after(filling);
      check_filling(s, q, filling);
      answer.fillings.push_back(filling);
    }
    if (answer.solutions < sought) return false;
    answer.reason = task_.solutions == 0 ? StopReason::kIncomplete : StopReason::kGoal;
    return true;
  }

  static void stop(const Budget& budget, UndeadAnswer& answer) { answer.reason = budget.stop_reason(); }
  static void exhaust(UndeadAnswer& answer) {
    answer.all = true;
    answer.reason = StopReason::kExhausted;
  }

  void finish(const UndeadState& s, const Budget& budget, UndeadAnswer& answer) const {
    if (answer.solutions > 0) {
      answer.verdict = Verdict::kSolved;
      if (answer.all) answer.reason = StopReason::kGoal;
      for (std::size_t c = 0; c < s.monsters.size(); ++c) {
        if (s.monsters[c] != Monster::kNone) continue;
        answer.moves.push_back(Undead::move_to(*s.board, static_cast<int>(c), answer.fillings.front()[c]));
      }
      answer.cost = answer.lower_bound = static_cast<double>(answer.moves.size());
    } else if (answer.all) {
      answer.verdict = Verdict::kUnsolvable;
    }
    answer.stats.expanded = budget.nodes();
    answer.stats.generated = budget.nodes();
    answer.stats.backtracks = conflicts_;
    answer.stats.depth = depth_;
    answer.stats.peak_bytes = budget.peak_bytes();
    answer.stats.seconds = budget.seconds();
  }

  UndeadTask task_;
  LineModel model_;
  Trail trail_;
  Twice twice_;
  Learner learner_;
  std::uint64_t conflicts_ = 0;
  std::uint64_t depth_ = 0;
};

UndeadSolver::UndeadSolver(UndeadTask task) : impl_(std::make_unique<Impl>(task)) {}
UndeadSolver::UndeadSolver(UndeadSolver&&) noexcept = default;
UndeadSolver& UndeadSolver::operator=(UndeadSolver&&) noexcept = default;
UndeadSolver::~UndeadSolver() = default;

UndeadAnswer UndeadSolver::solve(const UndeadState& s, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(s, {}, limits, cancel);
}

UndeadAnswer UndeadSolver::solve(const UndeadState& s, const UndeadQuestion& question, const Limits& limits,
                                 const CancelFlag* cancel) {
  return impl_->solve(s, question, limits, cancel);
}

}  // namespace winnable

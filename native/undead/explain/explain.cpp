#include "undead/explain/explain.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "undead/explain/deduction.hpp"
#include "undead/explain/ladder.hpp"
#include "undead/explain/possible.hpp"
#include "undead/explain/rounds.hpp"
#include "undead/explain/what_if.hpp"

namespace winnable {

using namespace ladder;

std::string_view rung_name(Rung rung) {
  constexpr std::array<std::string_view, kRungs> kNames = {"sighting", "difference", "totals",
                                                           "one line", "two lines",  "what if"};
  return kNames[static_cast<std::size_t>(rung)];
}

Rung parse_rung(std::string_view name) {
  std::string names;
  for (int r = 0; r < kRungs; ++r) {
    const auto rung = static_cast<Rung>(r);
    if (rung_name(rung) == name) return rung;
    names += (r == 0 ? "" : ", ") + std::string(rung_name(rung));
  }
  throw std::invalid_argument("a rung is one of " + names);
}

std::optional<Rung> UndeadExplanation::hardest() const {
  for (int r = kRungs; r-- > 0;) {
    if (by_rung[static_cast<std::size_t>(r)] != 0) return static_cast<Rung>(r);
  }
  return std::nullopt;
}

namespace {

// The last level of a rung below what-ifs.
Level last_level(Rung rung) {
  Level last = kLastLevel;
  while (rung_of(last) > rung) last = static_cast<Level>(last - 1);
  return last;
}

// One position on its way up the ladder.
class Climb {
 public:
  Climb(Reasons& reasons, Possible& solutions, const UndeadState& s, Rung hardest, Budget& budget,
        const CancelFlag* cancel)
      : reasons_(reasons),
        solutions_(solutions),
        state_(s),
        start_(s),
        ladder_(reasons, start_),
        hardest_(hardest),
        most_(last_level(hardest)),
        budget_(budget),
        cancel_(cancel) {}

  void to_the_end();
  void to_the_next_cell();
  UndeadExplanation explanation() const;

 private:
  bool what_if();
  bool fill(Level most);
  void offer(std::optional<std::vector<Deduction>>& best, std::vector<Deduction> steps, const Goal& goal);
  void note_stop() { reason_ = budget_.stop_reason(); }
  bool stopped() const { return reason_ != StopReason::kExhausted; }

  Reasons& reasons_;
  Possible& solutions_;
  const UndeadState& state_;
  Masks start_;
  Ladder ladder_;
  Rung hardest_;
  Level most_;
  Budget& budget_;
  const CancelFlag* cancel_;
  std::optional<std::vector<Candidates>> possible_;
  std::vector<Deduction> steps_;
  std::optional<Reason> broken_;
  StopReason reason_ = StopReason::kExhausted;
};

void Climb::to_the_end() {
  for (;;) {
    Finding found = easiest(reasons_, ladder_, most_, true, budget_);
    note_stop();
    if (stopped()) break;
    if (found.effect == Effect::kBroken) {
      broken_ = found.reason;
      break;
    }
    if (found.effect == Effect::kCuts) {
      ladder_.take(reasons_, found.cuts);
      steps_.push_back({.reason = found.reason, .cuts = std::move(found.cuts)});
    } else if (ladder_.masks().all_filled() || !what_if()) {
      break;
    }
  }
  Goal goal;
  if (broken_) goal = {.kind = Goal::Kind::kBroken, .broken = *broken_};
  if (stopped()) return;
  trim(reasons_, start_, steps_, goal, budget_);
  note_stop();
}

// Adds the shortest what-if. False: none is allowed or needed, or a limit came first.
bool Climb::what_if() {
  if (hardest_ != Rung::kWhatIf) return false;
  if (!possible_) {
    possible_ = solutions_.find(state_, ladder_.masks(), budget_, cancel_);
    if (!possible_) {
      reason_ = solutions_.stop_reason();
      return false;
    }
  }
  const bool several = std::ranges::any_of(*possible_, [](Candidates c) { return c != 0 && !is_single(c); });
  auto found = WhatIfs(reasons_, budget_).shortest(ladder_, *possible_, !several);
  note_stop();
  if (!found) return false;
  ladder_.take(reasons_, found->cuts);
  steps_.push_back(std::move(*found));
  return true;
}

void Climb::to_the_next_cell() {
  for (;;) {
    for (int level = 0; level <= most_; ++level) {
      if (fill(static_cast<Level>(level)) || stopped()) return;
    }
    if (ladder_.masks().all_filled() || !what_if()) break;
    const Cut& cut = steps_.back().cuts.front();
    if (!is_single(cut.left)) continue;
    trim(reasons_, start_, steps_, {.kind = Goal::Kind::kFilled, .cell = cut.cell}, budget_);
    return;
  }
  steps_.clear();
}

// Fills a cell by reasons up to this level, in as few steps as its rounds show; or finds what is broken.
// False: no cell can be filled so. The highest level then leaves behind what it has found.
bool Climb::fill(Level most) {
  Rounds rounds(ladder_, most);
  const Masks before = ladder_.masks();
  std::optional<std::vector<Deduction>> best;
  const auto all_steps = [&] {
    std::vector<Deduction> out = steps_;
    out.insert(out.end(), rounds.steps().begin(), rounds.steps().end());
    return out;
  };
  std::vector<std::uint8_t> offered(before.size(), 0);
  for (std::size_t round = 1;; ++round) {
    const Rounds::Outcome outcome = rounds.advance(reasons_, budget_);
    note_stop();
    if (stopped()) return false;
    if (outcome == Rounds::Outcome::kBroken) {
      if (best) break;
      broken_ = rounds.broken().front();
      offer(best, all_steps(), {.kind = Goal::Kind::kBroken, .broken = *broken_});
      break;
    }
    for (std::size_t c = 0; c < before.size(); ++c) {
      if (is_single(before[c]) || !is_single(rounds.ladder().masks()[c]) || offered[c] != 0) continue;
      offered[c] = 1;
      offer(best, all_steps(), {.kind = Goal::Kind::kFilled, .cell = static_cast<int>(c)});
    }
    if (outcome == Rounds::Outcome::kNothingNew || (best && best->size() <= round)) break;
  }
  if (best) {
    steps_ = std::move(*best);
    return true;
  }
  if (most == most_) {
    steps_ = all_steps();
    ladder_ = rounds.ladder();
  }
  return false;
}

void Climb::offer(std::optional<std::vector<Deduction>>& best, std::vector<Deduction> steps, const Goal& goal) {
  trim(reasons_, start_, steps, goal, budget_);
  const auto rank = [](const std::vector<Deduction>& d) { return std::tuple(count_steps(d), hardness(d)); };
  if (!best || rank(steps) < rank(*best)) best = std::move(steps);
}

UndeadExplanation Climb::explanation() const {
  UndeadExplanation out;
  Masks masks = start_;
  for (const Deduction& d : steps_) {
    for (const Cut& c : d.cuts) masks.keep(static_cast<std::size_t>(c.cell), c.left);
    out.steps.push_back(full_step(reasons_, d));
    ++out.by_rung[static_cast<std::size_t>(out.steps.back().rung)];
  }
  out.candidates = masks.by_cell();
  if (broken_) out.broken = reasons_.full(*broken_);
  out.solved = !broken_ && masks.all_filled();
  out.all_possible = out.solved || (possible_ && *possible_ == out.candidates);
  out.reason = reason_;
  out.nodes = budget_.nodes();
  return out;
}

}  // namespace

class UndeadExplainer::Impl {
 public:
  UndeadExplanation explain(const UndeadState& s, const UndeadExplainOptions& options, const Limits& limits,
                            const CancelFlag* cancel) {
    prepare(s);
    Budget budget(limits, cancel);
    Climb climb(reasons_, solutions_, s, options.hardest, budget, cancel);
    options.next_cell ? climb.to_the_next_cell() : climb.to_the_end();
    UndeadExplanation out = climb.explanation();
    out.passed_over = reasons_.passed_over();
    return out;
  }

  std::optional<Rung> hardest_rung(const UndeadState& s, Rung most, const Limits& limits, const CancelFlag* cancel) {
    prepare(s);
    Budget budget(limits, cancel);
    Ladder ladder(reasons_, Masks(s));
    Rung hardest = Rung::kSighting;
    for (;;) {
      const Finding found = easiest(reasons_, ladder, last_level(most), false, budget);
      if (found.effect == Effect::kBroken) return std::nullopt;
      if (found.effect == Effect::kNothing) break;
      hardest = std::max(hardest, rung_of(found.reason.level));
      ladder.take(reasons_, found.cuts);
    }
    const bool stopped = budget.stop_reason() != StopReason::kExhausted;
    return ladder.masks().all_filled() && !stopped ? std::optional(hardest) : std::nullopt;
  }

 private:
  void prepare(const UndeadState& s) {
    if (s.monsters.size() != static_cast<std::size_t>(s.board->cells())) {
      throw std::invalid_argument("one monster for each cell");
    }
    if (board_ != s.board) reasons_.build(*s.board);
    board_ = s.board;
    reasons_.begin();
  }

  std::shared_ptr<const UndeadBoard> board_;  // keeps alive what the reasons point to
  Reasons reasons_;
  Possible solutions_;
};

UndeadExplainer::UndeadExplainer() : impl_(std::make_unique<Impl>()) {}
UndeadExplainer::UndeadExplainer(UndeadExplainer&&) noexcept = default;
UndeadExplainer& UndeadExplainer::operator=(UndeadExplainer&&) noexcept = default;
UndeadExplainer::~UndeadExplainer() = default;

UndeadExplanation UndeadExplainer::explain(const UndeadState& s, const UndeadExplainOptions& options,
                                           const Limits& limits, const CancelFlag* cancel) {
  return impl_->explain(s, options, limits, cancel);
}

std::optional<Rung> UndeadExplainer::hardest_rung(const UndeadState& s, Rung most, const Limits& limits,
                                                  const CancelFlag* cancel) {
  return impl_->hardest_rung(s, most, limits, cancel);
}

}  // namespace winnable

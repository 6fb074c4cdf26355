#include "undead/solve/learn.hpp"

#include <algorithm>
#include <bit>

namespace winnable::undead {

namespace {

constexpr std::uint64_t kRestartUnit = 64;
constexpr std::size_t kFirstClauses = 2000, kMoreClauses = 300;  // learned, before some are forgotten
constexpr std::uint32_t kGlue = 2;                               // clauses of so low an LBD stay
constexpr std::uint32_t kForgotten = ~std::uint32_t{0};
constexpr int kRoundsEach = 5;              // of cuts, at a restart
constexpr std::uint64_t kChangesEach = 16;  // of the guess, for each conflict so far

// 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman, 1993).
std::uint64_t luby(std::uint64_t i) {
  std::uint64_t size = 1, power = 0;
  while (size < i + 1) {
    size = 2 * size + 1;
    ++power;
  }
  while (size - 1 != i) {
    size = (size - 1) / 2;
    --power;
    i %= size;
  }
  return std::uint64_t{1} << power;
}

}  // namespace

bool Learner::start(const LineModel& model, Trail& trail, Budget& budget, std::uint64_t first_look) {
  model_ = &model;
  trail_ = &trail;
  budget_ = &budget;
  const std::size_t variables = 3 * trail.cells();
  order_.start(variables);
  phase_.assign(variables, 0);
  store_.clear();
  learned_.clear();
  if (watches_.size() < 2 * variables) watches_.resize(2 * variables);
  for (auto& list : watches_) list.clear();
  seen_.assign(variables, 0);
  level_stamp_.assign(variables + 2, 0);
  stamp_ = 0;
  conflicts_ = restarts_ = depth_ = 0;
  restart_at_ = kRestartUnit;
  look_at_ = first_look;
  balance_.start();
  reduce_at_ = kFirstClauses;
  held_ = watched_ = 0;
  followed_ = trail.size();
  for (std::uint32_t v = 0; v < variables; ++v) {
    if (model.matters(v) && !trail.is_known(v)) order_.insert(v);
  }
  return grow();
}

// What a search of this size holds, whatever earlier ones left behind; lists that grow double.
bool Learner::grow() {
  const std::uint64_t variables = seen_.size();
  const std::uint64_t now = order_.bytes() + variables * (2 + sizeof(std::uint32_t) + 2 * sizeof(watches_[0])) +
                            std::bit_ceil(store_.size()) * sizeof(std::uint32_t) + 2 * watched_ * sizeof(Watch);
  if (now <= held_) return true;
  if (!budget_->reserve(now - held_)) return false;
  held_ = now;
  return true;
}

bool Learner::propagate() {
  for (;;) {
    while (followed_ < trail_->size()) {
      if (!follow(trail_->at(followed_++))) return false;
    }
    if (trail_->settled()) return true;
    if (!trail_->advance()) return false;
  }
}

// The clauses in which `p`'s negation is watched.
bool Learner::follow(Lit p) {
  std::vector<Watch>& list = watches_[p];
  const Lit gone = negation(p);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Watch w = list[i];
    if (trail_->is_true(w.other)) {
      list[kept++] = w;
      continue;
    }
    Lit* lits = &store_[w.clause + kHeader];
    const std::uint32_t size = store_[w.clause];
    if (lits[0] == gone) std::swap(lits[0], lits[1]);
    const Lit first = lits[0];
    if (first != w.other && trail_->is_true(first)) {
      list[kept++] = {w.clause, first};
      continue;
    }
    std::uint32_t k = 2;
    while (k < size && trail_->is_false(lits[k])) ++k;
    if (k < size) {
      std::swap(lits[1], lits[k]);
      watches_[negation(lits[1])].push_back({w.clause, first});
      continue;
    }
    list[kept++] = w;
    if (trail_->assert_literal(first, {Reason::kClause, w.clause})) continue;
    for (++i; i < list.size(); ++i) list[kept++] = list[i];
    list.resize(kept);
    return false;
  }
  list.resize(kept);
  return true;
}

// True literals from which `lit` follows, into reasons_.
void Learner::antecedents(Reason reason, Lit lit) {
  reasons_.clear();
  if (reason.kind != Reason::kClause) return trail_->explain(reason, lit, reasons_);
  const std::uint32_t size = store_[reason.data];
  for (std::uint32_t i = 0; i < size; ++i) {
    const Lit l = store_[reason.data + kHeader + i];
    if (l != lit) reasons_.push_back(negation(l));
  }
}

void Learner::meet(Lit l, std::uint32_t level) {
  const std::uint32_t v = var_of(l);
  if (seen_[v] != 0 || trail_->level_of(l) == 0) return;
  seen_[v] = 1;
  met_.push_back(l);
  order_.bump(v);
  if (trail_->level_of(l) == level) {
    ++open_;
  } else {
    clause_.push_back(l);
  }
}

// From the literals that exclude each other in reasons_ to the first unique implication point.
void Learner::analyze() {
  std::uint32_t level = 0;
  for (const Lit l : reasons_) level = std::max(level, trail_->level_of(l));
  clause_.assign(1, kNoLit);
  met_.clear();
  if (level == 0) return;
  open_ = 0;
  std::size_t at = trail_->size();
  Lit pivot = kNoLit;
  for (;;) {
    for (const Lit l : reasons_) meet(l, level);
    do {
      pivot = trail_->at(--at);
    } while (seen_[var_of(pivot)] == 0 || trail_->level_of(pivot) != level);
    if (--open_ == 0) break;
    antecedents(trail_->reason_of(pivot), pivot);
  }
  clause_[0] = pivot;
  const auto redundant = [&](Lit l) { return is_redundant(l); };
  clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(), redundant), clause_.end());
  for (const Lit l : met_) seen_[var_of(l)] = 0;
}

// Does it follow from the others of the clause?
bool Learner::is_redundant(Lit l) {
  const Reason reason = trail_->reason_of(l);
  if (reason.kind == Reason::kNone) return false;
  antecedents(reason, l);
  return std::ranges::all_of(reasons_, [&](Lit a) { return seen_[var_of(a)] != 0 || trail_->level_of(a) == 0; });
}

std::uint32_t Learner::count_levels() {
  ++stamp_;
  std::uint32_t levels = 0;
  for (const Lit l : clause_) {
    std::uint32_t& s = level_stamp_[trail_->level_of(l)];
    levels += s != stamp_;
    s = stamp_;
  }
  return levels;
}

void Learner::back_to(std::uint32_t level) {
  if (level >= trail_->level()) return;
  for (std::size_t i = trail_->level_start(level); i < trail_->size(); ++i) {
    const Lit l = trail_->at(i);
    const std::uint32_t v = var_of(l);
    phase_[v] = is_positive(l);
    if (model_->matters(v)) order_.insert(v);
  }
  trail_->back_to(level);
  followed_ = std::min(followed_, trail_->size());
}

// Stores the negation of clause_, whose second literal is of the highest level but one.
bool Learner::add_clause(std::uint32_t lbd, std::uint32_t& clause) {
  clause = static_cast<std::uint32_t>(store_.size());
  // A reason names no place beyond; to ask for the impossible says so.
  if (store_.size() + clause_.size() + kHeader >= (1U << 29)) return budget_->reserve(~std::uint64_t{0});
  store_.push_back(static_cast<std::uint32_t>(clause_.size()));
  store_.push_back(lbd);
  for (const Lit l : clause_) store_.push_back(negation(l));
  watch(clause);
  return grow();
}

void Learner::watch(std::uint32_t clause) {
  const Lit* lits = &store_[clause + kHeader];
  watches_[negation(lits[0])].push_back({clause, lits[1]});
  watches_[negation(lits[1])].push_back({clause, lits[0]});
  watched_ += 2;
}

bool Learner::follow_conflict() {
  const Conflict conflict = trail_->conflict();
  antecedents(conflict.reason, conflict.lit);
  if (conflict.lit != kNoLit) reasons_.push_back(negation(conflict.lit));
  return learn();
}

// Turns what reasons_ names into a clause, and follows that. False: nothing is left, or no room.
bool Learner::learn() {
  ++conflicts_;
  analyze();
  if (clause_[0] == kNoLit) return false;
  const std::uint32_t lbd = count_levels();
  std::uint32_t level = 0;
  if (clause_.size() > 1) {
    const auto higher = [&](Lit a, Lit b) { return trail_->level_of(a) < trail_->level_of(b); };
    std::iter_swap(clause_.begin() + 1, std::max_element(clause_.begin() + 1, clause_.end(), higher));
    level = trail_->level_of(clause_[1]);
  }
  back_to(level);
  Reason reason;
  if (clause_.size() > 1) {
    std::uint32_t clause = 0;
    if (!add_clause(lbd, clause)) return false;
    learned_.push_back(clause);
    reason = {Reason::kClause, clause};
  }
  trail_->assert_literal(negation(clause_[0]), reason);
  order_.decay();
  return true;
}

Lit Learner::decide() {
  while (!order_.empty()) {
    const std::uint32_t v = order_.pop();
    if (!trail_->is_known(v)) return 2 * v + (phase_[v] != 0 ? 0 : 1);
  }
  return kNoLit;
}

// At level 0, as a last resort: a filling that misses little gives the phases, so that what is a solution is
// found without a conflict. Otherwise there may be a proof that there is none.
std::optional<Learner::Found> Learner::look_at_sums() {
  back_to(0);
  const std::uint64_t changes = kChangesEach * look_at_ + 4 * trail_->cells();
  look_at_ = std::max<std::uint64_t>(4 * look_at_, 1);
  const Balance::End end = balance_.guess(*model_, *trail_, changes, *budget_);
  for (std::uint32_t v = 0; v < phase_.size(); ++v) phase_[v] = balance_.guessed()[v / 3] == v % 3;
  if (end == Balance::End::kStopped) return Found::kStopped;
  if (end == Balance::End::kNone) return Found::kNone;
  return std::nullopt;
}

std::optional<Learner::Found> Learner::restart() {
  back_to(0);
  restart_at_ = conflicts_ + kRestartUnit * luby(++restarts_);
  if (learned_.size() >= reduce_at_) reduce();
  if (!balance_.relaxing()) return std::nullopt;
  const Balance::End end = balance_.cut(*trail_, kRoundsEach, *budget_);
  if (end == Balance::End::kStopped) return Found::kStopped;
  if (end == Balance::End::kNone) return Found::kNone;
  return std::nullopt;
}

// Of the cells that the relaxation divides, the variable that was in conflicts most, as what it has more of. If
// it divides none, it has a solution of the sums, and the phases say so.
std::optional<Learner::Found> Learner::divide(Lit& decision) {
  const Balance::End end = balance_.relax(*trail_, *budget_);
  if (end == Balance::End::kStopped) return Found::kStopped;
  if (end == Balance::End::kNone) return Found::kNone;
  if (end == Balance::End::kOpen) return std::nullopt;
  double most = -1.0;
  for (std::uint32_t v = 0; v < phase_.size(); ++v) {
    const double part = balance_.part(v);
    phase_[v] = part > 0.5;
    if (part < Relaxation::kNothing || part > 1.0 - Relaxation::kNothing) continue;
    if (!model_->matters(v) || trail_->is_known(v) || order_.activity(v) <= most) continue;
    most = order_.activity(v);
    decision = 2 * v + (phase_[v] != 0 ? 0 : 1);
  }
  return std::nullopt;
}

Learner::Found Learner::next() {
  const auto lost = [&] { return clause_[0] == kNoLit ? Found::kNone : Found::kStopped; };
  for (;;) {
    if (!propagate()) {
      if (!follow_conflict()) return lost();
      continue;
    }
    if (conflicts_ >= restart_at_ || conflicts_ >= look_at_) {
      if (const auto found = conflicts_ >= restart_at_ ? restart() : look_at_sums()) return *found;
      continue;
    }
    Lit decision = kNoLit;
    if (balance_.relaxing()) {
      const auto found = divide(decision);
      if (found == Found::kStopped) return *found;
      if (found == Found::kNone) {
        reasons_.clear();
        balance_.explain(*trail_, reasons_);
        if (!learn()) return lost();
        continue;
      }
    }
    if (decision == kNoLit) decision = decide();
    if (decision == kNoLit) return Found::kSolution;
    if (!budget_->spend()) return Found::kStopped;
    trail_->open_level();
    depth_ = std::max<std::uint64_t>(depth_, trail_->level());
    trail_->assert_literal(decision, {});
  }
}

Learner::Forbidden Learner::forbid() {
  if (trail_->level() == 0) return Forbidden::kNothingLeft;
  clause_.clear();
  for (std::uint32_t level = trail_->level(); level > 0; --level) {
    clause_.push_back(trail_->at(trail_->level_start(level - 1)));
  }
  back_to(trail_->level() - 1);
  Reason reason;
  if (clause_.size() > 1) {
    std::uint32_t clause = 0;
    if (!add_clause(0, clause)) return Forbidden::kNoRoom;
    reason = {Reason::kClause, clause};
  }
  trail_->assert_literal(negation(clause_[0]), reason);
  return Forbidden::kDone;
}

// At level 0: forgets those half of the learned clauses that tie the most levels together, and packs the rest.
void Learner::reduce() {
  reduce_at_ += kMoreClauses;
  const auto keep_first = [&](std::uint32_t a, std::uint32_t b) {
    return store_[a + 1] != store_[b + 1] ? store_[a + 1] < store_[b + 1] : a > b;
  };
  std::ranges::sort(learned_, keep_first);
  std::size_t keep = learned_.size() / 2;
  while (keep < learned_.size() && store_[learned_[keep] + 1] <= kGlue) ++keep;
  for (std::size_t i = keep; i < learned_.size(); ++i) store_[learned_[i] + 1] = kForgotten;
  for (auto& list : watches_) list.clear();
  learned_.clear();
  watched_ = 0;
  std::size_t to = 0;
  for (std::size_t from = 0; from < store_.size();) {
    const std::uint32_t lbd = store_[from + 1];
    const std::size_t size = store_[from] + kHeader;
    const Lit* lits = &store_[from + kHeader];
    // Where a watched literal is false at level 0, another is true.
    const bool satisfied = trail_->is_false(lits[0]) || trail_->is_false(lits[1]);
    if (lbd != kForgotten && !satisfied) {
      std::copy_n(store_.begin() + static_cast<std::ptrdiff_t>(from), size,
                  store_.begin() + static_cast<std::ptrdiff_t>(to));
      watch(static_cast<std::uint32_t>(to));
      if (lbd != 0) learned_.push_back(static_cast<std::uint32_t>(to));
      to += size;
    }
    from += size;
  }
  store_.resize(to);
}

}  // namespace winnable::undead

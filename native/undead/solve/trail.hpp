// What is known of an Undead board so far, in the order in which it became known, and what its lines and
// totals make of that.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "undead/solve/lines.hpp"

namespace winnable::undead {

// Why a literal is true. Line: 64 * line + 8 * low bound + high bound; totals: 2 * kind, and 1 if the kind
// is scarce; clause: where it lies.
struct Reason {
  enum Kind : std::uint32_t { kNone, kCell, kLine, kTotals, kClause };
  std::uint32_t kind : 3 = kNone;
  std::uint32_t data : 29 = 0;
};

// What cannot be: everything that `reason` names is true, and so is the negation of `lit` that would
// follow (kNoLit: nothing follows, the reason itself is the contradiction).
struct Conflict {
  Reason reason;
  Lit lit = kNoLit;
};

class Trail {
 public:
  // Nothing is known of a board. `totals`: ghosts, vampires and zombies.
  void start(const LineModel& model, const std::array<int, 3>& totals, bool use_totals);

  std::size_t cells() const { return could_.size(); }
  Candidates could(std::uint32_t cell) const { return could_[cell]; }
  std::span<const Candidates> could() const { return could_; }
  bool is_true(Lit l) const {
    const Candidates c = could_[l / 6];
    const auto bit = static_cast<Candidates>(1U << (l % 6 / 2));
    return is_positive(l) ? c == bit : (c & bit) == 0;
  }
  bool is_false(Lit l) const { return is_true(negation(l)); }
  bool is_known(std::uint32_t var) const { return is_true(2 * var) || is_true(2 * var + 1); }

  std::size_t size() const { return lits_.size(); }
  Lit at(std::size_t i) const { return lits_[i]; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  std::size_t level_start(std::uint32_t level) const { return level_starts_[level]; }  // of level + 1
  std::uint32_t level_of(Lit l) const { return info_[var_of(l)].level; }
  std::uint32_t place_of(Lit l) const { return info_[var_of(l)].place; }
  Reason reason_of(Lit l) const { return info_[var_of(l)].reason; }

  void open_level() { level_starts_.push_back(static_cast<std::uint32_t>(lits_.size())); }
  // False, and conflict() says why, if the literal is false already.
  bool assert_literal(Lit l, Reason reason);
  // Takes back all above `level`.
  void back_to(std::uint32_t level);

  // Makes lines and totals consistent one by one until something new is known (so that clauses, which are
  // cheaper, can follow it up), or nothing is left to do. False: conflict().
  bool advance();
  bool settled() const { return seen_ == lits_.size() && dirty_.empty() && !totals_dirty_; }
  // Until nothing is left to do.
  bool settle();
  // How much room a line's counts leave.
  int slack(std::uint32_t line) const;
  const Conflict& conflict() const { return conflict_; }

  // Appends true literals from which `lit` follows by `reason`, all known before it; for kNoLit those
  // that contradict each other. Not for clauses.
  void explain(Reason reason, Lit lit, std::vector<Lit>& out);

  const std::array<int, 3>& totals() const { return totals_; }
  bool uses_totals() const { return use_totals_; }
  std::uint64_t bytes() const;

 private:
  struct Info {
    std::uint32_t place = 0;  // in lits_
    std::uint32_t level = 0;
    Reason reason;
  };
  struct Counted {
    Lit lit;
    std::uint32_t place;
    int weight;
  };

  bool assert_is(Lit l, Reason reason);
  bool assert_is_not(Lit l, Reason reason);
  void push(Lit l, Reason reason);
  bool fail(Reason reason, Lit lit) {
    conflict_ = {reason, lit};
    return false;
  }
  void count(Lit l);
  void uncount(Lit l);

  bool check_line(std::uint32_t line);
  bool prune_line(std::uint32_t line, const Bounds& b, std::uint32_t raising, int slack);
  bool check_totals();
  bool fill_total(std::uint32_t kind, bool scarce);

  void explain_cell(Lit lit, std::vector<Lit>& out) const;
  void explain_line(Reason reason, Lit lit, std::vector<Lit>& out);
  void explain_totals(Reason reason, Lit lit, std::vector<Lit>& out) const;
  std::uint32_t limit_of(Lit lit) const;

  const LineModel* model_ = nullptr;
  std::vector<Candidates> could_;
  std::vector<Info> info_;  // by variable
  std::vector<Lit> lits_;
  std::size_t seen_ = 0;  // of lits_, counted below
  std::vector<std::uint32_t> level_starts_;
  std::vector<Bounds> bounds_;  // by line
  std::vector<std::uint16_t> dirty_;
  std::vector<std::uint8_t> is_dirty_;
  bool use_totals_ = true;
  bool totals_dirty_ = false;
  std::array<int, 3> totals_{};
  std::array<int, 3> are_{};  // cells that hold the kind
  std::array<int, 3> could_be_{};
  std::vector<Counted> counted_;
  Conflict conflict_;
};

}  // namespace winnable::undead

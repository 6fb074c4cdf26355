// Undead's sums in fractions of monsters: a linear program, solved by the dual simplex method (Lemke, 1954).
//
// A cell may hold parts of monsters that add up to one. Where the sightings and the totals cannot even be met
// so, there is no solution, and a row of the last basis gives weights that prove it (undead/solve/weights.hpp).
// Otherwise few cells are divided, and those are what the search has to decide.
//
// Of the basic monsters of each cell one, its key, is expressed by the others, so that the basis has a row for
// each sum alone (generalized upper bounds: Dantzig and Van Slyke, 1967). What the program is to minimize does
// not matter, so prices are drawn at random: that keeps it from going round in circles, and it can go on from
// where it stands after cells became known or open again. Numbers are inexact here; nothing is concluded from
// them without the proof.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/sums.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Relaxation {
 public:
  using Share = Sums::Share;
  static constexpr double kNothing = 1e-6;  // of a monster: that much is none

  // The sums as rows, and whole monsters to begin with, one kind for each cell.
  void start(const Sums& sums, std::span<const std::uint8_t> kinds);
  // One more row: of these variables (3 * cell + kind, ascending) at least one holds.
  void at_least_one(std::span<const std::uint32_t> variables);
  // Forgets rows of that sort that are exceeded.
  void drop_idle_rows();

  // kUnmet: the rows cannot be met, as far as inexact numbers tell. kUnknown: steps led nowhere.
  enum class End { kMet, kUnmet, kUnknown, kStopped };
  // From where it stands, with what `trail` leaves open; a step is a node.
  End run(const Trail& trail, Budget& budget);

  std::size_t rows() const { return targets_.size(); }
  std::size_t cells() const { return shares_.size(); }
  int target(std::size_t row) const { return targets_[row]; }
  std::size_t exact_rows() const { return exact_rows_; }  // the rows after these ask for their target or more
  std::span<const Share> shares(std::uint32_t cell) const { return shares_[cell]; }
  // How much of a cell holds the kind.
  double part(std::uint32_t cell, std::uint32_t kind) const;
  // After kUnmet: by row, weights with which any filling is too heavy.
  std::span<const double> weights() const { return weights_; }
  std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kTolerance = 1e-7;  // of values
  static constexpr double kPivot = 1e-7;      // the least number to divide by

  // Variables are numbered 3 * cell + kind; then comes for each row its slack, what it misses.
  bool is_slack(std::uint32_t id) const { return id >= 3 * cells(); }
  std::uint32_t slack(std::size_t row) const { return static_cast<std::uint32_t>(3 * cells() + row); }
  bool may_be(std::uint32_t variable) const { return (could_[variable / 3] >> (variable % 3) & 1) != 0; }
  double* row(std::size_t place) { return &inverse_[place * width_]; }
  const double* row(std::size_t place) const { return &inverse_[place * width_]; }

  void reset();
  double any_price();
  void find_values();
  bool invert();
  void fill_basis(std::vector<double>& basis) const;
  void widen();
  void drop(std::size_t gone, std::size_t place);

  int pull(std::uint32_t id, double value) const;
  void set_prices();
  std::uint32_t find_leaving() const;
  std::uint32_t bring(std::uint32_t leaving);
  void change_key(std::uint32_t cell, std::size_t place);
  void exchange(std::uint32_t cell);
  void fill_changes(std::size_t place);
  std::uint32_t find_entering(int up) const;
  void fill_column(std::uint32_t entering);
  bool is_precise(std::uint32_t entering, std::size_t place) const;
  void replace(std::uint32_t entering, std::size_t place);
  void pivot(std::size_t place);

  std::vector<std::vector<Share>> shares_;  // by cell
  std::vector<int> targets_;
  std::size_t exact_rows_ = 0;
  std::vector<Candidates> could_;
  std::size_t width_ = 0;             // of the inverse in memory
  std::vector<double> inverse_;       // of the basis, by place
  std::vector<std::uint32_t> basic_;  // by place
  std::vector<double> values_;
  std::vector<std::uint32_t> place_;  // by variable and slack; keys are nowhere
  std::vector<std::uint8_t> keys_;    // by cell, a kind
  std::vector<double> key_values_;
  std::vector<double> prices_;   // by variable and slack: what it costs to have of it, all things considered
  std::vector<double> changes_;  // by variable and slack: how much less of what leaves there is with it
  std::vector<double> column_;   // by place: how much less there is with what enters
  std::vector<double> weights_;
  std::uint64_t steps_ = 0;  // since the inverse was made
  std::uint64_t random_ = 0;
};

}  // namespace winnable::undead

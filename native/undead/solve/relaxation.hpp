// Undead's sums in fractions of monsters: a linear program, solved by the simplex method.
//
// A cell may hold parts of monsters that add up to one. Where the sightings and the totals cannot even be met
// so, there is no solution, and the dual values of the program are weights that prove it (undead/solve/weights.hpp).
// Otherwise few cells are divided, and those are what the search has to decide.
//
// Of the basic monsters of each cell one, its key, is expressed by the others, so that the basis has a row for
// each sum alone (generalized upper bounds: Dantzig and Van Slyke, 1967). There is nothing to minimize but what
// is out of bounds, and a step goes on as long as that helps, so that any basis can be gone on from after cells
// became known or open again. Numbers are inexact here; nothing is concluded from them without the proof.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/sums.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Relaxation {
 public:
  using Share = Sums::Share;

  // The sums as rows, and whole monsters to begin with.
  void start(const Sums& sums, std::span<const std::uint8_t> kinds);
  // One more row: of these variables (3 * cell + kind, ascending) at least one holds.
  void at_least_one(std::span<const std::uint32_t> variables);

  // Forgets rows of that kind that are exceeded.
  void drop_idle_rows();

  // kUnmet: what is missed cannot become less. kUnknown: that many steps led nowhere.
  enum class End { kMet, kUnmet, kUnknown, kStopped };
  // From where it stands, with what `trail` leaves open; a step is a node.
  End run(const Trail& trail, Budget& budget);

  std::size_t rows() const { return targets_.size(); }
  std::size_t cells() const { return shares_.size(); }
  int target(std::size_t row) const { return targets_[row]; }
  // Rows from here on ask for at least their target.
  std::size_t exact_rows() const { return exact_rows_; }
  std::span<const Share> shares(std::uint32_t cell) const { return shares_[cell]; }
  // How much of a cell holds the kind.
  double part(std::uint32_t cell, std::uint32_t kind) const;
  // After kUnmet: weights of the rows. Divided cells, of which there are at most as many as rows.
  std::span<const double> duals() const { return duals_; }
  std::uint32_t key(std::uint32_t cell) const { return keys_[cell]; }
  // Variables beside the keys that may be parts of monsters: what is basic.
  void list_parts(std::vector<std::uint32_t>& out) const;
  std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Bounds2 {
    double low, high;
  };

  bool is_slack(std::uint32_t id) const { return id >= 3 * shares_.size(); }
  double* row(std::size_t place) { return &inverse_[place * width_]; }
  const double* row(std::size_t place) const { return &inverse_[place * width_]; }
  Bounds2 bounds(std::uint32_t id) const;
  int pull(std::uint32_t id, double value) const;
  void values();
  void widen(std::size_t width);
  void drop(std::size_t row, std::size_t place);
  bool refactor();
  void reset();
  double any_price();
  void set_prices();
  void fill_column(std::uint32_t id, std::vector<double>& out) const;
  std::uint32_t find_leaving() const;
  std::uint32_t bring(std::uint32_t leaving);
  void exchange(std::uint32_t cell);
  void fill_changes(std::size_t place);
  std::uint32_t find_entering(int up) const;
  void transform(std::uint32_t entering);
  void replace(std::uint32_t entering, std::size_t place);
  void pivot(std::size_t place);
  void change_key(std::uint32_t cell, std::size_t place);

  std::vector<std::vector<Share>> shares_;  // by cell
  std::vector<int> targets_;
  std::size_t exact_rows_ = 0;
  std::vector<Candidates> could_;
  std::size_t width_ = 0;        // of the inverse
  std::vector<double> inverse_;  // of the basis
  std::vector<std::uint32_t> basic_;
  std::vector<double> values_;
  std::vector<std::uint32_t> place_;  // by variable, then by row for what it misses
  std::vector<std::uint8_t> keys_;
  std::vector<double> key_values_;
  std::vector<double> prices_;  // by variable and row: what it would cost to have of it
  std::vector<double> duals_, column_, changes_;
  std::uint64_t steps_ = 0;  // since the inverse was made
  std::uint64_t random_ = 0;
};

}  // namespace winnable::undead

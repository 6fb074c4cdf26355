// A guess at a solution of Undead: min-conflicts with a short tabu list (Minton et al., 1992; Glover, 1989).
//
// From a random filling on, one cell after another is changed so that the sightings and totals miss by
// less. On a loose board that ends in a solution within a few hundred changes; it proves nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/sums.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Walk {
 public:
  // What `trail` leaves open, at level 0.
  void start(const Sums& sums, const Trail& trail);

  // Another `changes` cells at most. Stops when nothing is missed, or when the budget says so.
  enum class End { kSolution, kNone, kStopped };
  End run(std::uint64_t changes, Budget& budget);
  // By cell, the kind of its monster: what missed least so far.
  const std::vector<std::uint8_t>& best() const { return best_; }
  std::uint64_t bytes() const;

 private:
  struct Change {
    std::uint32_t cell = 0;
    std::uint32_t kind = 0;
    int worth = 0;  // by how much more is missed
  };

  void fill();
  void list_cells();
  bool best_change(std::uint32_t sum, Change& out);
  int worth(std::uint32_t cell, std::uint32_t to) const;
  bool helps(std::uint32_t cell, std::uint32_t to, std::uint32_t sum) const;
  void change(std::uint32_t cell, std::uint32_t to);
  void note_miss(std::uint32_t sum);
  std::uint32_t random_below(std::uint32_t n);

  const Sums* sums_ = nullptr;
  std::vector<Candidates> could_;
  std::vector<std::uint8_t> kinds_, best_;
  std::vector<std::uint64_t> changed_at_;
  std::vector<int> misses_;                  // by sum, too many or (negative) too few
  std::vector<std::uint32_t> first_, open_;  // open cells that add to a sum
  std::vector<std::uint32_t> missed_;        // sums
  std::vector<std::uint32_t> place_;         // in missed_
  std::uint64_t time_ = 0;
  std::uint64_t random_ = 0;
  int missing_ = 0;
  int best_missing_ = 0;
};

}  // namespace winnable::undead

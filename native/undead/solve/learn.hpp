// The search for what lines and totals leave open in Undead: conflict-driven clause learning (Marques-Silva
// and Sakallah, GRASP, 1996; Moskewicz et al., Chaff, 2001), in which lines and totals explain what they
// settle only when a conflict asks (Ohrimenko, Stuckey and Codish, lazy clause generation, 2009).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/balance.hpp"
#include "undead/solve/order.hpp"
#include "undead/solve/trail.hpp"

namespace winnable::undead {

class Learner {
 public:
  // Takes over a trail that is settled at level 0. After `first_look` conflicts all sums are looked at together.
  bool start(const LineModel& model, Trail& trail, Budget& budget, std::uint64_t first_look);

  enum class Found { kSolution, kNone, kStopped };
  // To the next filling of all that sightings depend on that is not forbidden.
  Found next();
  // Forbids what the decisions led to.
  enum class Forbidden { kDone, kNothingLeft, kNoRoom };
  Forbidden forbid();

  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t depth() const { return depth_; }

 private:
  struct Watch {
    std::uint32_t clause;
    Lit other;  // if true, the clause need not be looked at
  };
  // A clause in store_: its size, its LBD, its literals.
  static constexpr std::uint32_t kHeader = 2;

  bool propagate();
  bool follow(Lit p);
  bool follow_conflict();
  bool learn();
  void analyze();
  void antecedents(Reason reason, Lit lit);
  void meet(Lit l, std::uint32_t level);
  bool is_redundant(Lit l);
  std::uint32_t count_levels();
  bool add_clause(std::uint32_t lbd, std::uint32_t& clause);
  void watch(std::uint32_t clause);
  void back_to(std::uint32_t level);
  Lit decide();
  std::optional<Found> look_at_sums();
  std::optional<Found> restart();
  std::optional<Found> divide(Lit& decision);
  void reduce();
  bool grow();

  const LineModel* model_ = nullptr;
  Trail* trail_ = nullptr;
  Budget* budget_ = nullptr;
  Order order_;
  std::vector<std::uint8_t> phase_;
  std::vector<std::uint32_t> store_;
  std::vector<std::uint32_t> learned_;
  std::vector<std::vector<Watch>> watches_;  // by the literal whose truth calls for a look
  std::size_t followed_ = 0;
  std::vector<std::uint8_t> seen_;
  std::vector<Lit> reasons_;
  std::vector<Lit> clause_;  // true literals that exclude each other, the one to turn round first
  std::vector<Lit> met_;
  std::vector<std::uint32_t> level_stamp_;
  std::uint32_t stamp_ = 0;
  std::uint32_t open_ = 0;  // met literals of the conflict's level
  std::uint64_t conflicts_ = 0;
  std::uint64_t depth_ = 0;
  Balance balance_;
  std::uint64_t look_at_ = 0;
  std::uint64_t restart_at_ = 0;
  std::uint64_t restarts_ = 0;
  std::size_t reduce_at_ = 0;
  std::uint64_t held_ = 0;  // bytes reserved in the budget
  std::uint64_t watched_ = 0;
};

}  // namespace winnable::undead

// A win of open Spider as a player without undo makes it.
//
// The policy sees no hidden card, so it wins few deals; but it wins endings at once in which columns stand
// empty and must be filled for a row, which beams do late, since each step of the filling looks like a loss.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "spider/policy/relabelled.hpp"
#include "spider/policy/spider_policy.hpp"

namespace winnable {

class SpiderPlayedWin {
 public:
  // For rules where runs in suit move (moves_runs_in_suit).
  explicit SpiderPlayedWin(const PatienceRules& rules);

  // The moves of a game that `seed` fixes, if it is won; empty otherwise, and where the budget ended. A board
  // that the policy looks at is a node.
  std::vector<PatienceMove> play(const Spider& game, SpiderState s, std::uint64_t seed, Budget& budget, Stats& stats,
                                 const CancelFlag* cancel);

 private:
  SpiderPolicy* searcher_;  // within policy_
  RelabelledPolicy policy_;
};

}  // namespace winnable

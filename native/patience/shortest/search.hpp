// A* over patience positions in one metric.
//
// Costs inside leave out what every solution pays: one home move for each card not home (nothing
// in kPlayerSafe, where home moves count only if a person makes them). So a home move is free and
// a move back off a foundation costs two, itself and one more home move.
//
// Safe home moves are made at once: such a card can only be missed by cards that could themselves
// go home instead (Raymond; see PatienceEngine::safe_home), and a solution that uses it for
// longer stays one, no dearer, when its moves are left out and the moves onto it become moves
// home. Where foundations give cards back that does not hold, and all home moves are searched.
#pragma once

#include <algorithm>
#include <vector>

#include "core/limits.hpp"
#include "patience/engine.hpp"
#include "patience/lower_bound.hpp"
#include "patience/metric.hpp"
#include "patience/shortest/store.hpp"

namespace winnable {

template <class Engine, bool kByGroup>
class ShortestSearch {
 public:
  enum class End : std::uint8_t { kProved, kFound, kStopped };

  ShortestSearch(const Engine& engine, Metric metric, const PatienceState& start, Budget& budget);

  // Solutions that cost `limit` or more are of no interest.
  void set_limit(int limit) { limit_ = limit; }
  // kFound: moves() is a solution, cheaper than the limit, which sinks to its cost; call again for
  // better ones. kProved: none is cheaper than the limit. kStopped: the budget says why.
  End run();

  int cost() const { return limit_; }
  // No solution costs less.
  int lower_bound() const { return std::min(lower_bound_, limit_); }
  const std::vector<PatienceMove>& moves() const { return moves_; }
  std::uint64_t generated() const { return generated_; }
  std::uint64_t duplicates() const { return duplicates_; }

 private:
  // What every move costs beyond what all solutions pay.
  int move_cost(const PatienceMove& m) const;
  int remaining(const PatienceState& s, const BoundTally& t) const;
  bool finished(const PatienceState& s, int remaining) const {
    return metric_ == Metric::kPlayerSafe ? engine_.won(s) : remaining == 0;
  }
  void settle(PatienceState& s, BoundTally& t) const;
  PatienceState unpack(const MetPosition& p) const;
  bool meet(const PatienceState& s, const BoundTally& t, std::uint32_t parent, int cost, int parent_total);
  bool expand(std::uint32_t number);
  void retrace(std::uint32_t number);
  void make(PatienceState& s, const PatienceMove& m);
  void make_automatic(PatienceState& s, Autoplay policy);
  void step_to(PatienceState& s, const MetPosition& target);

  Engine engine_;
  Metric metric_;
  ExtraMovesBound<Engine, kByGroup> bound_;
  Autoplay automatic_;
  PatienceState start_;
  Budget& budget_;
  MetStore met_;
  OpenQueue open_;
  MoveList<PatienceMove> legal_;
  std::vector<PatienceMove> moves_;
  std::uint32_t goal_ = MetStore::kNone;
  int limit_ = 255;
  int lower_bound_ = 0;
  bool begun_ = false;
  std::uint64_t generated_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace winnable

#include "patience/shortest/search_impl.hpp"

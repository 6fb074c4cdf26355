// The search behind PairingFewest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "solvers/pairing_decide_table.hpp"
#include "solvers/pairing_fewest_bound.hpp"

namespace winnable::pairing_fewest {

// A* over positions after a removal, each with what it cost. A position is as good as another with
// the same cards left if it costs no more even after the draws and recycles that lead to the
// other's time; only positions to which no other is as good are kept.
class Search {
 public:
  enum class End : std::uint8_t { kFound, kNone, kStopped };

  Search(const PairingModel& model, FewestMetric metric)
      : model_(model), clock_(model.game(), metric), bound_(model, metric), removal_cost_(metric == FewestMetric::kPasses ? 0 : 1), draw_cost_(metric == FewestMetric::kActions),
        one_by_one_(model.game().rules().draw == 1) {}

  // From the model's position as it is now compiled (and refined). kNone: no solution costs less than
  // `limit`.
  End run(int limit, Budget& budget);
  // No solution costs less; after kFound: the cost.
  int lower_bound() const { return lower_bound_; }
  // After kFound.
  std::vector<PairingMove> moves() const;
  const Stats& stats() const { return stats_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0;  // nodes_[0] is not used

  struct Node : PairingNode {
    CardMask cards = 0;   // that left last; kings that leave by themselves are left out
    Index parent = kNone;
    Index next = kNone;   // with the same cards left
    std::uint16_t cost = 0;
    bool closed = false;  // a better one has come, or it has been expanded
  };
  struct Edge {
    CardMask cards;
    int pass;
    int cost;  // of draws and recycles before it
    int time;  // how many these are
  };

  void add(const Node& n, Index parent);
  bool keep(const Node& n);
  void drop_kings(Node& n) const;
  void expand(Index at);
  void list_edges(const PairingNode& n);
  int cost_before(const PairingNode& n, const PairingEdge& edge) const;
  bool is_forced(const PairingNode& n, CardMask cards) const;
  bool is_free(const PairingNode& n, CardMask cards) const;
  int waste(const PairingNode& n) const { return std::popcount(n.places & places_below(n.top)); }
  int distance(const PairingNode& from, const PairingNode& to) const {
    return clock_.cost(std::popcount(from.places), waste(from), from.pass, waste(to), to.pass);
  }

  const PairingModel& model_;
  Clock clock_;
  Bound bound_;
  int removal_cost_;
  bool draw_cost_;
  bool one_by_one_;
  Budget* budget_ = nullptr;
  pairing_decide::StampTable table_;  // cards left -> the last node with them
  std::vector<Node> nodes_;
  std::vector<std::vector<Index>> waiting_;  // by cost and bound together
  std::vector<PairingEdge> scratch_;
  std::vector<Edge> edges_;
  CardMask at_once_ = 0;
  Index goal_ = kNone;
  int limit_ = 0;
  int lower_bound_ = 0;
  bool stopped_ = false;
  Stats stats_;
};

}  // namespace winnable::pairing_fewest

// Best-first search: uniform cost, greedy, A* and weighted A* are one algorithm with
// different priorities.
//
// Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
// paths" (1968); Pohl, "Heuristic search viewed as path finding in a graph" (1970).
#pragma once

#include <algorithm>

#include "search/run.hpp"
#include "search/trail.hpp"

namespace winnable {

// priority = cost * path + weight * estimate
struct BestFirstKind {
  bool path = true;      // the cost so far counts
  bool estimate = true;  // the estimate counts
};
inline constexpr BestFirstKind kUniformCost{true, false};
inline constexpr BestFirstKind kGreedy{false, true};
inline constexpr BestFirstKind kAStar{true, true};

// Complete on finite graphs. Optimal if the estimate is admissible (uniform cost: always) and
// the weight is 1; with a larger weight at most that many times the optimum. Inconsistent
// estimates are allowed: a position reached more cheaply is opened again.
// Ties go to the position with the higher cost so far, then to the newest.
template <class G, class Obs>
class BestFirst {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  BestFirst(Run<G, Obs>& run, BestFirstKind kind)
      : run_(run), kind_(kind), nodes_(run.game, run.budget), trail_(run, nodes_), open_(run.budget) {}

  Result<Move> search(const State& start) {
    const Key128 key = run_.game.key(start);
    const Units h = h_of(start);
    if (nodes_.add(pack(run_.game, start), key).added == Added::kNoMemory) return run_.stopped();
    trail_.begin(start);
    if (!open(0, key, h)) return run_.stopped();
    std::uint32_t previous = kNoNode;
    while (!open_.empty()) {
      const Entry e = open_.pop();
      if (e.reached != nodes_[e.node].measure()) continue;  // reached more cheaply since
      claim_bound(e.priority);
      run_.open = open_.size();
      const State here = unpack(run_.game, nodes_[e.node].position);
      if (is_won(run_.game, here)) return goal(start, e.node);
      if (nodes_[e.node].parent != previous && previous != kNoNode) backtrack(previous);
      previous = e.node;
      if (!run_.spend() || !expand(e.node, here)) return run_.stopped();
      if (goal_ != kNoNode) return goal(start, goal_);
    }
    return run_.exhausted();
  }

 private:
  using Added = typename NodeStore<G>::Added;

  struct Entry {
    Units priority = 0;
    decltype(Node<G>().measure()) reached = 0;
    std::uint32_t node = kNoNode;
  };
  struct Child {
    State state;
    Key128 key;
    Units cost;
  };
  struct Before {
    bool operator()(const Entry& a, const Entry& b) const {
      if (a.priority != b.priority) return a.priority < b.priority;
      if (a.reached != b.reached) return a.reached > b.reached;
      return a.node > b.node;
    }
  };

  Units h_of(const State& s) const { return kind_.estimate ? run_.estimate_of(s) : 0; }
  Units priority(Units g, Units h) const {
    return (kind_.path ? g : 0) + (kind_.path ? weighted(run_.options.weight, h) : h);
  }

  // Some position on a cheapest path is open with a priority of at most its cost (times the
  // weight, where that is above 1).
  void claim_bound(Units p) {
    if (!kind_.path || (kind_.estimate && !run_.options.admissible)) return;
    const double scale = kind_.estimate ? std::max(1.0, static_cast<double>(run_.options.weight) / kUnit) : 1.0;
    if (p > 0) run_.bound(scale == 1.0 ? p : static_cast<Units>(static_cast<double>(p) / scale));
  }

  // Puts a node, reached now, on the open list; dead ends are left out.
  bool open(std::uint32_t node, const Key128& key, Units h) {
    const Node<G>& n = nodes_[node];
    run_.open = open_.size() + (h == kDeadEnd ? 0 : 1);
    run_.event(EventKind::kGenerate, key, node, n.parent, n.depth, n.path_cost(), trail_.to(node), h);
    if (h == kDeadEnd) {
      run_.left_out |= !run_.options.admissible;
      run_.event(EventKind::kPrune, key, node, n.parent, n.depth, n.path_cost(), trail_.to(node));
      return true;
    }
    return open_.push({priority(n.path_cost(), h), n.measure(), node});
  }

  bool expand(std::uint32_t n, const State& here) {
    const G& game = run_.game;
    const Packed<G> packed = nodes_[n].position;
    const std::uint32_t depth = nodes_[n].depth + 1;
    const Units so_far = nodes_[n].path_cost();
    if (run_.observed())
      run_.event(EventKind::kExpand, game.key(here), n, nodes_[n].parent, depth - 1, so_far, trail_.to(n));
    game.legal_moves(here, moves_);
    children_.clear();
    for (const Move& m : moves_) {
      State child = game.play_unchecked(here, m);
      const Key128 key = game.key(child);
      nodes_.prefetch(key);
      children_.push_back({std::move(child), key, so_far + run_.cost_of(here, m)});
    }
    for (const Child& c : children_) nodes_.prefetch_node(c.key);
    for (const auto& [child, key, g] : children_) {
      ++run_.stats.generated;
      const auto [added, node] = nodes_.add(pack_next(game, here, packed, child), key);
      if (added == Added::kNoMemory) return false;
      if (added == Added::kKnown) {
        ++run_.stats.duplicates;
        run_.event(EventKind::kDuplicate, key, node, n, depth, g, trail_.past(n, nodes_[node].position));
        if (!kind_.path || g >= nodes_[node].path_cost()) continue;
      }
      nodes_[node].reach(n, depth, g);
      run_.deepen(depth);
      if (!kind_.path && is_won(game, child)) {
        goal_ = node;  // greedy: no later goal would be better
        return true;
      }
      if (!open(node, key, h_of(child))) return false;
    }
    return true;
  }

  void backtrack(std::uint32_t from) {
    ++run_.stats.backtracks;
    if (run_.observed()) {
      const Node<G>& n = nodes_[from];
      run_.event(EventKind::kBacktrack, run_.game.key(unpack(run_.game, n.position)), from, n.parent, n.depth,
                 n.path_cost(), trail_.to(from));
    }
  }

  Result<Move> goal(const State& start, std::uint32_t node) {
    if (run_.observed()) {
      const Node<G>& n = nodes_[node];
      run_.event(EventKind::kGoal, run_.game.key(unpack(run_.game, n.position)), node, n.parent, n.depth, n.path_cost(),
                 trail_.to(node));
    }
    return run_.solved(nodes_, start, node);
  }

  Run<G, Obs>& run_;
  BestFirstKind kind_;
  NodeStore<G> nodes_;
  NodeTrail<G, Obs> trail_;
  ChunkedHeap<Entry, Before> open_;
  MoveList<Move> moves_;
  std::vector<Child> children_;  // of the position being expanded
  std::uint32_t goal_ = kNoNode;
};

}  // namespace winnable

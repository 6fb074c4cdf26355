// Breadth-first search: level by level, each position once.
#pragma once

#include "search/run.hpp"
#include "search/trail.hpp"

namespace winnable {

// Shortest in moves, complete. Nodes enter the arena in the order in which they leave the queue,
// so the arena is the queue.
template <class G, class Obs>
class BreadthFirst {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  explicit BreadthFirst(Run<G, Obs>& run) : run_(run), nodes_(run.game, run.budget), trail_(run, nodes_) {}

  Result<Move> search(const State& start) {
    const G& game = run_.game;
    const Key128 root_key = game.key(start);
    if (nodes_.add(pack(game, start), root_key).added == Added::kNoMemory) return run_.stopped();
    trail_.begin(start);
    run_.event(EventKind::kGenerate, root_key, 0, kNoNode, 0, 0, trail_.to(0));
    if (is_won(game, start)) return run_.solved({}, 0);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      // Every position up to this depth is known and none is a goal.
      if constexpr (!HasCost<G>) run_.bound((Units{nodes_[n].depth} + 1) * kUnit);
      if (!run_.spend()) return run_.stopped();
      switch (expand(n)) {
        case Step::kGoal: return run_.solved(nodes_, start, nodes_.size() - 1);
        case Step::kNoMemory: return run_.stopped();
        case Step::kOn: break;
      }
    }
    return run_.exhausted();
  }

 private:
  using Added = typename NodeStore<G>::Added;
  enum class Step { kOn, kGoal, kNoMemory };

  Step expand(std::uint32_t n) {
    const G& game = run_.game;
    const Packed<G> packed = nodes_[n].position;
    const State here = unpack(game, packed);
    const std::uint32_t depth = nodes_[n].depth + 1;
    run_.open = nodes_.size() - n - 1;
    if (run_.observed())
      run_.event(EventKind::kExpand, game.key(here), n, nodes_[n].parent, depth - 1, nodes_[n].path_cost(),
                 trail_.to(n));
    game.legal_moves(here, moves_);
    for (const Move& m : moves_) {
      const State child = game.play_unchecked(here, m);
      const Key128 key = game.key(child);
      const Units g = nodes_[n].path_cost() + run_.cost_of(here, m);
      ++run_.stats.generated;
      const auto [added, node] = nodes_.add(pack_next(game, here, packed, child), key);
      if (added == Added::kNoMemory) return Step::kNoMemory;
      if (added == Added::kKnown) {
        ++run_.stats.duplicates;
        run_.event(EventKind::kDuplicate, key, node, n, depth, g, trail_.past(n, nodes_[node].position));
        continue;
      }
      nodes_[node].reach(n, depth, g);
      run_.deepen(depth);
      run_.open = nodes_.size() - n - 1;
      run_.event(EventKind::kGenerate, key, node, n, depth, g, trail_.to(node));
      if (is_won(game, child)) {
        run_.event(EventKind::kGoal, key, node, n, depth, g, trail_.to(node));
        return Step::kGoal;
      }
    }
    return Step::kOn;
  }

  Run<G, Obs>& run_;
  NodeStore<G> nodes_;
  NodeTrail<G, Obs> trail_;
  MoveList<Move> moves_;
};

}  // namespace winnable

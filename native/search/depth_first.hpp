// Depth-first search with backtracking; each position is visited once.
#pragma once

#include "search/run.hpp"
#include "search/trail.hpp"

namespace winnable {

// Complete on finite graphs without a depth limit. With one, a position first met deep down is
// not visited again higher up, as in most textbook programs, so a solution within the limit may
// be missed; iterative deepening (search/ida_star.hpp) misses none. Not optimal.
template <class G, class Obs>
class DepthFirst {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  explicit DepthFirst(Run<G, Obs>& run)
      : run_(run), nodes_(run.game, run.budget), frames_(run.budget), moves_(run.budget), trail_(run.game) {}

  Result<Move> search(const State& start) {
    const G& game = run_.game;
    const Key128 key = game.key(start);
    if (nodes_.add(pack(game, start), key).added == Added::kNoMemory) return run_.stopped();
    run_.event(EventKind::kGenerate, key, 0, kNoNode, 0, 0, trail_.along(frames_, moves_, 0));
    if (is_won(game, start)) return run_.solved({}, 0);
    if (!enter(start, 0)) return run_.stopped();
    while (!frames_.empty()) {
      Frame& f = frames_.back();
      if (f.next == f.moves_end) {
        leave();
        continue;
      }
      const Move move = moves_[f.next++];
      switch (visit(f, move)) {
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

  // A position on the current line; its moves lie at the end of moves_.
  struct Frame {
    State state{};
    std::uint32_t node = kNoNode;
    std::size_t moves_begin = 0;
    std::size_t moves_end = 0;
    std::size_t next = 0;
  };

  // The way to the position that the last frame tries.
  auto line() { return trail_.along(frames_, moves_, frames_.size()); }

  Step visit(const Frame& f, const Move& move) {
    const G& game = run_.game;
    State child = game.play_unchecked(f.state, move);
    const Key128 key = game.key(child);
    const std::uint32_t parent = f.node;
    const std::uint32_t depth = nodes_[parent].depth + 1;
    const Units g = nodes_[parent].path_cost() + run_.cost_of(f.state, move);
    ++run_.stats.generated;
    --run_.open;
    const auto [added, node] = nodes_.add(pack(game, child), key);
    if (added == Added::kNoMemory) return Step::kNoMemory;
    if (added == Added::kKnown) {
      ++run_.stats.duplicates;
      run_.event(EventKind::kDuplicate, key, node, parent, depth, g, line());
      return Step::kOn;
    }
    nodes_[node].reach(parent, depth, g);
    run_.deepen(depth);
    run_.event(EventKind::kGenerate, key, node, parent, depth, g, line());
    if (is_won(game, child)) {
      run_.event(EventKind::kGoal, key, node, parent, depth, g, line());
      return Step::kGoal;
    }
    if (run_.options.depth_limit != kNoDepthLimit && depth >= run_.options.depth_limit) {
      run_.left_out = true;
      run_.event(EventKind::kPrune, key, node, parent, depth, g, line());
      return Step::kOn;
    }
    return enter(std::move(child), node) ? Step::kOn : Step::kNoMemory;
  }

  bool enter(State state, std::uint32_t node) {
    if (!run_.spend()) return false;
    const Node<G>& n = nodes_[node];
    if (run_.observed())
      run_.event(EventKind::kExpand, run_.game.key(state), node, n.parent, n.depth, n.path_cost(), line());
    run_.game.legal_moves(state, legal_);
    run_.open += legal_.size();
    const std::uint64_t held = legal_.size() * move_bytes<G>() + state_bytes(run_.game, state);
    Frame f;
    f.state = std::move(state);
    f.node = node;
    f.moves_begin = f.next = moves_.size();
    f.moves_end = f.moves_begin + legal_.size();
    if (!run_.budget.reserve(held)) return false;
    for (const Move& m : legal_) {
      if (!moves_.push_back(m)) return false;
    }
    return frames_.push_back(std::move(f));
  }

  void leave() {
    const Frame& f = frames_.back();
    ++run_.stats.backtracks;
    if (run_.observed()) {
      const Node<G>& n = nodes_[f.node];
      run_.event(EventKind::kBacktrack, run_.game.key(f.state), f.node, n.parent, n.depth, n.path_cost(),
                 trail_.along(frames_, moves_, frames_.size() - 1));
    }
    run_.budget.release((f.moves_end - f.moves_begin) * move_bytes<G>() + state_bytes(run_.game, f.state));
    while (moves_.size() > f.moves_begin) moves_.pop_back();
    frames_.pop_back();
    trail_.fall(frames_.size());
  }

  Run<G, Obs>& run_;
  NodeStore<G> nodes_;
  ChunkedVector<Frame> frames_;
  ChunkedVector<Move> moves_;
  MoveList<Move> legal_;
  FrameTrail<G, Obs> trail_;
};

}  // namespace winnable

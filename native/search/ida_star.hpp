// IDA*: depth-first searches, each bounded by a little more cost than the one before.
//
// Korf, "Depth-first iterative-deepening: an optimal admissible tree search" (1985); the
// transposition table after Reinefeld and Marsland, "Enhanced iterative-deepening search" (1994).
// Without an estimate this is iterative deepening.
#pragma once

#include <algorithm>

#include "search/run.hpp"
#include "search/trail.hpp"
#include "search/transposition.hpp"

namespace winnable {

// Optimal if the estimate is admissible; complete on finite graphs. Memory: the current line and
// the bounded table. A position already on the line is not entered again, and one that this
// iteration has reached as cheaply is not searched again.
template <class G, class Obs>
class IdaStar {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  IdaStar(Run<G, Obs>& run, bool with_estimate)
      : run_(run),
        with_estimate_(with_estimate),
        table_(run.game, run.budget, run.options.table_bytes),
        line_(run.budget),
        moves_(run.budget),
        trail_(run.game) {}

  Result<Move> search(const State& start) {
    if (is_won(run_.game, start)) return run_.solved({}, 0);
    const Units root_h = h_of(start);
    if (root_h == kDeadEnd) {
      run_.left_out |= !run_.options.admissible;
      return run_.exhausted();
    }
    threshold_ = root_h;
    std::uint64_t before = 0;
    for (std::uint32_t iteration = 1;; ++iteration) {
      if (!with_estimate_ || run_.options.admissible) run_.bound(std::max<Units>(threshold_, 0));
      next_threshold_ = kDeadEnd;
      const std::uint64_t generated = run_.stats.generated;
      table_.start(iteration, 2 * before);
      run_.new_round();
      const Step step = iterate(start, root_h);
      if (step == Step::kGoal) return goal();
      if (step == Step::kStopped) return run_.stopped();
      if (next_threshold_ == kDeadEnd || table_.all_entered()) return run_.exhausted();
      threshold_ = next_threshold_;
      before = run_.stats.generated - generated;
    }
  }

 private:
  enum class Step { kOn, kGoal, kStopped };

  struct Frame {
    State state{};
    Key128 key;
    Units cost = 0;
    std::size_t moves_begin = 0;
    std::size_t moves_end = 0;
    std::size_t next = 0;
  };

  Units h_of(const State& s) const { return with_estimate_ ? run_.estimate_of(s) : 0; }
  // To the position that the last frame tries.
  auto way() { return trail_.along(line_, moves_, line_.size()); }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(line_.size()); }

  Step iterate(const State& start, Units root_h) {
    const Key128 key = run_.game.key(start);
    table_.seen(pack(run_.game, start), key, 0);
    if (!enter(start, key, 0, root_h)) return Step::kStopped;
    while (!line_.empty()) {
      Frame& f = line_.back();
      if (f.next == f.moves_end) {
        leave();
        continue;
      }
      const Step step = visit(f, moves_[f.next++]);
      if (step != Step::kOn) return step;
    }
    return Step::kOn;
  }

  Step visit(const Frame& f, const Move& move) {
    const G& game = run_.game;
    const Units g = f.cost + run_.cost_of(f.state, move);
    State child = game.play_unchecked(f.state, move);
    const Key128 key = game.key(child);
    ++run_.stats.generated;
    --run_.open;
    run_.deepen(depth());
    if (on_line(child, key)) return duplicate(key, g);
    if (run_.options.depth_limit != kNoDepthLimit && depth() > run_.options.depth_limit) {
      run_.left_out = true;
      run_.event(EventKind::kPrune, key, kNoNode, kNoNode, depth(), g, way());
      return Step::kOn;
    }
    const Units h = h_of(child);
    if (h == kDeadEnd) {
      run_.left_out |= !run_.options.admissible;
      run_.event(EventKind::kPrune, key, kNoNode, kNoNode, depth(), g, way());
      return Step::kOn;
    }
    if (g + h > threshold_) {
      if (!table_.turn_away(pack(game, child), key)) return duplicate(key, g);
      next_threshold_ = std::min(next_threshold_, g + h);
      run_.event(EventKind::kPrune, key, kNoNode, kNoNode, depth(), g, way(), h);
      return Step::kOn;
    }
    if (table_.seen(pack(game, child), key, g)) return duplicate(key, g);
    run_.event(EventKind::kGenerate, key, kNoNode, kNoNode, depth(), g, way(), h);
    if (is_won(game, child)) {
      run_.event(EventKind::kGoal, key, kNoNode, kNoNode, depth(), g, way(), h);
      goal_cost_ = g;
      return Step::kGoal;
    }
    return enter(std::move(child), key, g, h) ? Step::kOn : Step::kStopped;
  }

  Step duplicate(const Key128& key, Units g) {
    ++run_.stats.duplicates;
    run_.event(EventKind::kDuplicate, key, kNoNode, kNoNode, depth(), g, way());
    return Step::kOn;
  }

  bool on_line(const State& s, const Key128& key) const {
    for (std::size_t i = line_.size(); i-- > 0;) {
      if (line_[i].key == key && run_.game.same(line_[i].state, s)) return true;
    }
    return false;
  }

  bool enter(State state, const Key128& key, Units g, Units h) {
    if (!run_.spend()) return false;
    run_.event(EventKind::kExpand, key, kNoNode, kNoNode, depth(), g, way(), h);
    run_.game.legal_moves(state, legal_);
    run_.open += legal_.size();
    const std::uint64_t held = legal_.size() * move_bytes<G>() + state_bytes(run_.game, state);
    Frame f;
    f.state = std::move(state);
    f.key = key;
    f.cost = g;
    f.moves_begin = f.next = moves_.size();
    f.moves_end = f.moves_begin + legal_.size();
    if (!run_.budget.reserve(held)) return false;
    for (const Move& m : legal_) {
      if (!moves_.push_back(m)) return false;
    }
    return line_.push_back(std::move(f));
  }

  void leave() {
    const Frame& f = line_.back();
    ++run_.stats.backtracks;
    run_.event(EventKind::kBacktrack, f.key, kNoNode, kNoNode, depth() - 1, f.cost,
               trail_.along(line_, moves_, line_.size() - 1));
    run_.budget.release((f.moves_end - f.moves_begin) * move_bytes<G>() + state_bytes(run_.game, f.state));
    while (moves_.size() > f.moves_begin) moves_.pop_back();
    line_.pop_back();
    trail_.fall(line_.size());
  }

  Result<Move> goal() {
    std::vector<Move> out;
    for (std::size_t i = 0; i < line_.size(); ++i) out.push_back(moves_[line_[i].next - 1]);
    return run_.solved(std::move(out), goal_cost_);
  }

  Run<G, Obs>& run_;
  bool with_estimate_;
  TranspositionTable<G> table_;
  ChunkedVector<Frame> line_;
  ChunkedVector<Move> moves_;
  MoveList<Move> legal_;
  FrameTrail<G, Obs> trail_;
  Units threshold_ = 0;
  Units next_threshold_ = kDeadEnd;
  Units goal_cost_ = 0;
};

}  // namespace winnable

// Beam search: level by level, the best `beam_width` positions of each level go on.
#pragma once

#include <algorithm>

#include "search/run.hpp"
#include "search/trail.hpp"

namespace winnable {

// Incomplete as soon as a level was too wide; until then it is breadth-first search. Positions
// are ranked by cost so far plus estimate, ties by generation order.
template <class G, class Obs>
class Beam {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  explicit Beam(Run<G, Obs>& run)
      : run_(run), nodes_(run.game, run.budget), trail_(run, nodes_), candidates_(run.budget), order_(run.budget) {}

  Result<Move> search(const State& start) {
    const Key128 key = run_.game.key(start);
    if (nodes_.add(pack(run_.game, start), key).added == Added::kNoMemory) return run_.stopped();
    trail_.begin(start);
    run_.event(EventKind::kGenerate, key, 0, kNoNode, 0, 0, trail_.to(0));
    if (is_won(run_.game, start)) return run_.solved({}, 0);
    std::uint32_t begin = 0;
    while (begin < nodes_.size()) {
      const std::uint32_t end = nodes_.size();
      for (std::uint32_t n = begin; n < end; ++n) {
        if (!run_.spend()) return run_.stopped();
        run_.open = end - n - 1 + candidates_.size();
        const Step step = expand(n);
        if (step == Step::kNoMemory) return run_.stopped();
        if (step == Step::kGoal) return run_.solved(nodes_, start, nodes_.size() - 1);
      }
      if (!keep_best()) return run_.stopped();
      begin = end;
    }
    return run_.exhausted();
  }

 private:
  using Added = typename NodeStore<G>::Added;
  enum class Step { kOn, kGoal, kNoMemory };

  struct Candidate {
    Packed<G> position{};
    Key128 key;
    Units cost = 0;
    Units h = 0;
    std::uint32_t parent = kNoNode;
    std::uint32_t depth = 0;
    std::uint64_t extra = 0;
  };
  struct Rank {
    Units priority = 0;
    std::uint32_t candidate = 0;
  };
  struct Before {
    bool operator()(const Rank& a, const Rank& b) const {
      return a.priority != b.priority ? a.priority < b.priority : a.candidate < b.candidate;
    }
  };

  Step expand(std::uint32_t n) {
    const G& game = run_.game;
    const Packed<G> packed = nodes_[n].position;
    const State here = unpack(game, packed);
    if (run_.observed()) {
      run_.event(EventKind::kExpand, game.key(here), n, nodes_[n].parent, nodes_[n].depth, nodes_[n].path_cost(),
                 trail_.to(n));
    }
    game.legal_moves(here, moves_);
    for (const Move& m : moves_) {
      const State child = game.play_unchecked(here, m);
      Candidate c;
      c.position = pack_next(game, here, packed, child);
      c.key = game.key(child);
      c.cost = nodes_[n].path_cost() + run_.cost_of(here, m);
      c.parent = n;
      c.depth = nodes_[n].depth + 1;
      c.h = run_.estimate_of(child);
      ++run_.stats.generated;
      run_.deepen(c.depth);
      if (is_won(game, child)) return add(c, EventKind::kGoal) == Added::kNoMemory ? Step::kNoMemory : Step::kGoal;
      if (c.h == kDeadEnd) {
        run_.left_out |= !run_.options.admissible;
        run_.event(EventKind::kPrune, c.key, kNoNode, n, c.depth, c.cost, trail_.past(n, c.position));
        continue;
      }
      if (!hold(std::move(c))) return Step::kNoMemory;
    }
    return Step::kOn;
  }

  bool hold(Candidate c) {
    c.extra = extra_bytes(run_.game, c.position);
    const Rank rank{c.cost + c.h, static_cast<std::uint32_t>(candidates_.size())};
    return run_.budget.reserve(c.extra) && candidates_.push_back(std::move(c)) && order_.push(rank);
  }

  // Candidates become nodes, best first, until the beam is full.
  bool keep_best() {
    std::uint32_t kept = 0;
    run_.open = candidates_.size();
    while (!order_.empty()) {
      const Candidate& c = candidates_[order_.pop().candidate];
      if (kept == run_.options.beam_width) {
        --run_.open;
        if (!nodes_.contains(c.position, c.key)) {
          run_.left_out = true;
          run_.event(EventKind::kPrune, c.key, kNoNode, c.parent, c.depth, c.cost, trail_.past(c.parent, c.position),
                     c.h);
        } else {
          count_duplicate(c);
        }
        continue;
      }
      const Added added = add(c, EventKind::kGenerate);
      if (added == Added::kNoMemory) return false;
      if (added == Added::kNew) ++kept;
      if (added == Added::kKnown) {
        --run_.open;
        count_duplicate(c);
      }
    }
    while (!candidates_.empty()) {
      run_.budget.release(candidates_.back().extra);
      candidates_.pop_back();
    }
    return true;
  }

  Added add(const Candidate& c, EventKind kind) {
    const auto [added, node] = nodes_.add(c.position, c.key);
    if (added == Added::kNew) {
      nodes_[node].reach(c.parent, c.depth, c.cost);
      run_.event(kind, c.key, node, c.parent, c.depth, c.cost, trail_.to(node), c.h);
    }
    return added;
  }
  void count_duplicate(const Candidate& c) {
    ++run_.stats.duplicates;
    run_.event(EventKind::kDuplicate, c.key, kNoNode, c.parent, c.depth, c.cost, trail_.past(c.parent, c.position),
               c.h);
  }

  Run<G, Obs>& run_;
  NodeStore<G> nodes_;
  NodeTrail<G, Obs> trail_;
  ChunkedVector<Candidate> candidates_;
  ChunkedHeap<Rank, Before> order_;
  MoveList<Move> moves_;
};

}  // namespace winnable

// The ways that events tell: moves from the start of a search to a position, as play makes them.
//
// Nodes may hold their piles in another order than play does, so a way is played again from the start and each
// move found in it. What the last event's way shares with the next one's is kept. All this happens where somebody
// watches, and only for the events that are kept; it is not counted as memory of the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "search/node_store.hpp"
#include "search/run.hpp"

namespace winnable {

// Of searches that keep nodes.
template <class G, class Obs>
class NodeTrail {
 public:
  using State = typename G::State;

  NodeTrail(const Run<G, Obs>& run, const NodeStore<G>& nodes) : run_(run), nodes_(nodes) {}

  void begin(const State& start) {
    if constexpr (Obs::kActive) stops_.push_back({0, start});
  }
  // The way to a node.
  auto to(std::uint32_t node) {
    return [this, node](Event& e) {
      go(node);
      way_.tell(e);
    };
  }
  // The way to a position that a move leads to from a node; `there` must live until the event is told.
  auto past(std::uint32_t node, const Packed<G>& there) {
    return [this, node, &there](Event& e) {
      go(node);
      step(kNoNode, there);
      way_.tell(e);
    };
  }

 private:
  struct Stop {
    std::uint32_t node;
    State state;
  };

  void go(std::uint32_t node) {
    std::vector<std::uint32_t> ahead;
    for (; !passes(node); node = nodes_[node].parent) ahead.push_back(node);
    const std::size_t steps = nodes_[node].depth;
    stops_.erase(stops_.begin() + static_cast<std::ptrdiff_t>(steps) + 1, stops_.end());
    way_.cut(steps);
    for (auto n = ahead.rbegin(); n != ahead.rend(); ++n) step(*n, nodes_[*n].position);
  }
  bool passes(std::uint32_t node) const {
    const std::uint32_t depth = nodes_[node].depth;
    return depth < stops_.size() && stops_[depth].node == node;
  }
  void step(std::uint32_t node, const Packed<G>& there) {
    auto found = run_.step_to(stops_.back().state, there);
    way_.add([&](auto& words) { spell(run_.game, stops_.back().state, found.move, words); });
    stops_.push_back({node, std::move(found.next)});
  }

  const Run<G, Obs>& run_;
  const NodeStore<G>& nodes_;
  EventWay way_;
  std::vector<Stop> stops_;  // the start, then one after each step
};

// Of depth-first searches: the line is a stack of frames, each with its position, and with the number `next` of
// the move after the one that is tried.
template <class G, class Obs>
class FrameTrail {
 public:
  explicit FrameTrail(const G& game) : game_(game) {}

  // The way by the moves that the first `steps` frames try.
  template <class Frames, class Moves>
  auto along(const Frames& frames, const Moves& moves, std::size_t steps) {
    return [this, &frames, &moves, steps](Event& e) {
      // A frame that has stayed on the line was entered by the move that the one before it still tries.
      way_.cut(std::min(steps, least_ == 0 ? 0 : least_ - 1));
      for (std::size_t i = way_.steps(); i < steps; ++i) {
        way_.add([&](auto& words) { spell(game_, frames[i].state, moves[frames[i].next - 1], words); });
      }
      least_ = frames.size();
      way_.tell(e);
    };
  }
  // The line has been cut down to so many frames.
  void fall(std::size_t frames) {
    if constexpr (Obs::kActive) least_ = std::min(least_, frames);
  }

 private:
  const G& game_;
  EventWay way_;
  std::size_t least_ = 0;  // frames on the line since the last event was told
};

}  // namespace winnable

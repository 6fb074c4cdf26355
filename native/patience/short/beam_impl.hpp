// Definitions of ShortBeam's members; included by patience/short/beam.hpp only.
#pragma once

#include <algorithm>

#include "patience/short/beam.hpp"

namespace winnable {

template <class Engine>
std::uint64_t ShortBeam<Engine>::bytes(int width) {
  const std::uint64_t w = std::uint64_t(width);
  // Two layers with room for twice their width and free variants; the trace, half as much again while it
  // grows; the table.
  return (6 * w + 256) * sizeof(Node) + 3 * kMostLayers / 2 * w * sizeof(Step) + HashSet64::bytes(4 * kLayers * w);
}

template <class Engine>
void ShortBeam<Engine>::autoplay(PatienceState& s, BoundTally& t, Autoplay policy) {
  while (const auto m = engine_.autoplay(s, policy)) bound_.play(s, t, *m);
}

template <class Engine>
typename ShortBeam<Engine>::End ShortBeam<Engine>::run(const PatienceState& start, int width, int fewer_than,
                                                       const ShortWeights& weights, Budget& budget) {
  width_ = width;
  fewer_than_ = fewer_than;
  score_.emplace(engine_, weights);
  seen_.clear(std::size_t(kLayers) * width, std::size_t(4 * kLayers) * width);
  trace_.clear();
  layer_.clear();
  next_.clear();
  Node root;
  root.state = start;
  root.tally = bound_.tally(start);
  autoplay(root.state, root.tally, policy_);
  root.bound = std::uint8_t(bound_.bound(root.state, root.tally));
  root.parent = kRoot;
  if (root.bound >= fewer_than) return End::kNone;
  if (root.bound == 0) {
    finish(start, kRoot, 0);
    return End::kFound;
  }
  seen_.insert(root.state.key.lo);
  layer_.push_back(root);
  for (int extra = 0; !layer_.empty(); ++extra) {
    if (!may_trace(2 * layer_.size() + 1)) return End::kNone;
    open_layer();
    for (std::size_t i = 0; i < layer_.size(); ++i) {
      if (!budget.spend()) return End::kStopped;
      if (expand(i, extra) == End::kFound) {
        finish(start, std::uint32_t(trace_.size() - 1), extra + 1);
        return End::kFound;
      }
    }
    close_layer();
  }
  return End::kNone;
}

// Makes room for the positions of a layer and their free variants; false: that is more than it may hold.
template <class Engine>
bool ShortBeam<Engine>::may_trace(std::size_t positions) {
  const std::size_t most = std::size_t(kMostLayers) * std::size_t(width_);
  const std::size_t needed = trace_.size() + positions;
  if (needed > most) return false;
  if (needed > trace_.capacity()) trace_.reserve(std::min(most, std::max(needed, 2 * trace_.capacity())));
  return true;
}

template <class Engine>
void ShortBeam<Engine>::open_layer() {
  next_.clear();
  histogram_.fill(0);
  cut_ = kScores - 1;
  kept_ = 0;
}

template <class Engine>
typename ShortBeam<Engine>::End ShortBeam<Engine>::expand(std::size_t index, int extra) {
  const std::uint32_t self = std::uint32_t(trace_.size());
  trace_.push_back({layer_[index].parent, layer_[index].move});
  engine_.legal_moves(layer_[index].state, legal_);
  bool home = false;
  children_.clear();
  for (const PatienceMove& m : legal_) {
    if (is_home(m.to)) {
      home = true;
    } else if (!is_home(m.from)) {
      child(layer_[index], m, self);
    }
  }
  for (Node& c : children_) {
    if (judge(c, extra + 1)) {
      trace_.push_back({self, c.move});
      return End::kFound;
    }
  }
  if (home) all_home(layer_[index], self);
  return End::kNone;
}

// Adds what the move leads to to children_, unless it is surely of no use.
template <class Engine>
void ShortBeam<Engine>::child(const Node& node, const PatienceMove& m, std::uint32_t self) {
  Node& c = children_.emplace_back(node);
  bound_.play(c.state, c.tally, m);
  ++generated_;
  // The only card newly able to leave is the one that the move uncovered.
  if (is_column(m.from)) {
    const Card uncovered = c.state.top[m.from];
    if (uncovered != kNoCard && engine_.safe_home(c.state, uncovered, policy_)) {
      autoplay(c.state, c.tally, policy_);
    }
  }
  c.partial = std::int16_t(score_->partial(c.state, c.tally));
  // One extra move seldom lowers the bound by more than one.
  if (!useful(score_->full(c.partial, std::max<int>(c.tally.forced_moves, node.bound - 1)))) {
    children_.pop_back();
    return;
  }
  seen_.prefetch(c.state.key.lo);
  c.parent = self;
  c.move = m;
}

// Keeps the position for the next layer if it is good enough. True: it wins.
template <class Engine>
bool ShortBeam<Engine>::judge(Node& c, int extra) {
  if (seen_.contains(c.state.key.lo)) {
    ++duplicates_;
    return false;
  }
  const int bound = bound_.bound(c.state, c.tally);
  if (extra + bound >= fewer_than_) return false;
  if (bound == 0) return true;
  c.score = std::int16_t(score_->full(c.partial, bound));
  if (!useful(c.score)) return false;
  seen_.insert(c.state.key.lo);
  c.bound = std::uint8_t(bound);
  keep(c);
  return false;
}

template <class Engine>
void ShortBeam<Engine>::all_home(const Node& node, std::uint32_t self) {
  Node c = node;
  c.move = *engine_.autoplay(c.state, Autoplay::kMax);
  autoplay(c.state, c.tally, Autoplay::kMax);
  if (!seen_.insert(c.state.key.lo)) return;
  c.parent = self;
  layer_.push_back(c);
}

template <class Engine>
void ShortBeam<Engine>::keep(const Node& node) {
  next_.push_back(node);
  ++histogram_[node.score];
  ++kept_;
  while (kept_ - histogram_[cut_] >= width_) kept_ -= histogram_[cut_--];
  if (next_.size() >= 2 * std::size_t(width_) + 64) {
    std::erase_if(next_, [this](const Node& n) { return n.score > cut_; });
  }
}

// The next layer becomes the layer, best first: then the cut of the one after sinks sooner.
template <class Engine>
void ShortBeam<Engine>::close_layer() {
  int start = 0;
  for (int score = 0; score <= cut_; ++score) start += std::exchange(histogram_[score], start);
  layer_.resize(std::size_t(std::min(start, width_)));
  for (const Node& n : next_) {
    if (n.score > cut_) continue;
    const int place = histogram_[n.score]++;
    if (place < width_) layer_[place] = n;
  }
}

// Replays the path to trace_[last] (kRoot: the start) and sends everything home.
template <class Engine>
void ShortBeam<Engine>::finish(const PatienceState& start, std::uint32_t last, int extra) {
  std::vector<PatienceMove> path;
  if (last != kRoot) {
    for (std::uint32_t i = last; trace_[i].parent != kRoot; i = trace_[i].parent) path.push_back(trace_[i].move);
  }
  std::reverse(path.begin(), path.end());
  PatienceState s = start;
  moves_.clear();
  const auto make = [&](const PatienceMove& m) {
    engine_.apply(s, m);
    moves_.push_back(m);
  };
  const auto make_all = [&](Autoplay policy) {
    while (const auto m = engine_.autoplay(s, policy)) make(*m);
  };
  make_all(policy_);
  for (const PatienceMove& m : path) {
    make(m);
    make_all(is_home(m.to) ? Autoplay::kMax : policy_);
  }
  make_all(Autoplay::kMax);
  extra_ = extra;
}

}  // namespace winnable

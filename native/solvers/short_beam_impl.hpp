// Definitions of ShortBeam's members; included by solvers/short_beam.hpp only.
#pragma once

#include "solvers/short_beam.hpp"

namespace winnable {

template <class Engine>
std::uint64_t ShortBeam<Engine>::bytes(int width) {
  const std::uint64_t w = std::uint64_t(width);
  // Two layers with room for twice their width and free variants, the trace, the table.
  return (6 * w + 256) * sizeof(Node) + 4 * kLayers * w * sizeof(Step) + HashSet64::bytes(4 * kLayers * w);
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
  seen_.clear(std::size_t(kLayers) * width);
  trace_.clear();
  layer_.clear();
  next_.clear();
  Node root;
  root.state = start;
  root.tally = bound_.tally(start);
  autoplay(root.state, root.tally, Autoplay::kSafe);
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
  for (const PatienceMove& m : legal_) {
    if (is_home(m.to)) {
      home = true;
    } else if (!is_home(m.from) && child(layer_[index], m, self, extra)) {
      trace_.push_back({self, m});
      return End::kFound;
    }
  }
  if (home) all_home(layer_[index], self);
  return End::kNone;
}

// True: this extra move wins.
template <class Engine>
bool ShortBeam<Engine>::child(const Node& node, const PatienceMove& m, std::uint32_t self, int extra) {
  Node& c = scratch_;
  c.state = node.state;
  c.tally = node.tally;
  bound_.play(c.state, c.tally, m);
  ++generated_;
  // The only card newly able to leave is the one that the move uncovered.
  if (is_column(m.from)) {
    const Card uncovered = c.state.top[m.from];
    if (uncovered != kNoCard && engine_.safe_home(c.state, uncovered, Autoplay::kSafe)) {
      autoplay(c.state, c.tally, Autoplay::kSafe);
    }
  }
  if (seen_.contains(c.state.key.lo)) {
    ++duplicates_;
    return false;
  }
  // One extra move seldom lowers the bound by more than one.
  const int partial = score_->partial(c.state, c.tally);
  if (!useful(score_->full(partial, std::max<int>(c.tally.forced_moves, node.bound - 1)))) return false;
  const int bound = bound_.bound(c.state, c.tally);
  if (extra + 1 + bound >= fewer_than_) return false;
  if (bound == 0) return true;
  c.score = std::int16_t(score_->full(partial, bound));
  if (!useful(c.score)) return false;
  seen_.insert(c.state.key.lo);
  c.bound = std::uint8_t(bound);
  c.parent = self;
  c.move = m;
  keep(c);
  return false;
}

template <class Engine>
void ShortBeam<Engine>::all_home(const Node& node, std::uint32_t self) {
  Node& c = scratch_;
  c.state = node.state;
  c.tally = node.tally;
  c.move = *engine_.autoplay(c.state, Autoplay::kMax);
  autoplay(c.state, c.tally, Autoplay::kMax);
  if (!seen_.insert(c.state.key.lo)) return;
  c.bound = node.bound;
  c.score = node.score;
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

template <class Engine>
void ShortBeam<Engine>::close_layer() {
  int over = kept_ - width_;
  std::erase_if(next_, [&](const Node& n) { return n.score > cut_ || (n.score == cut_ && over-- > 0); });
  // Best first: the next layer's cut sinks sooner.
  std::sort(next_.begin(), next_.end(), [](const Node& a, const Node& b) { return a.score < b.score; });
  layer_.swap(next_);
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
  make_all(Autoplay::kSafe);
  for (const PatienceMove& m : path) {
    make(m);
    make_all(is_home(m.to) ? Autoplay::kMax : Autoplay::kSafe);
  }
  make_all(Autoplay::kMax);
  extra_ = extra;
}

}  // namespace winnable

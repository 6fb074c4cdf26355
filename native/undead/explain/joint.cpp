#include "undead/explain/joint.hpp"

#include <algorithm>
#include <tuple>

namespace winnable::ladder {

Effect Joint::run(std::span<const Line* const> lines, const std::array<int, 3>* totals, const Masks& masks,
                  std::vector<Cut>& cuts) {
  cuts.clear();
  gather(lines, masks);
  bool matter = totals == nullptr;
  if (totals != nullptr && !aim_at_totals(*totals, masks, matter)) return Effect::kBroken;
  if (!matter) return Effect::kNothing;
  for (const int goal : goal_) {
    if (goal < 0) return Effect::kBroken;
  }
  if (!finish()) return pass_over();
  if (!forward()) return nodes_.size() > kMostNodes ? pass_over() : Effect::kBroken;
  backward();
  cut_layers(cuts);
  if (totals != nullptr) cut_outside(masks, cuts);
  std::ranges::sort(cuts, {}, &Cut::cell);
  return cuts.empty() ? Effect::kNothing : Effect::kCuts;
}

void Joint::cut_layers(std::vector<Cut>& cuts) const {
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const Layer& l = layers_[i];
    if (l.support != l.mask) cuts.push_back({l.cell, l.mask, l.support});
  }
}

void Joint::cut_outside(const Masks& masks, std::vector<Cut>& cuts) const {
  std::array<Candidates, 8> left{};
  bool any = false;
  for (Candidates mask = 1; mask < 8; ++mask) {
    left[mask] = is_single(mask) ? mask : outside_support(mask);
    any = any || left[mask] != mask;
  }
  if (!any) return;
  for (std::size_t c = 0; c < masks.size(); ++c) {
    const Candidates mask = masks[c];
    if (on_line_[c] == 0 && left[mask] != mask) cuts.push_back({static_cast<int>(c), mask, left[mask]});
  }
}

// What a cell with these candidates can hold for some filling of the lines. By Hall's theorem one more cell
// can be of a kind if the others leave room for it, and if no third kind needs the cell.
Candidates Joint::outside_support(Candidates mask) const {
  Candidates out = 0;
  for (std::size_t n = layers_.back().begin; n < nodes_.size(); ++n) {
    std::array<int, 3> count{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = kFirstTotal + k;
      count[k] = goal_[at] - (static_cast<int>(nodes_[n] >> (9 * at)) & kMostField);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      if (!has(mask, k) || (matters_[k] && count[k] >= most_[k])) continue;
      bool free = true;
      for (std::size_t other = 0; other < 3; ++other) {
        if (other != k && has(mask, other) && matters_[other] && count[other] <= least_[other]) free = false;
      }
      if (free) out = static_cast<Candidates>(out | (1U << k));
    }
  }
  return out;
}

// One layer for each open cell; what is filled in is taken off the goals.
void Joint::gather(std::span<const Line* const> lines, const Masks& masks) {
  layers_.clear();
  goal_ = {};
  slack_ = {};
  inside_ = {};
  layer_of_.assign(masks.size(), -1);
  on_line_.assign(masks.size(), 0);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = *lines[i];
    for (int side = 0; side < 2; ++side) goal_[2 * i + side] = line.known[side] ? line.target[side] : 0;
    for (const LineCell& c : line.cells) {
      std::int32_t& at = layer_of_[c.cell];
      if (at < 0) {
        at = static_cast<std::int32_t>(layers_.size());
        layers_.push_back({.cell = c.cell, .mask = masks[c.cell]});
        on_line_[c.cell] = 1;
        ++inside_[masks[c.cell]];
      }
      Layer& layer = layers_[static_cast<std::size_t>(at)];
      layer.lines = static_cast<std::uint8_t>(layer.lines | (1U << i));
      for (int side = 0; side < 2; ++side) {
        if (!line.known[side]) continue;
        for (int k = 0; k < 3; ++k) layer.adds[k] += field(c.adds[side][k], static_cast<int>(2 * i) + side);
      }
    }
  }
  for (const Layer& l : layers_) {
    if (!is_single(l.mask)) continue;
    const Node adds = l.adds[static_cast<std::size_t>(std::countr_zero(l.mask))];
    for (int f = 0; f < kFirstTotal; ++f) goal_[f] -= static_cast<int>(adds >> (9 * f)) & kMostField;
  }
  std::erase_if(layers_, [](const Layer& l) { return is_single(l.mask); });
}

// How many of each kind the lines' open cells may hold, for all that the other cells can take or need. By
// Hall's theorem single kinds are enough: two kinds together are what the third leaves. False: too many or
// too few.
bool Joint::aim_at_totals(const std::array<int, 3>& totals, const Masks& masks, bool& matter) {
  std::array<std::int32_t, 8> outside = masks.tally();
  for (std::size_t c = 0; c < 8; ++c) outside[c] -= inside_[c];
  for (int k = 0; k < 3; ++k) {
    const Candidates kind = static_cast<Candidates>(1U << k);
    int can = 0;
    int others = 0;
    for (Candidates c = 1; c < 8; ++c) {
      if (!has(c, k)) continue;
      if (!is_single(c)) can += inside_[c];
      others += outside[c];
    }
    const int most = totals[k] - outside[kind] - inside_[kind];
    const int least = totals[k] - others - inside_[kind];
    if (most < 0 || least > can) return false;
    most_[k] = most;
    least_[k] = least;
    matters_[k] = most <= can || least >= 0;
    if (!matters_[k]) continue;
    matter = true;
    const int at = kFirstTotal + k;
    goal_[at] = std::min(most, can);
    slack_[at] = goal_[at] - std::max(least, 0);
    for (Layer& l : layers_) l.adds[k] += field(1, at);
  }
  return true;
}

// Like cells next to each other, and the bounds of what is still to come. False: numbers too large.
bool Joint::finish() {
  // The first line's own cells, those on both lines, the second line's own: so the first line is done with
  // before the second begins.
  constexpr std::array<std::uint8_t, 4> kTurn = {0, 0, 2, 1};
  std::ranges::sort(layers_, [&](const Layer& a, const Layer& b) {
    return std::tuple(kTurn[a.lines], a.adds, a.mask, a.cell) < std::tuple(kTurn[b.lines], b.adds, b.mask, b.cell);
  });
  layers_.push_back({});
  std::array<int, kFields> least{};
  std::array<int, kFields> most = slack_;
  for (std::size_t i = layers_.size(); i-- > 0;) {
    Layer& l = layers_[i];
    for (int f = 0; f < kFields; ++f) {
      if (l.mask != 0) {
        int low = kMostField;
        int high = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          if (!has(l.mask, k)) continue;
          const int adds = static_cast<int>(l.adds[k] >> (9 * f)) & kMostField;
          low = std::min(low, adds);
          high = std::max(high, adds);
        }
        least[f] += low;
        most[f] += high;
      }
      if (most[f] > kMostField) return false;
      l.least += field(least[f], f);
      l.most += field(most[f], f);
    }
  }
  return true;
}

Joint::Edge Joint::edge(const Layer& from, const Layer& to, std::size_t kind) {
  return {from.adds[kind], to.least + from.adds[kind], to.most + from.adds[kind]};
}

// False: no filling, or too many nodes.
bool Joint::forward() {
  nodes_.clear();
  Node start = 0;
  for (int f = 0; f < kFields; ++f) {
    if (goal_[f] > kMostField) return false;
    start += field(goal_[f], f);
  }
  if (!Edge{0, layers_[0].least, layers_[0].most}.has(start)) return false;
  nodes_.push_back(start);
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    layers_[i + 1].begin = nodes_.size();
    forward(layers_[i], layers_[i + 1]);
    if (nodes_.size() == layers_[i + 1].begin || nodes_.size() > kMostNodes) return false;
  }
  return true;
}

// The nodes of a layer are sorted, and so are those that one candidate leads to: they are merged.
void Joint::forward(const Layer& from, const Layer& to) {
  constexpr Node kNone = ~Node{0};
  const std::size_t end = to.begin;
  std::array<Edge, 3> edges{};
  std::array<std::size_t, 3> at{end, end, end};
  std::array<Node, 3> next{kNone, kNone, kNone};
  const auto advance = [&](std::size_t k) {
    while (at[k] < end && !edges[k].has(nodes_[at[k]])) ++at[k];
    next[k] = at[k] < end ? nodes_[at[k]] - edges[k].adds : kNone;
  };
  for (std::size_t k = 0; k < 3; ++k) {
    if (!has(from.mask, k)) continue;
    edges[k] = edge(from, to, k);
    at[k] = from.begin;
    advance(k);
  }
  for (;;) {
    const Node least = std::min({next[0], next[1], next[2]});
    if (least == kNone) return;
    nodes_.push_back(least);
    for (std::size_t k = 0; k < 3; ++k) {
      if (next[k] != least) continue;
      ++at[k];
      advance(k);
    }
  }
}

void Joint::backward() {
  alive_.assign(nodes_.size(), 0);
  std::fill(alive_.begin() + static_cast<std::ptrdiff_t>(layers_.back().begin), alive_.end(), 1);
  for (std::size_t i = layers_.size() - 1; i-- > 0;) {
    backward(layers_[i], layers_[i + 1]);
    // Fillings may swap cells that are alike, so they have the same candidates.
    if (i + 2 < layers_.size() && layers_[i].alike(layers_[i + 1])) layers_[i].support = layers_[i + 1].support;
  }
}

void Joint::backward(Layer& from, const Layer& to) {
  const std::size_t last = &to == &layers_.back() ? nodes_.size() : (&to + 1)->begin;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!has(from.mask, k)) continue;
    const Edge e = edge(from, to, k);
    std::size_t next = to.begin;
    for (std::size_t n = from.begin; n < to.begin; ++n) {
      if (!e.has(nodes_[n])) continue;
      const Node wanted = nodes_[n] - e.adds;
      while (next < last && nodes_[next] < wanted) ++next;
      if (next == last || nodes_[next] != wanted || alive_[next] == 0) continue;
      alive_[n] = 1;
      from.support = static_cast<Candidates>(from.support | (1U << k));
    }
  }
}

}  // namespace winnable::ladder

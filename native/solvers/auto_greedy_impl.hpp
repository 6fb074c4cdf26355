// Definitions of Greedy's members; included by auto_greedy.hpp only.
#pragma once

#include "solvers/auto_greedy.hpp"

namespace winnable::auto_solver {

template <class Engine>
void Greedy<Engine>::weigh_start() {
  const StartTables& d = *deal_;
  const Weights& w = weights_;
  for (Card c = 0; c < kDeck; ++c) {
    pile_weight_[c] = std::int16_t(w.breaks * d.breaks[c] + w.block * d.blocks[c] + w.inversion * d.inversions[c] +
                                   w.built * d.built[c] + w.split * d.splits[c]);
  }
}

// Of a card built, directly or not, on a column's anchor. The cards between are of higher rank,
// so nothing beneath but the anchor's pile matters.
template <class Engine>
int Greedy<Engine>::weight_on(Card c, std::uint8_t on, Card anchor) const {
  const int lower = deal_->lower[anchor][rank_of(c)];
  int weight = weights_.built + weights_.inversion * lower + (lower != 0 ? weights_.block : 0);
  if (rules_.runs_split && on < kDeck && (rules_.lift[c] & bit(on)) == 0) weight += weights_.split;
  return weight;
}

template <class Engine>
void Greedy<Engine>::weigh_columns(Node& node) const {
  const StartTables& d = *deal_;
  const State& s = node.state;
  int sum = 0;
  for (int k = 0; k < engine_.rules().columns; ++k) {
    std::uint8_t c = s.top[k];
    while (c < kDeck && !(d.column[c] == k && d.anchored[c] && s.below[c] == d.below[c])) c = s.below[c];
    const Card anchor = c < kDeck ? Card(c) : kNoAnchor;
    node.anchor[k] = anchor;
    if (anchor != kNoAnchor) sum += pile_weight_[anchor];
    for (c = s.top[k]; c < kDeck && c != anchor; c = s.below[c]) sum += weight_on(c, s.below[c], anchor);
  }
  node.tableau = std::int16_t(sum);
}

// A column's last card goes; called before the links change.
template <class Engine>
void Greedy<Engine>::take(Node& node, int column, Card c) const {
  Card& anchor = node.anchor[column];
  if (c != anchor) {
    node.tableau = std::int16_t(node.tableau - weight_on(c, node.state.below[c], anchor));
    return;
  }
  const std::uint8_t under = deal_->below[c];
  int change = -pile_weight_[c];
  if (under < kDeck) change += pile_weight_[under];
  node.tableau = std::int16_t(node.tableau + change);
  anchor = under < kDeck ? deal_->anchor[under] : kNoAnchor;
}

// All safe home moves after a move; before it there were none. A move that sends nothing home
// makes none possible but that of the card it uncovers.
template <class Engine>
void Greedy<Engine>::autoplay(Node& node, const Move& made) const {
  State& s = node.state;
  if (!is_home(made.to)) {
    if (!is_column(made.from)) return;
    const Card c = s.top[made.from];
    if (c == kNoCard || !engine_.safe_home(s, c, Autoplay::kSafe)) return;
  }
  while (const auto m = engine_.autoplay(s, Autoplay::kSafe)) {
    if (is_column(m->from)) take(node, m->from, s.top[m->from]);
    engine_.apply(s, *m);
  }
}

// How many cards lie on a card, unless it has moved: cards on a moved one move with it.
template <class Engine>
int Greedy<Engine>::above(const Node& node, Card c) const {
  const StartTables& d = *deal_;
  const int k = d.column[c];
  const Card anchor = node.anchor[k];
  const int in_place = int(d.pile[anchor] >> c & 1);
  return in_place * (d.height[anchor] - d.height[c] + rank_of(anchor) - rank_of(node.state.top[k]));
}

template <class Engine>
int Greedy<Engine>::score(const Node& node) const {
  const State& s = node.state;
  const Weights& w = weights_;
  int home = 0;
  int low = kRanks;
  int high = 0;
  int sum = node.tableau + w.move * node.depth + kOffset;
  for (int suit = 0; suit < kSuits; ++suit) {
    const int n = s.home[suit];
    home += n;
    low = n < low ? n : low;
    high = n > high ? n : high;
    sum += w.depth * above(node, make_card(n, suit)) + w.later * above(node, make_card(n + 1, suit));
  }
  const int cells = engine_.rules().cells - engine_.empty_cells(s);
  const int empty_columns = engine_.empty_columns(s);
  const int spare = engine_.rules().cells - cells + empty_columns;
  if (spare == 0) sum += w.last_cell;
  if (spare == 1) sum += w.last_cell / 2;
  return sum + w.away * (kDeck - home) + w.cell * cells - w.column * empty_columns + w.spread * (high - low);
}

template <class Engine>
bool Greedy<Engine>::seen(std::uint64_t key) {
  const std::uint32_t tag = std::uint32_t(key >> 32) | 1;
  for (std::size_t i = tag >> 1 & mask_;; i = (i + 1) & mask_) {
    if (table_[i] == tag) return true;
    if (table_[i] != 0) continue;
    table_[i] = tag;
    if (++filled_ * 2 > mask_ && mask_ + 1 < table_.size()) widen();
    return false;
  }
}

template <class Engine>
void Greedy<Engine>::widen() {
  const std::vector<std::uint32_t> old(table_.begin(), table_.begin() + std::ptrdiff_t(mask_ + 1));
  mask_ = std::min(table_.size(), (mask_ + 1) * 4) - 1;
  std::fill_n(table_.begin(), mask_ + 1, 0);
  for (const std::uint32_t tag : old) {
    if (tag == 0) continue;
    std::size_t i = tag >> 1 & mask_;
    while (table_[i] != 0) i = (i + 1) & mask_;
    table_[i] = tag;
  }
}

template <class Engine>
void Greedy<Engine>::push(std::int32_t node, int score) {
  score = std::clamp(score, 0, kBuckets - 1);
  pool_[node].next = bucket_[score];
  bucket_[score] = node;
  if (score < best_) best_ = score;
}

// What a move changes in the columns' share of the score; called before it is made.
template <class Engine>
void Greedy<Engine>::reweigh(Node& node, const State& before, const Move& move, Card card) const {
  Card c = is_column(move.from) ? before.top[move.from] : card;
  for (int i = 0; i < move.count; ++i) {
    if (is_column(move.to)) {
      const std::uint8_t on = c == card ? before.top[move.to] : before.below[c];
      node.tableau = std::int16_t(node.tableau + weight_on(c, on, node.anchor[move.to]));
    }
    if (is_column(move.from)) take(node, move.from, c);
    c = before.below[c];
  }
}

// `card`, the deepest that moves, gets the link `link`.
template <class Engine>
void Greedy<Engine>::emit(std::int32_t at, Move move, Card card, std::uint8_t link) {
  if (used_ >= limit_) return;
  const Node& parent = pool_[at];
  const State& before = parent.state;
  ++generated_;
  // Positions before and after autoplay are noted alike: one known needs no second look.
  if (seen(before.key.lo ^ kLinkKeys[card][before.below[card]].lo ^ kLinkKeys[card][link].lo)) return;
  Node& child = pool_[used_];
  child = parent;
  const bool runs = engine_.rules().leave == Leave::kRuns;
  if (!runs) reweigh(child, before, move, card);
  engine_.apply(child.state, move);
  if (runs) {
    weigh_columns(child);
  } else {
    const int home = child.state.home[0] + child.state.home[1] + child.state.home[2] + child.state.home[3];
    autoplay(child, move);
    const State& s = child.state;
    if (s.home[0] + s.home[1] + s.home[2] + s.home[3] != home && seen(s.key.lo)) return;
  }
  child.parent = at;
  child.move = move;
  child.depth = std::uint16_t(parent.depth + 1);
  const std::int32_t node = std::int32_t(used_++);
  if (engine_.won(child.state)) goal_ = node;
  push(node, score(child));
}

template <class Engine>
typename Greedy<Engine>::View Greedy<Engine>::look(const State& s) const {
  const PatienceRules& r = engine_.rules();
  View v;
  for (int k = r.columns - 1; k >= 0; --k) {
    if (s.top[k] == kNoCard) {
      ++v.empty_columns;
      v.empty_column = k;
    } else {
      v.exposed |= bit(s.top[k]);
      v.column[s.top[k]] = std::uint8_t(k);
    }
  }
  for (int k = r.cells - 1; k >= 0; --k) {
    if (s.cell[k] != kNoCard) continue;
    ++v.empty_cells;
    v.empty_cell = k;
  }
  return v;
}

// Cards that make a group with the one beneath stay there rather than go to a cell or an empty column.
template <class Engine>
void Greedy<Engine>::from_column(std::int32_t at, const View& v, int k) {
  const State& s = pool_[at].state;
  std::array<Card, kRanks> group;
  const int length = engine_.run(s, k, group.data());
  const int most = std::min(length, engine_.group_limit(v.empty_cells, v.empty_columns));
  for (int n = 1; n <= most; ++n) {
    const Card c = group[n - 1];
    for (std::uint64_t to = v.exposed & (n == 1 ? rules_.single : rules_.group)[c]; to != 0; to &= to - 1) {
      const Card target = Card(lowest(to));
      emit(at, {Pile(k), v.column[target], std::uint8_t(n)}, c, target);
    }
  }
  const Card top = group[0];
  if (engine_.fits_home(s, top)) emit(at, {Pile(k), Pile(kFirstHome + suit_of(top)), 1}, top, kAtHome);
  if (v.empty_column >= 0) {
    const int n = std::min(length, engine_.group_limit(v.empty_cells, v.empty_columns - 1));
    const Card c = group[n - 1];
    if (s.below[c] != kOnFloor && !rules_.rests(s, c) && rules_.may_fill(c)) {
      emit(at, {Pile(k), Pile(v.empty_column), std::uint8_t(n)}, c, kOnFloor);
    }
  }
  if (v.empty_cell >= 0 && !rules_.rests(s, top)) emit(at, {Pile(k), Pile(kFirstCell + v.empty_cell), 1}, top, kInCell);
}

template <class Engine>
void Greedy<Engine>::from_cell(std::int32_t at, const View& v, int k) {
  const State& s = pool_[at].state;
  const Card c = s.cell[k];
  const Pile from = Pile(kFirstCell + k);
  for (std::uint64_t to = v.exposed & rules_.single[c]; to != 0; to &= to - 1) {
    const Card target = Card(lowest(to));
    emit(at, {from, v.column[target], 1}, c, target);
  }
  if (v.empty_column >= 0 && rules_.may_fill(c)) emit(at, {from, Pile(v.empty_column), 1}, c, kOnFloor);
  if (engine_.fits_home(s, c)) emit(at, {from, Pile(kFirstHome + suit_of(c)), 1}, c, kAtHome);
}

template <class Engine>
void Greedy<Engine>::expand(std::int32_t at) {
  const PatienceRules& r = engine_.rules();
  const View v = look(pool_[at].state);
  for (int k = 0; k < r.columns; ++k) {
    if (pool_[at].state.top[k] != kNoCard) from_column(at, v, k);
  }
  for (int k = 0; k < r.cells; ++k) {
    if (pool_[at].state.cell[k] != kNoCard) from_cell(at, v, k);
  }
}

template <class Engine>
Found Greedy<Engine>::search(const State& start, const StartTables& deal, const Weights& weights, std::size_t nodes,
                             Budget& budget) {
  deal_ = &deal;
  weights_ = weights;
  limit_ = nodes;
  weigh_start();
  if (pool_.size() < nodes) {
    pool_.resize(nodes);
    table_.resize(table_size(nodes));
  }
  mask_ = kFirstSlots - 1;
  filled_ = 0;
  std::fill_n(table_.begin(), mask_ + 1, 0);
  bucket_.fill(kNone);
  goal_ = kNone;
  generated_ = 0;
  used_ = 1;
  Node& root = pool_[0];
  root.state = start;
  root.parent = kNone;
  root.depth = 0;
  weigh_columns(root);
  seen(start.key.lo);
  best_ = kBuckets;
  push(0, score(root));
  for (;;) {
    while (best_ < kBuckets && bucket_[best_] == kNone) ++best_;
    if (best_ == kBuckets) return Found::kNothing;
    if (!budget.spend()) return Found::kStopped;
    const std::int32_t at = bucket_[best_];
    bucket_[best_] = pool_[at].next;
    expand(at);
    if (goal_ != kNone) return Found::kGoal;
    if (used_ >= limit_) return Found::kNodes;
  }
}

template <class Engine>
std::vector<PatienceMove> Greedy<Engine>::path() const {
  std::vector<Move> moves;
  for (std::int32_t at = goal_; pool_[at].parent != kNone; at = pool_[at].parent) moves.push_back(pool_[at].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

}  // namespace winnable::auto_solver

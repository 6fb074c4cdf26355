// Definitions of Greedy's members; included by patience/auto/greedy.hpp only.
#pragma once

#include <algorithm>

#include "patience/auto/greedy.hpp"

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

// What a move changes in the columns' share of the score; called before it is made.
template <class Engine>
int Greedy<Engine>::change(const Node& node, const Move& move, Card card) const {
  const State& s = node.state;
  Card c = is_column(move.from) ? s.top[move.from] : card;
  int sum = 0;
  for (int i = 0; i < move.count; ++i) {
    if (is_column(move.to)) {
      sum += weight_on(c, c == card ? s.top[move.to] : s.below[c], node.anchor[move.to]);
    }
    if (is_column(move.from)) {
      if (c != node.anchor[move.from]) {
        sum -= weight_on(c, s.below[c], node.anchor[move.from]);
      } else {
        sum -= pile_weight_[c];
        if (s.below[c] < kDeck) sum += pile_weight_[s.below[c]];
      }
    }
    c = s.below[c];
  }
  return sum;
}

// An anchor can only be the deepest card that moves: it is in no group with what it lies on.
template <class Engine>
void Greedy<Engine>::move_anchors(Node& node, const Move& move, Card card) const {
  if (!is_column(move.from) || card != node.anchor[move.from]) return;
  const std::uint8_t under = deal_->below[card];
  node.anchor[move.from] = under < kDeck ? deal_->anchor[under] : kNoAnchor;
}

// Does this move send no card home, neither itself nor by what it uncovers? Before it, no
// home move of the policy was left.
template <class Engine>
bool Greedy<Engine>::settles(const State& s, const Move& move, Card card) const {
  if (is_home(move.to) || engine_.rules().leave == Leave::kRuns) return false;
  if (!is_column(move.from)) return true;
  const std::uint8_t bare = s.below[card];
  return bare >= kDeck || !engine_.safe_home(s, Card(bare), policy_);
}

// All home moves that the policy makes after a move.
template <class Engine>
void Greedy<Engine>::autoplay(Node& node) const {
  State& s = node.state;
  while (const auto m = engine_.autoplay(s, policy_)) {
    const Card c = is_column(m->from) ? s.top[m->from] : s.cell[m->from - kFirstCell];
    node.tableau = std::int16_t(node.tableau + change(node, *m, c));
    move_anchors(node, *m, c);
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
int Greedy<Engine>::rest(const Node& node) const {
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
  return sum + w.away * (kDeck - home) + w.spread * (high - low);
}

template <class Engine>
int Greedy<Engine>::crowding(int empty_cells, int empty_columns) const {
  const Weights& w = weights_;
  const int spare = empty_cells + empty_columns;
  const int last = spare == 0 ? w.last_cell : spare == 1 ? w.last_cell / 2 : 0;
  return w.cell * (engine_.rules().cells - empty_cells) - w.column * empty_columns + last;
}

template <class Engine>
bool Greedy<Engine>::seen(std::uint64_t key) {
  const std::uint32_t tag = std::uint32_t(key >> 32) | 1;
  for (std::size_t i = tag >> 1 & mask_;; i = (i + 1) & mask_) {
    if (table_[i] == tag) return true;
    if (table_[i] != 0) continue;
    table_[i] = tag;
    if (++filled_ * 2 > mask_ && mask_ + 1 < slots_) widen();
    return false;
  }
}

template <class Engine>
void Greedy<Engine>::widen() {
  const std::vector<std::uint32_t> old(table_.begin(), table_.begin() + std::ptrdiff_t(mask_ + 1));
  mask_ = std::min(slots_, (mask_ + 1) * 4) - 1;
  std::fill_n(table_.begin(), mask_ + 1, 0);
  for (const std::uint32_t tag : old) {
    if (tag == 0) continue;
    std::size_t i = tag >> 1 & mask_;
    while (table_[i] != 0) i = (i + 1) & mask_;
    table_[i] = tag;
  }
}

template <class Engine>
void Greedy<Engine>::push(const Waiting& waiting, int score) {
  score = std::clamp(score, 0, kBuckets - 1);
  const std::int32_t i = std::int32_t(waits_++);
  waiting_[i] = waiting;
  waiting_[i].next = bucket_[score];
  bucket_[score] = i;
  if (score < best_) best_ = score;
}

template <class Engine>
std::int32_t Greedy<Engine>::make(std::int32_t parent, const Move& move, Card card) {
  const std::int32_t at = std::int32_t(used_++);
  Node& node = pool_[at];
  node = pool_[parent];
  node.parent = parent;
  node.move = move;
  ++node.depth;
  const bool runs = engine_.rules().leave == Leave::kRuns;
  if (!runs) {
    node.tableau = std::int16_t(node.tableau + change(node, move, card));
    move_anchors(node, move, card);
  }
  engine_.apply(node.state, move);
  if (runs) weigh_columns(node);
  return at;
}

template <class Engine>
void Greedy<Engine>::make_now(const View& v, const Move& move, Card card) {
  const std::int32_t at = make(v.at, move, card);
  Node& node = pool_[at];
  const std::uint64_t key = node.state.key.lo;
  autoplay(node);
  if (node.state.key.lo != key && seen(node.state.key.lo)) {
    --used_;
    return;
  }
  node.rest = rest(node);
  if (engine_.won(node.state)) goal_ = at;
  const int crowded = crowding(engine_.empty_cells(node.state), engine_.empty_columns(node.state));
  push({at, kNone, move, true}, node.rest + crowded);
}

template <class Engine>
void Greedy<Engine>::wait(const View& v, const Move& move, Card card) {
  const State& s = v.node->state;
  int score = v.node->rest + weights_.move + change(*v.node, move, card);
  int cells = v.empty_cells;
  int columns = v.empty_columns;
  if (is_column(move.from)) {
    score -= move.count * v.wanted[move.from];
    columns += s.below[card] == kOnFloor;
    if (card == v.node->anchor[move.from]) {  // one of the pile itself: no cards lie on it any more
      const int away = rank_of(card) - s.home[suit_of(card)];
      score += away == 0 ? weights_.depth : away == 1 ? weights_.later : 0;
    }
  } else {
    cells += is_cell(move.from);
  }
  if (is_column(move.to)) {
    score += move.count * v.wanted[move.to];
    columns -= s.top[move.to] == kNoCard;
  } else {
    --cells;
  }
  push({v.at, kNone, move, false}, score + crowding(cells, columns));
}

// `card`, the deepest that moves, gets the link `link`.
template <class Engine>
void Greedy<Engine>::emit(const View& v, Move move, Card card, std::uint8_t link) {
  if (full()) return;
  const State& s = v.node->state;
  ++generated_;
  // Positions before and after autoplay are noted alike: one known needs no second look.
  if (seen(s.key.lo ^ kLinkKeys[card][s.below[card]].lo ^ kLinkKeys[card][link].lo)) return;
  if (settles(s, move, card)) {
    wait(v, move, card);
  } else {
    make_now(v, move, card);
  }
}

template <class Engine>
typename Greedy<Engine>::View Greedy<Engine>::look(std::int32_t at) const {
  const PatienceRules& r = engine_.rules();
  View v;
  v.node = &pool_[at];
  v.at = at;
  const State& s = v.node->state;
  v.wanted.fill(0);
  const auto want = [&](int rank, int suit, int weight) {
    const Card c = make_card(rank, suit);
    const int k = deal_->column[c];
    if ((deal_->pile[v.node->anchor[k]] & bit(c)) != 0) v.wanted[k] += weight;
  };
  for (int suit = 0; suit < kSuits; ++suit) {
    want(s.home[suit], suit, weights_.depth);
    want(s.home[suit] + 1, suit, weights_.later);
  }
  for (int k = r.cells - 1; k >= 0; --k) {
    const Card c = s.cell[k];
    if (c == kNoCard) {
      ++v.empty_cells;
      v.empty_cell = k;
    } else {
      v.movable |= bit(c);
      v.pile[c] = Pile(kFirstCell + k);
      v.count[c] = 1;
    }
  }
  for (int k = r.columns - 1; k >= 0; --k) {
    if (s.top[k] == kNoCard) {
      ++v.empty_columns;
      v.empty_column = k;
    } else {
      look_at_column(v, k);
    }
  }
  v.limit = engine_.group_limit(v.empty_cells, v.empty_columns);
  return v;
}

template <class Engine>
void Greedy<Engine>::look_at_column(View& v, int k) const {
  std::array<Card, kRanks> group;
  const int length = engine_.run(v.node->state, k, group.data());
  for (int i = 0; i < length; ++i) {
    v.movable |= bit(group[i]);
    v.pile[group[i]] = Pile(k);
    v.count[group[i]] = std::uint8_t(i + 1);
  }
  v.deepest[k] = group[length - 1];
}

// Every move onto a column's last card.
template <class Engine>
void Greedy<Engine>::onto(const View& v, int k) {
  const Card target = v.node->state.top[k];
  for (std::uint64_t m = v.movable & rules_.takes[target]; m != 0; m &= m - 1) {
    const Card c = Card(lowest(m));
    const int n = v.count[c];
    if (n > v.limit || ((n == 1 ? rules_.single : rules_.group)[c] & bit(target)) == 0) continue;
    emit(v, {v.pile[c], Pile(k), std::uint8_t(n)}, c, target);
  }
}

// Cards that make a group with the one beneath stay there rather than go to a cell or an empty column.
template <class Engine>
void Greedy<Engine>::from_column(const View& v, int k) {
  const State& s = v.node->state;
  const Card top = s.top[k];
  if (engine_.fits_home(s, top)) emit(v, {Pile(k), Pile(kFirstHome + suit_of(top)), 1}, top, kAtHome);
  if (v.empty_column >= 0) {
    Card c = v.deepest[k];
    int n = v.count[c];
    if (n > engine_.group_limit(v.empty_cells, v.empty_columns - 1)) {
      n = engine_.group_limit(v.empty_cells, v.empty_columns - 1);
      c = top;
      for (int i = 1; i < n; ++i) c = s.below[c];
    }
    if (s.below[c] != kOnFloor && !rules_.rests(s, c) && rules_.may_fill(c)) {
      emit(v, {Pile(k), Pile(v.empty_column), std::uint8_t(n)}, c, kOnFloor);
    }
  }
  if (v.empty_cell >= 0 && !rules_.rests(s, top)) emit(v, {Pile(k), Pile(kFirstCell + v.empty_cell), 1}, top, kInCell);
}

template <class Engine>
void Greedy<Engine>::from_cell(const View& v, int k) {
  const State& s = v.node->state;
  const Card c = s.cell[k];
  const Pile from = Pile(kFirstCell + k);
  if (v.empty_column >= 0 && rules_.may_fill(c)) emit(v, {from, Pile(v.empty_column), 1}, c, kOnFloor);
  if (engine_.fits_home(s, c)) emit(v, {from, Pile(kFirstHome + suit_of(c)), 1}, c, kAtHome);
}

template <class Engine>
void Greedy<Engine>::expand(std::int32_t at) {
  const PatienceRules& r = engine_.rules();
  const View v = look(at);
  for (int k = 0; k < r.columns; ++k) {
    if (v.node->state.top[k] == kNoCard) continue;
    onto(v, k);
    from_column(v, k);
  }
  for (int k = 0; k < r.cells; ++k) {
    if (v.node->state.cell[k] != kNoCard) from_cell(v, k);
  }
}

template <class Engine>
Found Greedy<Engine>::search(const State& start, const StartTables& deal, const Weights& weights, std::size_t nodes,
                             Budget& budget) {
  deal_ = &deal;
  weights_ = weights;
  limit_ = nodes;
  slots_ = table_size(nodes);
  weigh_start();
  if (pool_.size() < nodes) {
    pool_.resize(nodes);
    waiting_.resize(nodes);
    table_.resize(table_size(nodes));
  }
  mask_ = kFirstSlots - 1;
  filled_ = 0;
  std::fill_n(table_.begin(), mask_ + 1, 0);
  bucket_.fill(kNone);
  goal_ = kNone;
  generated_ = 0;
  used_ = 1;
  waits_ = 0;
  Node& root = pool_[0];
  root.state = start;
  root.parent = kNone;
  root.depth = 0;
  weigh_columns(root);
  seen(start.key.lo);
  best_ = kBuckets;
  root.rest = rest(root);
  push({0, kNone, {}, true}, root.rest);
  for (;;) {
    while (best_ < kBuckets && bucket_[best_] == kNone) ++best_;
    if (best_ == kBuckets) return Found::kNothing;
    if (!budget.spend()) return Found::kStopped;
    const Waiting& turn = waiting_[bucket_[best_]];
    bucket_[best_] = turn.next;
    std::int32_t at = turn.node;
    if (!turn.made) {
      at = make(turn.node, turn.move, mover(pool_[turn.node].state, turn.move));
      pool_[at].rest = rest(pool_[at]);
    }
    expand(at);
    if (goal_ != kNone) return Found::kGoal;
    if (full()) return Found::kNodes;
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

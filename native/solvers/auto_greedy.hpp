// The incomplete phase: best-first search with a weighted sum of cheap features.
#pragma once

#include <algorithm>
#include <vector>

#include "core/limits.hpp"
#include "solvers/auto_tables.hpp"

namespace winnable::auto_solver {

// What a feature costs. Tuned on Microsoft deals 100001..110000.
struct Weights {
  int away = 8;         // a card not home
  int depth = 4;        // a card above one of the four that go home next
  int block = 3;        // a card above a lower rank
  int suit_block = 3;   // a card above a lower one of its suit
  int breaks = 4;       // two neighbours that do not build
  int loose = 0;        // a card built on another
  int cell = 6;         // a cell in use
  int last_cell = 10;   // the last one (and half of it the last but one)
  int column = 12;      // a column in use
  int spread = 2;       // between the highest and the lowest foundation
  int move = 2;         // a move made
  int tight = 0;
};

enum class Found : std::uint8_t { kGoal, kNothing, kNodes, kStopped };

template <class Engine>
class Greedy {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  Greedy(const Engine& engine, const RuleTables& rules) : engine_(engine), rules_(rules) {}

  // Up to `nodes` positions expanded. On kGoal path() is the way, without the home moves that
  // safe autoplay adds after each of its moves and before the first.
  Found search(const State& start, const StartTables& deal, const Weights& weights, std::size_t nodes, Budget& budget);
  std::vector<Move> path() const;
  std::uint64_t generated() const { return generated_; }
  std::uint64_t duplicates() const { return generated_ + 1 - used_; }
  // Memory that a search of so many positions holds.
  std::uint64_t bytes(std::size_t nodes) const {
    return std::max(pool_.size(), nodes) * sizeof(Node) + std::max(table_.size(), table_size(nodes)) * sizeof(table_[0]);
  }
  // Gives back what only large searches need.
  void trim() {
    if (pool_.size() <= kKept) return;
    pool_ = std::vector<Node>();
    table_ = std::vector<std::uint64_t>();
  }

 private:
  static constexpr int kBuckets = 1024;
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kKept = 4096;
  static constexpr std::size_t table_size(std::size_t nodes) { return std::bit_ceil(nodes * 2); }

  struct Node {
    State state;
    std::int32_t parent;
    std::int32_t next;
    Move move;
    std::uint8_t depth;
  };

  int evaluate(const State& s, int depth) const;
  void expand(std::int32_t at);
  void emit(std::int32_t at, Move move);
  bool seen(std::uint64_t key);
  void push(std::int32_t node, int score);

  const Engine& engine_;
  const RuleTables& rules_;
  const StartTables* deal_ = nullptr;
  Weights weights_;
  std::vector<Node> pool_;
  std::size_t used_ = 0;
  std::size_t limit_ = 0;
  std::vector<std::uint64_t> table_;
  std::size_t mask_ = 0;
  std::uint64_t generated_ = 0;
  std::array<std::int32_t, kBuckets> bucket_{};
  int best_ = 0;
  std::int32_t goal_ = kNone;
};

template <class Engine>
int Greedy<Engine>::evaluate(const State& s, int depth) const {
  const StartTables& d = *deal_;
  const PatienceRules& r = engine_.rules();
  const Weights& w = weights_;
  std::uint64_t need = 0;
  int home = 0;
  int low = kRanks;
  int high = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    const int n = s.home[suit];
    home += n;
    low = n < low ? n : low;
    high = n > high ? n : high;
    if (n < kRanks) need |= bit(make_card(n, suit));
  }
  int above = 0;
  int blocks = 0;
  int suit_blocks = 0;
  int breaks = 0;
  int columns = 0;
  int loose = 0;
  for (int k = 0; k < r.columns; ++k) {
    if (s.top[k] == kNoCard) continue;
    ++columns;
    std::array<Card, kDeck> up;
    int n = 0;
    std::uint8_t c = s.top[k];
    while (c < kDeck && !(d.anchored[c] && s.below[c] == d.below[c])) {
      up[n++] = c;
      c = s.below[c];
    }
    std::uint64_t mask = 0;
    int lowest_rank = kRanks;
    loose += n;
    if (c < kDeck) {
      mask = d.pile[c];
      lowest_rank = d.lowest_rank[c];
      breaks += d.breaks[c];
      blocks += d.blocks[c];
      suit_blocks += d.suit_blocks[c];
      for (std::uint64_t m = need & mask; m != 0; m &= m - 1) above += n + d.height[c] - d.height[lowest(m)];
    } else {
      --loose;
    }
    for (int i = n - 1; i >= 0; --i) {
      blocks += lowest_rank < rank_of(up[i]);
      suit_blocks += (mask & StartTables::suit_below(up[i])) != 0;
      if ((need & bit(up[i])) != 0) above += i;
    }
  }
  int cells = 0;
  for (int k = 0; k < r.cells; ++k) cells += s.cell[k] != kNoCard;
  const int spare = r.cells - cells + r.columns - columns;
  int score = w.away * (kDeck - home) + w.depth * above + w.block * blocks + w.suit_block * suit_blocks +
              w.breaks * breaks + w.cell * cells + w.column * columns + w.spread * (high - low) + w.move * depth +
              w.loose * loose;
  if (spare == 0) score += w.last_cell + w.tight * above;
  if (spare == 1) score += w.last_cell / 2;
  return score;
}

template <class Engine>
bool Greedy<Engine>::seen(std::uint64_t key) {
  key |= 1;
  for (std::size_t i = key >> 20 & mask_;; i = (i + 1) & mask_) {
    if (table_[i] == key) return true;
    if (table_[i] == 0) {
      table_[i] = key;
      return false;
    }
  }
}

template <class Engine>
void Greedy<Engine>::push(std::int32_t node, int score) {
  score = score < 0 ? 0 : score >= kBuckets ? kBuckets - 1 : score;
  pool_[node].next = bucket_[score];
  bucket_[score] = node;
  if (score < best_) best_ = score;
}

template <class Engine>
void Greedy<Engine>::emit(std::int32_t at, Move move) {
  if (used_ >= limit_) return;
  Node& child = pool_[used_];
  child.state = pool_[at].state;
  engine_.apply(child.state, move);
  while (const auto home = engine_.autoplay(child.state, Autoplay::kSafe)) engine_.apply(child.state, *home);
  ++generated_;
  if (seen(child.state.key.lo)) return;
  child.parent = at;
  child.move = move;
  child.depth = pool_[at].depth + 1;
  const std::int32_t node = std::int32_t(used_++);
  if (engine_.won(child.state)) goal_ = node;
  push(node, evaluate(child.state, child.depth));
}

template <class Engine>
void Greedy<Engine>::expand(std::int32_t at) {
  const State& s = pool_[at].state;
  const PatienceRules& r = engine_.rules();
  std::uint64_t exposed = 0;
  std::array<std::uint8_t, kDeck> column;
  int empty_columns = 0;
  int empty_column = -1;
  int empty_cells = 0;
  int empty_cell = -1;
  for (int k = r.columns - 1; k >= 0; --k) {
    if (s.top[k] == kNoCard) {
      ++empty_columns;
      empty_column = k;
    } else {
      exposed |= bit(s.top[k]);
      column[s.top[k]] = std::uint8_t(k);
    }
  }
  for (int k = r.cells - 1; k >= 0; --k) {
    if (s.cell[k] == kNoCard) {
      ++empty_cells;
      empty_cell = k;
    }
  }
  const int limit = engine_.group_limit(empty_cells, empty_columns);
  const int limit_to_empty = empty_columns == 0 ? 0 : engine_.group_limit(empty_cells, empty_columns - 1);
  std::array<Card, kRanks> group;
  for (int k = 0; k < r.columns; ++k) {
    if (s.top[k] == kNoCard) continue;
    const int length = engine_.run(s, k, group.data());
    const bool whole = s.below[group[length - 1]] >= kDeck;
    const int most = length < limit ? length : limit;
    for (int n = 1; n <= most; ++n) {
      std::uint64_t to = exposed & (n == 1 ? rules_.single : rules_.group)[group[n - 1]];
      for (; to != 0; to &= to - 1) emit(at, {Pile(k), Pile(column[lowest(to)]), std::uint8_t(n)});
    }
    const Card top = group[0];
    if (engine_.fits_home(s, top)) emit(at, {Pile(k), Pile(kFirstHome + suit_of(top)), 1});
    if (empty_column >= 0) {
      int n = length < limit_to_empty ? length : limit_to_empty;
      if (!(whole && n == length) && rules_.may_fill(group[n - 1])) {
        emit(at, {Pile(k), Pile(empty_column), std::uint8_t(n)});
      }
    }
    if (empty_cell >= 0) emit(at, {Pile(k), Pile(kFirstCell + empty_cell), 1});
  }
  for (int k = 0; k < r.cells; ++k) {
    const Card c = s.cell[k];
    if (c == kNoCard) continue;
    const Pile from = Pile(kFirstCell + k);
    for (std::uint64_t to = exposed & rules_.single[c]; to != 0; to &= to - 1) {
      emit(at, {from, Pile(column[lowest(to)]), 1});
    }
    if (empty_column >= 0 && rules_.may_fill(c)) emit(at, {from, Pile(empty_column), 1});
    if (engine_.fits_home(s, c)) emit(at, {from, Pile(kFirstHome + suit_of(c)), 1});
  }
}

template <class Engine>
Found Greedy<Engine>::search(const State& start, const StartTables& deal, const Weights& weights, std::size_t nodes,
                             Budget& budget) {
  deal_ = &deal;
  weights_ = weights;
  limit_ = nodes;
  if (pool_.size() < nodes) {
    pool_.resize(nodes);
    table_.resize(table_size(nodes));
  }
  mask_ = table_size(nodes) - 1;
  std::fill_n(table_.begin(), mask_ + 1, 0);
  bucket_.fill(kNone);
  goal_ = kNone;
  used_ = 0;
  generated_ = 0;
  Node& root = pool_[used_++];
  root.state = start;
  root.parent = kNone;
  root.depth = 0;
  best_ = kBuckets;
  push(0, evaluate(start, 0));
  for (;;) {
    while (best_ < kBuckets && bucket_[best_] == kNone) ++best_;
    if (best_ >= kBuckets) return Found::kNothing;
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

// Definitions of Proof's members; included by patience/auto/proof.hpp only.
#pragma once

#include <algorithm>

#include "patience/auto/proof.hpp"

namespace winnable::auto_solver {

template <class Engine, int kWords>
bool Proof<Engine, kWords>::home_one(State& s, std::vector<Move>* record) const {
  const PatienceRules& r = engine_.rules();
  const auto safe = [&](Card c) {
    return c != kNoCard && engine_.safe_home(s, c, policy_) && (twins_.open(s) & bit(c)) == 0;
  };
  for (int k = 0; k < r.columns; ++k) {
    const Card c = s.top[k];
    if (!safe(c)) continue;
    make(s, {Pile(k), Pile(kFirstHome + suit_of(c)), 1}, record);
    return true;
  }
  for (int k = 0; k < r.cells; ++k) {
    const Card c = s.cell[k];
    if (!safe(c)) continue;
    make(s, {Pile(kFirstCell + k), Pile(kFirstHome + suit_of(c)), 1}, record);
    return true;
  }
  return false;
}

template <class Engine, int kWords>
bool Proof<Engine, kWords>::place_one(State& s, std::vector<Move>* record) const {
  const PatienceRules& r = engine_.rules();
  for (int i = 0; i < r.cells; ++i) {
    const Card c = s.cell[i];
    if (c == kNoCard) continue;
    for (int k = 0; k < r.columns; ++k) {
      if (s.top[k] == kNoCard || (tables_.single[c] & bit(s.top[k])) == 0) continue;
      make(s, {Pile(kFirstCell + i), Pile(k), 1}, record);
      return true;
    }
  }
  return false;
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::normalise(State& s, std::vector<Move>* record) const {
  if (!placing_) return;
  while (home_one(s, record) || place_one(s, record)) {
  }
}

template <class Engine, int kWords>
bool Proof<Engine, kWords>::step(State& s, const Step& st, std::vector<Move>* record) const {
  const auto dig = [&](Pile column, int cards) {
    for (int i = 0; cards > 0; ++i) {
      if (s.cell[i] != kNoCard) continue;
      // The last card may go home: where that is forced, this is the move of a card home.
      make(s, {column, Pile(kFirstCell + i), 1}, record);
      --cards;
      if (forced_ && engine_.fits_home(s, s.top[column])) return cards == 0 && is_home(st.move.to);
    }
    return true;
  };
  if (!dig(st.move.from, st.dig_from) || !dig(st.move.to, st.dig_to)) return false;
  Move m = st.move;
  if (is_cell(m.to)) {
    int i = 0;
    while (s.cell[i] != kNoCard) ++i;
    m.to = Pile(kFirstCell + i);
  }
  if (is_home(m.to)) {
    const Card c = mover(s, m);
    if (suit_of(c) != m.to - kFirstHome) Twins::rename(s, c);
  }
  make(s, m, record);
  normalise(s, record);
  twins_.canonical(s);
  return true;
}

template <class Engine, int kWords>
typename Proof<Engine, kWords>::View Proof<Engine, kWords>::look(const State& s) const {
  const PatienceRules& r = engine_.rules();
  View v;
  for (int i = r.cells - 1; i >= 0; --i) {
    if (s.cell[i] != kNoCard) continue;
    ++v.free_cells;
    v.empty_cell = Pile(kFirstCell + i);
  }
  for (int k = r.columns - 1; k >= 0; --k) {
    v.length[k] = 0;
    if (s.top[k] == kNoCard) {
      ++v.empty_columns;
      v.empty_column = Pile(k);
      continue;
    }
    const int most = placing_ ? v.free_cells : 0;
    Card c = s.top[k];
    for (int i = 0;; ++i) {
      v.run[k][i] = c;
      v.depth[c] = std::uint8_t(i);
      v.column[c] = std::uint8_t(k);
      v.reach |= bit(c);
      v.length[k] = std::uint8_t(i + 1);
      const std::uint8_t next = s.below[c];
      if (i == most || next >= kDeck || (tables_.single[c] & bit(next)) == 0) break;
      c = next;
    }
  }
  return v;
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::to_columns(const View& v, Pile from, Card c, int dig_from, bool fill) {
  for (std::uint64_t m = tables_.single[c] & v.reach; m != 0; m &= m - 1) {
    const int target = lowest(m);
    if (v.column[target] == from || dig_from + v.depth[target] > v.free_cells) continue;
    add(from, v.column[target], 1, dig_from, v.depth[target]);
  }
  if (fill && v.empty_columns > 0 && tables_.may_fill(c)) add(from, v.empty_column, 1, dig_from, 0);
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::from_column(const State& s, const View& v, int k, int i) {
  const Card c = v.run[k][i];
  const std::uint8_t under = s.below[c];
  to_columns(v, Pile(k), c, i, under != kOnFloor);
  const bool rests = placing_ && under < kDeck && (tables_.single[c] & bit(under)) != 0;
  if (!rests && i < v.free_cells) add(Pile(k), v.empty_cell, 1, i, 0);
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::group_from_column(const State& s, const View& v, int k, int i) {
  Card c = v.run[k][i];
  for (int n = 2; n <= kRanks; ++n) {
    const std::uint8_t next = s.below[c];
    if (next >= kDeck || (tables_.lift[c] & bit(next)) == 0) return;
    c = next;
    for (std::uint64_t m = tables_.group[c] & v.reach; m != 0; m &= m - 1) {
      const int target = lowest(m);
      const int spare = v.free_cells - i - v.depth[target];
      if (v.column[target] == k || spare < 0 || n > engine_.group_limit(spare, v.empty_columns)) continue;
      add(Pile(k), v.column[target], n, i, v.depth[target]);
    }
    if (v.empty_columns == 0 || s.below[c] == kOnFloor || !tables_.may_fill(c)) continue;
    if (n <= engine_.group_limit(v.free_cells - i, v.empty_columns - 1)) add(Pile(k), v.empty_column, n, i, 0);
  }
}

// Home as what it is called, and as its twin where the names are open.
template <class Engine, int kWords>
void Proof<Engine, kWords>::add_home(const State& s, Pile from, Card c, int dig_from, std::uint64_t open) {
  if (engine_.fits_home(s, c)) add(from, Pile(kFirstHome + suit_of(c)), 1, dig_from, 0);
  const Card twin = twin_of(c);
  if ((open & bit(c)) != 0 && engine_.fits_home(s, twin)) add(from, Pile(kFirstHome + suit_of(twin)), 1, dig_from, 0);
}

// Where a card of an open pair would go home safely under either name: those two moves, and no others are needed.
template <class Engine, int kWords>
bool Proof<Engine, kWords>::home_under_both_names(const State& s, std::uint64_t open) {
  if (open == 0 || !placing_) return false;
  const PatienceRules& r = engine_.rules();
  const auto add_both = [&](Pile from, Card c) {
    if (c == kNoCard || (open & bit(c)) == 0 || !engine_.fits_home(s, twin_of(c))) return false;
    if (!engine_.safe_home(s, c, Autoplay::kSafe)) return false;
    add_home(s, from, c, 0, open);
    return true;
  };
  for (int k = 0; k < r.columns; ++k) {
    if (add_both(Pile(k), s.top[k])) return true;
  }
  for (int i = 0; i < r.cells; ++i) {
    if (add_both(Pile(kFirstCell + i), s.cell[i])) return true;
  }
  return false;
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::moves_of_raw_root() {
  MoveList<Move> all;
  engine_.legal_moves(root_, all);
  for (const Move& m : all) steps_.push_back({m, 0, 0});
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::moves(const State& s) {
  const PatienceRules& r = engine_.rules();
  const std::uint64_t open = twins_.open(s);
  if (home_under_both_names(s, open)) return;
  const View v = look(s);
  for (int k = 0; k < r.columns; ++k) {
    for (int i = 0; i < v.length[k]; ++i) {
      from_column(s, v, k, i);
      if (groups_) group_from_column(s, v, k, i);
    }
  }
  if (r.foundation_return && !forced_) {  // forced, they would go home again at once
    for (int suit = 0; suit < kSuits; ++suit) {
      if (s.home[suit] == 0) continue;
      if (s.home[suit] == 1 && !tables_.company_helps) continue;  // an ace holds nothing: no use outside
      const Pile from = Pile(kFirstHome + suit);
      to_columns(v, from, make_card(s.home[suit] - 1, suit), 0, true);
      if (v.free_cells > 0) add(from, v.empty_cell, 1, 0, 0);
    }
  }
  for (int i = 0; i < r.cells; ++i) {
    const Card c = s.cell[i];
    if (c == kNoCard) continue;
    const Pile from = Pile(kFirstCell + i);
    to_columns(v, from, c, 0, true);
    add_home(s, from, c, 0, open);
  }
  for (int k = 0; k < r.columns; ++k) {
    for (int i = 0; i < v.length[k]; ++i) {
      const Card c = v.run[k][i];
      add_home(s, Pile(k), c, i, open);
    }
  }
}

// False: no room.
template <class Engine, int kWords>
bool Proof<Engine, kWords>::push(const State& s, const Code<kWords>& code, Budget& budget) {
  if (stack_.size() == stack_.capacity()) {
    const std::size_t wider = std::max<std::size_t>(64, stack_.capacity() * 2);
    if (!budget.reserve(wider * sizeof(Frame))) return false;
    budget.release(stack_.capacity() * sizeof(Frame));
    stack_.reserve(wider);
  }
  if (steps_.capacity() - steps_.size() < 512) {
    const std::size_t wider = std::max<std::size_t>(2048, steps_.capacity() * 2);
    if (!budget.reserve(wider * sizeof(Step))) return false;
    budget.release(steps_.capacity() * sizeof(Step));
    steps_.reserve(wider);
  }
  stack_.push_back({s, code, std::uint32_t(steps_.size()), 0});
  if (raw_root_ && stack_.size() == 1) {
    moves_of_raw_root();
  } else {
    moves(s);
  }
  stack_.back().next = std::uint32_t(steps_.size());
  return true;
}

template <class Engine, int kWords>
void Proof<Engine, kWords>::clear(Budget& budget) {
  budget.release(known_.bytes() + stack_.capacity() * sizeof(Frame) + steps_.capacity() * sizeof(Step));
  known_.clear();
  stack_ = std::vector<Frame>();
  steps_ = std::vector<Step>();
}

template <class Engine, int kWords>
Found Proof<Engine, kWords>::search(Budget& budget, std::uint64_t most, Stats& stats) {
  if (known_.size() == 0) {
    const Code<kWords> code = coder_.start_code();
    if (known_.insert(code, budget) == CodeSet<kWords>::Insert::kNoRoom) return Found::kStopped;
    if (!budget.spend() || !push(root_, code, budget)) return Found::kStopped;
    if (engine_.won(root_)) return Found::kGoal;
  }
  while (!stack_.empty()) {
    if (most != 0 && known_.size() >= most) return Found::kNodes;
    Frame& frame = stack_.back();
    if (frame.next == frame.first) {
      steps_.resize(frame.first);
      stack_.pop_back();
      ++stats.backtracks;
      continue;
    }
    const Step st = steps_[--frame.next];
    State child = frame.state;
    if (!step(child, st, nullptr)) continue;
    ++stats.generated;
    const Code<kWords> child_code = coder_.code(child);
    switch (known_.insert(child_code, budget)) {
      case CodeSet<kWords>::Insert::kNoRoom: return Found::kStopped;
      case CodeSet<kWords>::Insert::kKnown: ++stats.duplicates; continue;
      case CodeSet<kWords>::Insert::kNew: break;
    }
    if (!budget.spend() || !push(child, child_code, budget)) return Found::kStopped;
    if (stack_.size() > stats.depth) stats.depth = stack_.size();
    if (engine_.won(child)) return Found::kGoal;
  }
  return Found::kNothing;
}

template <class Engine, int kWords>
std::vector<PatienceMove> Proof<Engine, kWords>::path() const {
  std::vector<Move> out = root_moves_;
  State s = root_;
  for (std::size_t i = 0; i + 1 < stack_.size(); ++i) step(s, steps_[stack_[i].next], &out);
  return out;
}

}  // namespace winnable::auto_solver

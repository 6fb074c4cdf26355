// Definitions of Tidy's members; included by patience/auto/tidy.hpp only.
#pragma once

#include <algorithm>

#include "patience/auto/tidy.hpp"

namespace winnable::auto_solver {

template <class Engine>
void Tidy<Engine>::replay(const State& start, const std::vector<Move>& moves) {
  states_.resize(moves.size() + 1);
  states_[0] = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    states_[i + 1] = states_[i];
    engine_.apply(states_[i + 1], moves[i]);
  }
}

// After moves went from between position i and what was position j + 1.
template <class Engine>
void Tidy<Engine>::replay_from(std::size_t i, std::size_t j, const std::vector<Move>& moves) {
  const std::size_t gone = states_.size() - 1 - moves.size();
  states_.erase(states_.begin() + std::ptrdiff_t(i + 1), states_.begin() + std::ptrdiff_t(i + 1 + gone));
  for (std::size_t k = i; k + gone < j; ++k) {
    states_[k + 1] = states_[k];
    engine_.apply(states_[k + 1], moves[k]);
  }
}

template <class Engine>
typename Tidy<Engine>::Slot& Tidy<Engine>::slot(std::uint64_t key) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = key & mask;
  while (slots_[i].at >= 0 && slots_[i].key != key) i = (i + 1) & mask;
  return slots_[i];
}

template <class Engine>
std::uint64_t Tidy<Engine>::key_after(const State& s, const Move& m) const {
  if (engine_.rules().leave == Leave::kRuns) return engine_.play_unchecked(s, m).key.lo;
  const Card c = mover(s, m);
  std::uint8_t link = kAtHome;
  if (is_cell(m.to)) link = kInCell;
  if (is_column(m.to)) link = s.top[m.to] == kNoCard ? kOnFloor : s.top[m.to];
  return s.key.lo ^ kLinkKeys[c][s.below[c]].lo ^ kLinkKeys[c][link].lo;
}

// Shortest way from the first to the last position over single moves between positions of the
// solution. A position met again counts as one.
template <class Engine>
bool Tidy<Engine>::shortcuts(std::vector<Move>& moves) {
  const std::size_t n = moves.size();
  slots_.assign(std::bit_ceil(4 * (n + 1)), {});
  std::vector<Way> way(n + 1);
  way[n] = {0, -1, {}};
  slot(states_[n].key.lo) = {states_[n].key.lo, std::int32_t(n)};
  for (std::size_t i = n; i-- > 0;) {
    const State& s = states_[i];
    Slot& known = slot(s.key.lo);
    if (known.at >= 0) {
      way[i] = way[known.at];
      continue;
    }
    way[i] = {way[i + 1].left + 1, std::int32_t(i + 1), moves[i]};
    engine_.legal_moves(s, candidates_);
    for (const Move& m : candidates_) {
      const Slot& found = slot(key_after(s, m));
      if (found.at < 0 || way[found.at].left + 1 >= way[i].left) continue;
      way[i] = {way[found.at].left + 1, found.at, m};
    }
    known = {s.key.lo, std::int32_t(i)};
  }
  if (way[0].left == std::int32_t(n)) return false;
  // Positions are equal up to the order of piles: follow the way by links, not by pile numbers.
  scratch_.clear();
  State s = states_[0];
  for (std::int32_t at = 0; way[at].left > 0; at = way[at].next) {
    const std::uint64_t key = states_[way[at].next].key.lo;
    engine_.legal_moves(s, candidates_);
    const auto found =
        std::find_if(candidates_.begin(), candidates_.end(), [&](const Move& m) { return key_after(s, m) == key; });
    if (found == candidates_.end()) return false;
    scratch_.push_back(*found);
    engine_.apply(s, *found);
  }
  moves = scratch_;
  return true;
}

template <class Engine>
bool Tidy<Engine>::allowed(const State& s, const Move& m) const {
  const int cells = engine_.empty_cells(s);
  int columns = engine_.empty_columns(s);
  Card card;
  if (is_column(m.from)) {
    card = s.top[m.from];
    if (card == kNoCard) return false;
    for (int i = 1; i < m.count; ++i) {
      const std::uint8_t next = s.below[card];
      if (next >= kDeck || (tables_.lift[card] & bit(next)) == 0) return false;
      card = next;
    }
  } else if (is_cell(m.from)) {
    card = s.cell[m.from - kFirstCell];
    if (card == kNoCard) return false;
  } else {
    if (s.home[m.from - kFirstHome] == 0) return false;
    card = mover(s, m);
  }
  if (is_home(m.to)) return m.count == 1 && m.to - kFirstHome == suit_of(card) && engine_.fits_home(s, card);
  if (is_cell(m.to)) return m.count == 1 && s.cell[m.to - kFirstCell] == kNoCard;
  const Card target = s.top[m.to];
  if (target == kNoCard) {
    if (!tables_.may_fill(card)) return false;
    --columns;
  } else if (((m.count == 1 ? tables_.single : tables_.group)[card] & bit(target)) == 0) {
    return false;
  }
  return m.count <= engine_.group_limit(cells, columns);
}

// Does the way from position i to position j + 1, with these first and last moves instead (null:
// left out), still get there?
template <class Engine>
bool Tidy<Engine>::arrives(State s, const std::vector<Move>& moves, std::size_t i, std::size_t j, const Move* first,
                           const Move* last) {
  const auto go = [&](const Move& m) {
    if (!allowed(s, m)) return false;
    engine_.apply(s, m);
    return true;
  };
  if (first != nullptr && !go(*first)) return false;
  for (std::size_t k = i + 1; k < j; ++k) {
    if (!go(moves[k])) return false;
  }
  if (last != nullptr && !go(*last)) return false;
  // Pile by pile: the moves that follow name piles.
  const State& there = states_[j + 1];
  return s.below == there.below && s.top == there.top && s.cell == there.cell;
}

template <class Engine>
bool Tidy<Engine>::without_detour(std::vector<Move>& moves, std::size_t i, std::size_t j) {
  const Move direct{moves[i].from, moves[j].to, moves[i].count};
  const State& s = states_[i];
  const auto erase = [&](std::size_t at) { moves.erase(moves.begin() + std::ptrdiff_t(at)); };
  if (direct.from == direct.to) {
    if (!arrives(s, moves, i, j, nullptr, nullptr)) return false;
    erase(j);
    erase(i);
    return true;
  }
  if (is_cell(direct.from) && is_cell(direct.to)) return false;
  if (arrives(s, moves, i, j, nullptr, &direct)) {
    moves[j] = direct;
    erase(i);
    return true;
  }
  if (arrives(s, moves, i, j, &direct, nullptr)) {
    moves[i] = direct;
    erase(j);
    return true;
  }
  return false;
}

template <class Engine>
bool Tidy<Engine>::detours(std::vector<Move>& moves) {
  std::array<std::int32_t, kDeck> later;  // by card: when it next moves as the deepest of a group
  later.fill(-1);
  bool any = false;
  for (std::size_t i = moves.size(); i-- > 0;) {
    const Card c = mover(states_[i], moves[i]);
    const std::int32_t j = later[c];
    later[c] = std::int32_t(i);
    if (j < 0 || is_home(moves[i].to) || moves[j].count != moves[i].count) continue;
    if (!without_detour(moves, i, std::size_t(j))) continue;
    any = true;
    replay_from(i, std::size_t(j), moves);
    later.fill(-1);
    for (std::size_t k = moves.size(); k-- > i;) later[mover(states_[k], moves[k])] = std::int32_t(k);
  }
  return any;
}

template <class Engine>
void Tidy<Engine>::shorten(const State& start, std::vector<Move>& moves, std::size_t long_from) {
  for (bool again = true; again;) {
    replay(start, moves);
    again = moves.size() >= long_from && shortcuts(moves);
    if (again) replay(start, moves);
    again |= detours(moves);
  }
}

}  // namespace winnable::auto_solver

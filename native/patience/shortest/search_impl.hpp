// Definitions of ShortestSearch's members; included by patience/shortest/search.hpp only.
#pragma once

#include <algorithm>

#include "patience/shortest/search.hpp"

namespace winnable {

template <class Engine, bool kByGroup>
ShortestSearch<Engine, kByGroup>::ShortestSearch(const Engine& engine, Metric metric, const PatienceState& start,
                                                 Budget& budget)
    : engine_(engine),
      metric_(metric),
      bound_(engine),
      automatic_(metric == Metric::kPlayerSafe || !engine.rules().foundation_return ? Autoplay::kSafe
                                                                                    : Autoplay::kNone),
      start_(start),
      budget_(budget),
      met_(budget),
      open_(budget) {}

template <class Engine, bool kByGroup>
int ShortestSearch<Engine, kByGroup>::move_cost(const PatienceMove& m) const {
  if (metric_ == Metric::kPlayerSafe) return 1;
  if (is_home(m.to)) return 0;
  if (is_home(m.from)) return 2;
  return metric_ == Metric::kCards ? m.count : 1;
}

template <class Engine, bool kByGroup>
int ShortestSearch<Engine, kByGroup>::remaining(const PatienceState& s, const BoundTally& t) const {
  const int extra = bound_.bound(s, t);
  if (metric_ == Metric::kPlayerSafe && extra == 0) return engine_.won(s) ? 0 : 1;
  return extra;
}

template <class Engine, bool kByGroup>
void ShortestSearch<Engine, kByGroup>::settle(PatienceState& s, BoundTally& t) const {
  while (const auto m = engine_.autoplay(s, automatic_)) bound_.play(s, t, *m);
}

template <class Engine, bool kByGroup>
PatienceState ShortestSearch<Engine, kByGroup>::unpack(const MetPosition& p) const {
  PatienceState s;
  s.below = p.below;
  s.top.fill(kNoCard);
  s.cell.fill(kNoCard);
  s.home.fill(0);
  s.base = start_.base;
  std::array<Card, kDeck> on;  // what lies on a card
  on.fill(kNoCard);
  for (Card c = 0; c < kDeck; ++c) {
    if (s.below[c] < kDeck) on[s.below[c]] = c;
  }
  int column = 0;
  int cell = 0;
  for (Card c = 0; c < kDeck; ++c) {
    if (s.below[c] == kAtHome) ++s.home[suit_of(c)];
    if (s.below[c] == kInCell) s.cell[cell++] = c;
    if (s.below[c] != kOnFloor) continue;
    Card end = c;
    while (on[end] != kNoCard) end = on[end];
    s.top[column++] = end;
  }
  s.key = Engine::compute_key(s);
  return s;
}

// False: memory is out. Positions that cannot beat the limit are not remembered: they would fill it.
template <class Engine, bool kByGroup>
bool ShortestSearch<Engine, kByGroup>::meet(const PatienceState& s, const BoundTally& t, std::uint32_t parent, int cost,
                                            int parent_total) {
  int rest = remaining(s, t);
  // A path's total never falls along it (Mero's path maximum).
  int total = std::max(cost + rest, parent_total);
  if (total >= limit_) return true;
  bool added = false;
  const std::uint32_t number = met_.find_or_add(s, added);
  if (number == MetStore::kNone) return false;
  MetPosition& p = met_[number];
  if (!added) {
    ++duplicates_;
    if (p.cost <= cost) return true;
    rest = std::max(rest, p.total - p.cost);  // a bound too: what is left does not depend on the path
    total = std::max(total, cost + rest);
  }
  p.parent = parent;
  p.cost = std::uint8_t(cost);
  p.total = std::uint8_t(total);
  p.closed = false;
  if (total >= limit_) return true;
  if (!finished(s, rest)) return open_.push({number, total, cost});
  limit_ = cost;
  goal_ = number;
  return true;
}

// Expands the position, or, if the tight bound says so, puts it back under a dearer total.
template <class Engine, bool kByGroup>
bool ShortestSearch<Engine, kByGroup>::expand(std::uint32_t number) {
  MetPosition& record = met_[number];
  const PatienceState s = unpack(record);
  const BoundTally t = bound_.tally(s);
  if (!record.tight) {
    record.tight = true;
    const int total = record.cost + bound_.tight_bound(s, t, record.total - record.cost, limit_ - record.cost);
    if (total > record.total) {
      record.total = std::uint8_t(total);
      return total >= limit_ || open_.push({number, total, record.cost});
    }
  }
  record.closed = true;
  const MetPosition p = record;
  engine_.legal_moves(s, legal_);
  for (const PatienceMove& m : legal_) {
    const int cost = p.cost + move_cost(m);
    if (cost >= limit_) continue;
    PatienceState child = s;
    BoundTally tally = t;
    bound_.play(child, tally, m);
    settle(child, tally);
    ++generated_;
    if (!meet(child, tally, number, cost, p.total)) return false;
  }
  return true;
}

template <class Engine, bool kByGroup>
typename ShortestSearch<Engine, kByGroup>::End ShortestSearch<Engine, kByGroup>::run() {
  if (!begun_) {
    begun_ = true;
    PatienceState s = start_;
    BoundTally t = bound_.tally(s);
    settle(s, t);
    lower_bound_ = remaining(s, t);
    if (!meet(s, t, MetStore::kNone, 0, 0)) return End::kStopped;
  }
  OpenQueue::Entry next{};
  while (goal_ == MetStore::kNone && open_.pop(next)) {
    const MetPosition& p = met_[next.number];
    if (p.closed || p.cost != next.cost || p.total != next.total) continue;
    lower_bound_ = std::max(lower_bound_, next.total);
    if (next.total >= limit_) return End::kProved;
    if (!budget_.spend() || !expand(next.number)) return End::kStopped;
  }
  if (goal_ == MetStore::kNone) {
    lower_bound_ = limit_;
    return End::kProved;
  }
  retrace(goal_);
  goal_ = MetStore::kNone;
  return End::kFound;
}

template <class Engine, bool kByGroup>
void ShortestSearch<Engine, kByGroup>::make(PatienceState& s, const PatienceMove& m) {
  engine_.apply(s, m);
  moves_.push_back(m);
}

template <class Engine, bool kByGroup>
void ShortestSearch<Engine, kByGroup>::make_automatic(PatienceState& s, Autoplay policy) {
  while (const auto m = engine_.autoplay(s, policy)) make(s, *m);
}

// Makes the cheapest move that leads to `target`, which differs from it in the order of piles only.
template <class Engine, bool kByGroup>
void ShortestSearch<Engine, kByGroup>::step_to(PatienceState& s, const MetPosition& target) {
  engine_.legal_moves(s, legal_);
  const PatienceMove* best = nullptr;
  for (const PatienceMove& m : legal_) {
    PatienceState child = engine_.play_unchecked(s, m);
    while (const auto a = engine_.autoplay(child, automatic_)) engine_.apply(child, *a);
    if (child.below == target.below && (best == nullptr || move_cost(m) < move_cost(*best))) best = &m;
  }
  if (best == nullptr) throw std::logic_error("shortest: lost its own path");
  make(s, PatienceMove(*best));
  make_automatic(s, automatic_);
}

template <class Engine, bool kByGroup>
void ShortestSearch<Engine, kByGroup>::retrace(std::uint32_t number) {
  std::vector<std::uint32_t> path;
  for (; number != MetStore::kNone; number = met_[number].parent) path.push_back(number);
  moves_.clear();
  PatienceState s = start_;
  make_automatic(s, automatic_);
  for (std::size_t i = path.size() - 1; i-- > 0;) step_to(s, met_[path[i]]);
  make_automatic(s, Autoplay::kMax);
}

}  // namespace winnable

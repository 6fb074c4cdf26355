#include "pairing/fewest/search.hpp"

#include <algorithm>

namespace winnable::pairing_fewest {

namespace {

constexpr std::size_t kFirstRoom = std::size_t{1} << 10;  // nodes, and positions waiting

}  // namespace

Search::Search(const PairingModel& model, FewestMetric metric)
    : model_(model),
      clock_(model.game(), metric),
      bound_(model, metric),
      metric_(metric),
      one_by_one_(model.game().rules().draw == 1),
      top_in_play_(model.game().rules().stock_top != StockTop::kHidden),
      removal_cost_(metric == FewestMetric::kPasses ? 0 : 1) {}

Search::End Search::run(int limit, Budget& budget) {
  budget_ = &budget;
  limit_ = limit;
  lower_bound_ = 0;
  stats_ = {};
  std::vector<Node>().swap(nodes_);  // gives its memory back: what a limit allows depends on no deal before
  waiting_.clear();
  waits_ = 0;
  room_ = kFirstRoom;
  goal_ = kNone;
  nodes_.reserve(kFirstRoom);
  nodes_.resize(1);
  stopped_ = !table_.clear(budget) || !budget.reserve(kFirstRoom * (sizeof(Node) + 2 * sizeof(Waiting)));
  if (stopped_) return End::kStopped;
  bound_.reset();
  start();
  for (; !stopped_ && goal_ == kNone && std::size_t(lower_bound_) < waiting_.size(); ++lower_bound_) {
    while (!stopped_ && !waiting_[lower_bound_].empty()) {
      const Waiting w = waiting_[lower_bound_].back();
      waiting_[lower_bound_].pop_back();
      if (settle(w)) return End::kFound;
    }
    if (stopped_) break;
  }
  if (stopped_) return End::kStopped;
  if (goal_ != kNone) return End::kFound;
  lower_bound_ = limit_;
  return End::kNone;
}

// Kings of the goal outside the stock leave at once: they must, and nothing needs them. One by one, a
// king of the stock is in the way where it lies, and to take it from the stock's top costs no more than
// to draw it.
void Search::start() {
  const CardMask stock_kings = one_by_one_ ? model_.stock() & kKings : 0;
  at_once_ = model_.goal() & kKings & ~model_.stock();
  must_ = stock_kings & (metric_ == FewestMetric::kPasses ? kKings : model_.goal());
  may_ = metric_ == FewestMetric::kActions && top_in_play_ ? stock_kings & ~must_ : 0;
  Node n{model_.start()};
  n.all = std::uint8_t(std::popcount(n.places));
  n.waste = std::uint8_t(std::popcount(n.places & places_below(n.top)));
  drop_kings(n);
  store(n);
  if (stopped_) return;
  if (model_.won(n)) {
    goal_ = 1;
    lower_bound_ = n.cost;
    return;
  }
  const int rest = bound_(n, n.all - n.waste);
  if (rest == Bound::kDead || n.cost + rest >= limit_) return;
  lower_bound_ = n.cost + rest;
  if (budget_->spend()) {
    expand(1);
  } else {
    stopped_ = true;
  }
}

// ---- positions --------------------------------------------------------------------------------

void Search::drop_kings(Node& n) const {
  while (const CardMask kings = n.open & at_once_) {
    n.cost = std::uint16_t(n.cost + std::popcount(kings) * removal_cost_);
    model_.remove(n, kings);
  }
}

Search::Node Search::make(const Node& parent, const Waiting& w) const {
  Node out = parent;
  out.parent = w.parent;
  out.first = w.first;
  out.second = w.second;
  out.pass = w.pass;
  out.cost = std::uint16_t(parent.cost + w.step);
  model_.remove(out, card_bit(w.first) | card_bit(w.second));
  if (const PlaceMask gone = parent.places & ~out.places; gone != 0) {
    out.all = std::uint8_t(parent.all - ((gone & (gone - 1)) == 0 ? 1 : 2));
    out.waste = std::uint8_t(std::popcount(out.places & places_below(out.top)));
  }
  drop_kings(out);
  return out;
}

// A position's turn has come. True: it is won.
bool Search::settle(const Waiting& w) {
  const Node n = make(nodes_[w.parent], w);
  if (known(n)) {
    ++stats_.duplicates;
    return false;
  }
  store(n);
  if (stopped_) return false;
  if (model_.won(n)) {
    goal_ = Index(nodes_.size() - 1);
    return true;
  }
  if (budget_->spend()) {
    expand(Index(nodes_.size() - 1));
  } else {
    stopped_ = true;
  }
  return false;
}

// Is one with the same cards left as good? Else forgets those than which this one is no worse.
bool Search::known(const Node& n) {
  auto* entry = table_.find(n.left);
  if (entry == nullptr) return false;
  Index* link = &entry->value;
  while (*link != kNone) {
    Node& other = nodes_[*link];
    if (const Clock::Steps s = steps(other, n); s.possible() && other.cost + clock_.cost(s) <= n.cost) return true;
    if (const Clock::Steps s = steps(n, other); s.possible() && n.cost + clock_.cost(s) <= other.cost) {
      *link = other.next;
    } else {
      link = &other.next;
    }
  }
  return false;
}

void Search::store(const Node& n) {
  if (nodes_.size() == nodes_.capacity()) {
    const std::size_t now = nodes_.capacity();
    if (!budget_->reserve(2 * now * sizeof(Node))) {
      stopped_ = true;
      return;
    }
    nodes_.reserve(2 * now);
    budget_->release(now * sizeof(Node));
  }
  const Index at = Index(nodes_.size());
  nodes_.push_back(n);
  nodes_.back().next = kNone;
  if (auto* entry = table_.find(n.left)) {
    nodes_.back().next = entry->value;
    entry->value = at;
  } else if (!table_.insert(n.left, at, *budget_)) {
    stopped_ = true;
  }
}

// ---- moves ------------------------------------------------------------------------------------

void Search::expand(Index at) {
  View v;
  v.at = at;
  v.node = nodes_[at];
  std::uint8_t count = 0;
  for (PlaceMask m = v.node.places; m != 0; m &= m - 1) v.before[std::countr_zero(m)] = count++;
  if (expand_forced(v)) return;
  limit_by_kings(v);
  if (v.horizon != 0) expand_tableau(v);
  if (v.node.places != 0) expand_stock(v);
}

// Where a card of the goal has one partner left, the two must leave together in any plan. If they can
// now, they do in some best plan: it costs the same at any time, and they stand in the way of nothing
// else. If the partner lies in the stock, a plan that lets the pointer pass it with the card open can
// as well take it there (one by one, where with fewer cards in the stock the pointer still stops
// everywhere).
bool Search::expand_forced(View& v) {
  const Node& n = v.node;
  for (CardMask m = n.open & ~kKings; m != 0; m &= m - 1) {
    const int number = std::countr_zero(m);
    const CardMask partners = v.partners[number] = model_.alive_partners(number, n.left);
    if (partners == 0 || (partners & (partners - 1)) != 0 || (model_.goal() & card_bit(number)) == 0) continue;
    const int other = std::countr_zero(partners);
    if ((partners & (n.open | model_.overlapped(number, n.left))) != 0) {
      emit(v, number, other, {0, 0});
      return true;
    }
    if (one_by_one_ && (partners & model_.stock()) != 0) limit_steps(v, other, 0);
  }
  return false;
}

// A card of the stock that may as well leave as soon as it is exposed (or so many steps later).
void Search::limit_steps(View& v, int number, int later) const {
  const int place = model_.place_of(number);
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && !model_.may_recycle(v.node)) return;
    const Clock::Steps s = steps_to(v, place, v.node.pass + (model_.game().unlimited() ? 0 : i), false);
    if (!s.possible()) continue;
    if (s.time() + later < v.horizon) {
      v.horizon = s.time() + later;
      v.last = later == 0 ? number : -1;
    }
    return;
  }
}

void Search::limit_by_kings(View& v) const {
  for_each_card(v.node.left & must_, [&](int king) { limit_steps(v, king, 0); });
  for_each_card(v.node.left & may_, [&](int king) {
    if (model_.place_of(king) >= v.node.top) limit_steps(v, king, 1);
  });
}

void Search::expand_tableau(const View& v) {
  const Node& n = v.node;
  for_each_card(n.open & kKings, [&](int king) { emit(v, king, king, {0, 0}); });
  for_each_card(n.open & ~kKings, [&](int number) {
    const CardMask higher = n.open & ~(card_bit(number) - 1);
    for_each_card(v.partners[number] & (higher | model_.overlapped(number, n.left)),
                  [&](int other) { emit(v, number, other, {0, 0}); });
  });
}

void Search::expand_stock(const View& v) {
  const PairingReach reach = model_.reach(v.node);
  for (int i = 0; i < 2; ++i) {
    const PlaceMask alone = reach.alone[i] & ~(i == 0 ? 0 : reach.alone[0]);
    const PlaceMask together = reach.together[i] & ~(i == 0 ? 0 : reach.together[0]);
    const int pass = v.node.pass + (model_.game().unlimited() ? 0 : i);
    for (PlaceMask m = alone | together; m != 0; m &= m - 1) {
      const int place = std::countr_zero(m);
      expand_place(v, place, pass, (alone & place_bit(place)) != 0, (together & place_bit(place)) != 0);
    }
  }
}

void Search::expand_place(const View& v, int place, int pass, bool alone, bool together) {
  const int number = model_.card_at(place);
  const CardMask card = card_bit(number);
  const CardMask others = alone ? v.node.open & model_.partners(number) : 0;
  const auto in_time = [&](const Clock::Steps& s) {
    return s.possible() && (s.time() < v.horizon || (s.time() == v.horizon && number == v.last));
  };
  if (others != 0 || (alone && (card & kKings) != 0)) {
    const Clock::Steps s = steps_to(v, place, pass, false);
    if (in_time(s)) {
      if ((card & kKings) != 0) emit(v, number, number, s);
      for_each_card(others, [&](int other) {
        if ((v.partners[other] & card) != 0) emit(v, other, number, s);
      });
    }
  }
  if (!together) return;
  const int before = model_.card_at(63 - std::countl_zero(v.node.places & places_below(place)));
  if ((model_.partners(number) & card_bit(before)) == 0) return;
  if (const Clock::Steps s = steps_to(v, place, pass, true); in_time(s)) emit(v, before, number, s);
}

// Until a card of the stock or waste is exposed, alone or with the one before it.
Clock::Steps Search::steps_to(const View& v, int place, int pass, bool pair) const {
  const Node& n = v.node;
  const int before = v.before[place];
  Clock::Steps on_stock, on_waste;
  if (pair || top_in_play_) on_stock = clock_.steps(n.all, n.waste, n.pass, before, pass);
  if (!pair) on_waste = clock_.steps(n.all, n.waste, n.pass, before + 1, pass);
  return on_stock.time() <= on_waste.time() ? on_stock : on_waste;
}

void Search::emit(const View& v, int a, int b, const Clock::Steps& steps) {
  if (stopped_) return;
  ++stats_.generated;
  const int pass = v.node.pass + (model_.game().unlimited() ? 0 : steps.recycles);
  const Waiting w{v.at, std::uint8_t(a), std::uint8_t(b), std::uint8_t(pass),
                  std::uint8_t(clock_.cost(steps) + removal_cost_)};
  const Node n = make(v.node, w);
  const int rest = model_.won(n) ? 0 : bound_(n, n.all - n.waste);
  if (rest == Bound::kDead || n.cost + rest >= limit_) return;
  if (waits_ == room_) {
    if (!budget_->poll() || !budget_->reserve(room_ * 2 * sizeof(Waiting))) {
      stopped_ = true;
      return;
    }
    room_ *= 2;
  }
  ++waits_;
  const std::size_t f = std::size_t(std::max(lower_bound_, n.cost + rest));
  if (f >= waiting_.size()) waiting_.resize(f + 1);
  waiting_[f].push_back(w);
}

std::vector<PairingMove> Search::moves() const {
  std::vector<CardMask> removals;
  for (Index at = goal_; nodes_[at].parent != kNone; at = nodes_[at].parent) {
    removals.push_back(card_bit(nodes_[at].first) | card_bit(nodes_[at].second));
  }
  std::reverse(removals.begin(), removals.end());
  return model_.unfold(removals, at_once_);
}

}  // namespace winnable::pairing_fewest

#include "solvers/pairing_fewest_search.hpp"

#include <algorithm>

namespace winnable::pairing_fewest {

Search::End Search::run(int limit, Budget& budget) {
  budget_ = &budget;
  limit_ = limit;
  stats_ = {};
  stopped_ = false;
  nodes_.resize(1);
  waiting_.assign(std::size_t(limit), {});
  bound_.reset();
  at_once_ = model_.goal() & kKings & ~model_.stock();
  if (!table_.clear(budget)) return End::kStopped;
  lower_bound_ = 0;
  add(Node{model_.start()}, kNone);
  for (; lower_bound_ < limit_ && !stopped_; ++lower_bound_) {
    std::vector<Index>& bucket = waiting_[lower_bound_];
    while (!bucket.empty() && !stopped_) {
      const Index at = bucket.back();
      bucket.pop_back();
      if (nodes_[at].closed) continue;
      if (model_.won(nodes_[at])) {
        goal_ = at;
        return End::kFound;
      }
      if (!budget.spend()) return End::kStopped;
      expand(at);
    }
    if (stopped_) break;
  }
  return stopped_ ? End::kStopped : End::kNone;
}

void Search::drop_kings(Node& n) const {
  while (const CardMask kings = n.open & at_once_) {
    n.cost = std::uint16_t(n.cost + std::popcount(kings) * removal_cost_);
    model_.remove(n, kings);
  }
}

void Search::add(const Node& made, Index parent) {
  ++stats_.generated;
  Node n = made;
  n.parent = parent;
  n.closed = false;
  drop_kings(n);
  const int rest = model_.won(n) ? 0 : bound_(n);
  if (rest == Bound::kDead || n.cost + rest >= limit_) return;
  if (!keep(n)) {
    ++stats_.duplicates;
    return;
  }
  if (stopped_) return;
  waiting_[std::max(lower_bound_, n.cost + rest)].push_back(Index(nodes_.size() - 1));
}

// False: one with the same cards left is as good.
bool Search::keep(const Node& n) {
  auto* entry = table_.find(n.left);
  Index* link = nullptr;
  if (entry != nullptr) {
    Index first = entry->value;
    for (link = &first; *link != kNone;) {
      Node& other = nodes_[*link];
      if (const int d = distance(other, n); d != kNever && other.cost + d <= n.cost) return false;
      const int d = distance(n, other);
      if (d != kNever && n.cost + d <= other.cost) {
        other.closed = true;
        *link = other.next;
      } else {
        link = &other.next;
      }
    }
    entry->value = first;
  }
  if (nodes_.size() == nodes_.capacity()) {
    const std::size_t wider = nodes_.capacity() * 2;
    if (!budget_->poll() || !budget_->reserve(wider * (sizeof(Node) + sizeof(Index)))) {
      stopped_ = true;
      return true;
    }
    nodes_.reserve(wider);
  }
  nodes_.push_back(n);
  Index at = Index(nodes_.size() - 1);
  nodes_.back().next = entry == nullptr ? kNone : entry->value;
  if (entry != nullptr) {
    entry->value = at;
  } else if (!table_.insert(n.left, at, *budget_)) {
    stopped_ = true;
  }
  return true;
}

int Search::cost_before(const PairingNode& n, const PairingEdge& edge) const {
  const CardMask from_stock = edge.cards & model_.stock();
  if (from_stock == 0) return 0;
  int place = kDeck;
  for_each_card(from_stock, [&](int number) { place = std::min(place, model_.place_of(number)); });
  const int before = std::popcount(n.places & places_below(place)), all = std::popcount(n.places), now = waste(n);
  int best = clock_.cost(all, now, n.pass, before + 1, edge.pass);
  if (std::has_single_bit(from_stock) && model_.game().rules().stock_top != StockTop::kHidden) {
    best = std::min(best, clock_.cost(all, now, n.pass, before, edge.pass));
  }
  return best;
}

// Among the best plans there is one in which these cards, now that they can leave without a draw,
// leave at once: they must leave together in any plan, at the same cost, and stand in the way of
// nothing else. (One by one: with fewer cards in the stock the pointer still stops everywhere.)
bool Search::is_forced(const PairingNode& n, CardMask cards) const {
  if ((cards & model_.stock()) != 0 && !one_by_one_) return false;
  if ((cards & kKings) != 0) return (cards & model_.goal()) != 0 || removal_cost_ == 0;
  for (CardMask m = cards & model_.goal(); m != 0; m &= m - 1) {
    const int number = std::countr_zero(m);
    if (model_.alive_partners(number, n.left) == (cards & ~card_bit(number))) return true;
  }
  return false;
}

// A king on the stock that need not leave: to remove it costs what drawing it does, and saves more draws.
bool Search::is_free(const PairingNode& n, CardMask cards) const {
  return (cards & kKings) != 0 && (cards & model_.stock()) != 0 && draw_cost_ && one_by_one_ &&
         model_.game().rules().stock_top != StockTop::kHidden && model_.place_of(std::countr_zero(cards)) >= n.top;
}

void Search::list_edges(const PairingNode& n) {
  model_.edges(n, scratch_);
  edges_.clear();
  int horizon = kNever;  // no plan has to draw beyond without removing that card first
  std::size_t first = 0;
  for (const PairingEdge& e : scratch_) {
    const int time = model_.actions_before(n, e);
    if (time < horizon && is_forced(n, e.cards)) {
      horizon = time;
      first = edges_.size();
    } else if (time + 1 < horizon && is_free(n, e.cards)) {
      horizon = time + 1;
      first = edges_.size();
    }
    edges_.push_back({e.cards, e.pass, cost_before(n, e), time});
  }
  if (horizon == kNever) return;
  const Edge forced = edges_[first];
  std::erase_if(edges_, [&](const Edge& e) { return e.time >= horizon; });
  if (forced.time == horizon) edges_.push_back(forced);
}

void Search::expand(Index at) {
  nodes_[at].closed = true;
  ++stats_.expanded;
  const Node n = nodes_[at];
  list_edges(n);
  for (const Edge& e : edges_) {
    Node next = n;
    model_.remove(next, e.cards);
    next.pass = std::uint8_t(e.pass);
    next.cards = e.cards;
    next.cost = std::uint16_t(n.cost + e.cost + removal_cost_);
    add(next, at);
    if (stopped_) return;
  }
}

std::vector<PairingMove> Search::moves() const {
  std::vector<CardMask> removals;
  for (Index at = goal_; nodes_[at].parent != kNone; at = nodes_[at].parent) removals.push_back(nodes_[at].cards);
  std::reverse(removals.begin(), removals.end());
  return model_.unfold(removals, at_once_);
}

}  // namespace winnable::pairing_fewest

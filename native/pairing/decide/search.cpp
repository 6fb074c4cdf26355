#include "pairing/decide/search.hpp"

#include <algorithm>

namespace winnable::pairing_decide {

namespace {

constexpr int kTagShift = kDeck;  // above the cards of a key
constexpr std::uint32_t kPassTime = 64;

int last_place(PlaceMask places) { return 63 - std::countl_zero(places); }

}  // namespace

bool Search::run(Budget& budget) {
  const PairingRules& rules = model_.game().rules();
  budget_ = &budget;
  path_.clear();
  stats_ = {};
  hopeless_ = false;
  one_by_one_ = rules.draw == 1;
  pairs_are_means_ = one_by_one_ && rules.goal == PairingGoal::kTableau;
  at_once_ = kKings & (one_by_one_ ? model_.start().left : model_.start().left & ~model_.stock());
  stopped_ = !table_.clear(budget) || !relaxed_.reset(budget);
  if (stopped_) return false;
  from_.fill(0);
  for (int place = model_.stock_places() - 1; place >= 0; --place) {
    from_[place] = from_[place + 1] | card_bit(model_.card_at(place));
  }
  const Node first = first_node();
  hopeless_ = !relaxed_.winnable(first.relaxed, first.open, budget);
  if (hopeless_ || stopped()) return false;
  return search(first) && !stopped();
}

Search::Node Search::first_node() const {
  Node n{model_.start()};
  n.relaxed = relaxed_.canonical(n.left);
  // Drawn one by one, a king of stock or waste is in nobody's way: it leaves when it comes to light,
  // and comes to light before any card behind it is needed.
  const std::uint8_t top = n.top;
  take(n, at_once_ & model_.stock());
  n.top = top;
  drop_kings(n);
  return n;
}

// ---- positions --------------------------------------------------------------------------------

void Search::take(Node& n, CardMask cards) const {
  model_.remove(n, cards);
  n.relaxed &= ~(cards & ~model_.stock());
  for_each_card(cards & model_.stock(), [&](int number) {
    n.relaxed = relaxed_.without(n.relaxed, number);
    if (n.debt == model_.place_of(number) + 1) n.debt = 0;
  });
}

// Kings that lie open leave: they need no partner, and nothing needs them.
void Search::drop_kings(Node& n) const {
  while (const CardMask kings = n.open & kKings) take(n, kings);
  const PlaceMask stock = n.places & ~places_below(n.top);
  n.top = std::uint8_t(stock == 0 ? model_.stock_places() : std::countr_zero(stock));
}

// One by one, the pointer passes every place; without an end to the passes it can be anywhere.
// By several cards it steps over places: it reaches those as far apart as whole draws, and from
// the next pass on those that whole draws from the first card reach.
Search::Stamp Search::stamp(const Node& n) const {
  const bool unlimited = model_.game().unlimited();
  if (one_by_one_) {
    return {n.left | std::uint64_t{n.debt} << kTagShift, unlimited ? 0 : n.pass * kPassTime + n.top};
  }
  const int waste = std::popcount(n.places & places_below(n.top)), draw = model_.game().rules().draw;
  const int off = waste == std::popcount(n.places) ? 0 : waste % draw;
  if (off == 0) return {n.left, unlimited ? 0 : n.pass * kPassTime + std::uint32_t(waste)};
  return {n.left | std::uint64_t(1 + n.pass * kMaxDraw + off) << kTagShift, std::uint32_t(waste)};
}

// Was the same set reached no later? Else remembers it.
bool Search::known(const Node& n) {
  const Stamp s = stamp(n);
  if (n.debt != 0) {
    const auto* free = table_.find(n.left);
    if (free != nullptr && free->value <= s.time) return true;
  }
  if (auto* e = table_.find(s.key)) {
    if (e->value <= s.time) return true;
    e->value = s.time;
    return false;
  }
  if (!table_.insert(s.key, s.time, *budget_)) stopped_ = true;
  return false;
}

// Places of the waste that do not come to light before a recycle: beneath a card that has no partner
// outside the waste, and that card's own.
PlaceMask Search::buried(const Node& n) const {
  PlaceMask waste = n.places & places_below(n.top);
  const CardMask outside = n.left & (~model_.stock() | from_[n.top]);
  for (PlaceMask above = waste; above != 0; above &= ~place_bit(last_place(above))) {
    const int number = model_.card_at(last_place(above));
    if (number < kFirstKing && (model_.partners(number) & outside) == 0) return above;
  }
  return 0;
}

// Where no recycle is left, what is buried might as well not be there. False: it was needed.
bool Search::drop_buried(Node& n) const {
  const bool last_pass = !model_.may_recycle(n);
  if (!last_pass && n.debt == 0) return true;
  const PlaceMask buried = this->buried(n);
  if (n.debt != 0 && (buried & place_bit(n.debt - 1)) != 0) return false;
  if (!last_pass || buried == 0) return true;
  CardMask cards = 0;
  for (PlaceMask m = buried; m != 0; m &= m - 1) cards |= card_bit(model_.card_at(std::countr_zero(m)));
  if ((cards & model_.goal()) != 0) return false;
  const std::uint8_t top = n.top;
  take(n, cards);
  n.top = top;
  return true;
}

// The stock's cards that can leave without delay: the next place to be drawn stays the next, even
// where that card must be drawn before it leaves.
CardMask Search::at_hand(const Node& n) const {
  if (!one_by_one_) return 0;
  if (model_.game().unlimited()) return n.left & model_.stock();
  CardMask out = 0;
  const PlaceMask waste = n.places & places_below(n.top);
  if (waste != 0) out |= card_bit(model_.card_at(last_place(waste)));
  if (n.top < model_.stock_places()) out |= card_bit(model_.card_at(n.top));
  return out;
}

// ---- the search -------------------------------------------------------------------------------

bool Search::search(Node n) {
  drop_kings(n);
  ++stats_.generated;
  stats_.depth = std::max(stats_.depth, std::uint64_t(path_.size()));
  if (model_.won(n)) return true;
  if (!drop_buried(n)) return false;
  if (known(n)) {
    ++stats_.duplicates;
    return false;
  }
  if (stopped_ || !relaxed_.winnable(n.relaxed, n.open, *budget_)) return stopped_;
  if (relaxed_.stopped() || !budget_->spend()) return stopped_ = true;
  ++stats_.expanded;
  if (expand(n)) return true;
  ++stats_.backtracks;
  return false;
}

bool Search::go(const Node& n, CardMask cards, int passes) {
  Node next = n;
  if (!model_.game().unlimited()) next.pass = std::uint8_t(n.pass + passes);
  take(next, cards);
  path_.push_back(cards);
  if (search(next)) return true;
  path_.pop_back();
  return false;
}

bool Search::expand(const Node& n) {
  Partners partners;
  const CardMask at_hand = this->at_hand(n);
  for (CardMask m = n.open; m != 0; m &= m - 1) {
    const int number = std::countr_zero(m);
    partners[number] = model_.alive_partners(number, n.left);
    if (!std::has_single_bit(partners[number]) || (model_.goal() & card_bit(number)) == 0) continue;
    // It has no other partner, and going early is in nobody's way.
    const CardMask takable = n.open | at_hand | model_.overlapped(number, n.left);
    if ((partners[number] & takable) != 0) return go(n, card_bit(number) | partners[number], 0);
  }
  const PairingReach reach = model_.reach(n);
  return search_tableau(n, partners) || search_stock(n, partners, reach) || search_stock_pairs(n, reach);
}

bool Search::search_tableau(const Node& n, const Partners& partners) {
  for (CardMask m = n.open; m != 0; m &= m - 1) {
    const int number = std::countr_zero(m);
    const CardMask higher = n.open & ~(card_bit(number) - 1);
    CardMask others = partners[number] & (higher | model_.overlapped(number, n.left));
    for (; others != 0; others &= others - 1) {
      if (go(n, card_bit(number) | (others & (~others + 1)), 0)) return true;
    }
  }
  return false;
}

// One card of the stock, those that come to light first before others.
bool Search::search_stock(const Node& n, const Partners& partners, const PairingReach& reach) {
  for (int pass = 0; pass < (n.debt != 0 ? 1 : 2); ++pass) {
    for (PlaceMask m = reach.alone[pass] & ~(pass == 0 ? 0 : reach.alone[0]); m != 0; m &= m - 1) {
      const int number = model_.card_at(std::countr_zero(m));
      const CardMask card = card_bit(number);
      if ((card & kKings) != 0 && go(n, card, pass)) return true;
      for (CardMask other = n.open & model_.partners(number); other != 0; other &= other - 1) {
        const int tableau = std::countr_zero(other);
        if ((partners[tableau] & card) != 0 && go(n, card | card_bit(tableau), pass)) return true;
      }
    }
  }
  return false;
}

// Two cards of the stock. Where they need not leave they are removed for one purpose: so that in
// the same pass a card beneath them on the waste can leave (after a recycle it comes to light by
// itself). The position then owes that card, and until it has left nothing is recycled.
bool Search::search_stock_pairs(const Node& n, const PairingReach& reach) {
  if (pairs_are_means_ && model_.game().unlimited()) return false;
  for (int pass = 0; pass < (n.debt != 0 ? 1 : 2); ++pass) {
    for (PlaceMask m = reach.together[pass] & ~(pass == 0 ? 0 : reach.together[0]); m != 0; m &= m - 1) {
      const int second = std::countr_zero(m), first = last_place(n.places & places_below(second));
      const int number = model_.card_at(first);
      const CardMask cards = card_bit(number) | card_bit(model_.card_at(second));
      if ((model_.alive_partners(number, n.left) & cards) == 0) continue;
      Node next = n;
      const PlaceMask beneath = n.places & places_below(first);
      if (pairs_are_means_ && beneath == 0) continue;
      if (pairs_are_means_ && n.debt == 0) next.debt = std::uint8_t(last_place(beneath) + 1);
      if (go(next, cards, pass)) return true;
    }
  }
  return false;
}

}  // namespace winnable::pairing_decide

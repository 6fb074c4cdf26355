#include "pairing/decide/relaxed.hpp"

namespace winnable::pairing_decide {

bool Relaxed::reset(Budget& budget) {
  stopped_ = false;
  target_ = model_.goal() & ~model_.stock();
  return known_.clear(budget);
}

CardMask Relaxed::canonical(CardMask left) const {
  CardMask out = model_.start().left & ~(model_.stock() & kKings);
  for_each_card(model_.stock() & ~kKings & ~left, [&](int number) { out = without(out, number); });
  return out & (left | model_.stock());
}

// What lies open once these cards have left.
CardMask Relaxed::opened(CardMask left, CardMask cards) const {
  CardMask beneath = 0, out = 0;
  for_each_card(cards, [&](int number) { beneath |= model_.under(number); });
  for_each_card(beneath & left, [&](int number) {
    if ((model_.covers(number) & left) == 0) out |= card_bit(number);
  });
  return out;
}

bool Relaxed::winnable(CardMask left, CardMask open, Budget& budget) {
  while (const CardMask kings = open & kKings) {
    left &= ~kings;
    open = (open & ~kings) | opened(left, kings);
  }
  if ((left & target_) == 0) return true;
  if (const auto* known = known_.find(left)) return known->value != 0;
  if (stopped_ || !budget.spend()) return stopped_ = true;
  const bool out = expand(left, open, budget);
  if (!stopped_ && !known_.insert(left, out ? 1 : 0, budget)) stopped_ = true;
  return out || stopped_;
}

bool Relaxed::go(CardMask left, CardMask open, CardMask cards, Budget& budget) {
  left &= ~cards;
  return winnable(left, (open & ~cards) | opened(left, cards), budget);
}

bool Relaxed::expand(CardMask left, CardMask open, Budget& budget) {
  std::array<CardMask, kMaxPairs> pairs;
  std::size_t count = 0;
  for (CardMask m = open; m != 0; m &= m - 1) {
    const int number = std::countr_zero(m);
    const CardMask card = card_bit(number);
    CardMask partners = model_.alive_partners(number, left);
    // Of a rank's cards in the stock one will do.
    const CardMask stock = partners & model_.stock();
    partners &= ~(stock & (stock - 1));
    CardMask takable = partners & (open | model_.stock() | model_.overlapped(number, left));
    if (std::popcount(partners) < 2 && (model_.goal() & card) != 0) {
      if (partners == 0) return false;
      // It has no other partner, and going early is in nobody's way.
      if (takable != 0) return go(left, open, card | takable, budget);
    }
    takable &= ~(open & (card - 1));  // a pair of open cards is met twice
    for (; takable != 0; takable &= takable - 1) pairs[count++] = card | (takable & (~takable + 1));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (go(left, open, pairs[i], budget)) return true;
  }
  return false;
}

}  // namespace winnable::pairing_decide

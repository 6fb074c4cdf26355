#include "solvers/pairing_fewest_bound.hpp"

#include <algorithm>

namespace winnable::pairing_fewest {

namespace {

constexpr std::uint8_t kNoWay = PairingModel::kDead;

}  // namespace

int Clock::cost(int all, int waste, int pass, int to_waste, int to_pass) const {
  const int here = draws(waste, to_waste, all);
  if (pass == to_pass && here != kNever) return here * draw_cost_;
  const int recycles = unlimited_ ? 1 : to_pass - pass;
  const int there = draws(0, to_waste, all);
  if (recycles < 1 || there == kNever) return kNever;
  const int total = draws(waste, all, all) + (recycles - 1) * draws(0, all, all) + there;
  return total * draw_cost_ + recycles * recycle_cost_;
}

void Bound::reset() {
  before_[0] = 0;
  for (int group = 0; group < kGroups; ++group) passed_[group][0] = 0;
  for (int place = 0; place < model_.stock_places(); ++place) {
    const int number = model_.card_at(place);
    before_[place + 1] = before_[place] | card_bit(number);
    for (int group = 0; group < kGroups; ++group) {
      passed_[group][place + 1] = std::uint8_t(passed_[group][place] + (group_of(number) == group ? 1 : 0));
    }
  }
  for (int group = 0; group < kGroups; ++group) {
    const int all = passed_[group][model_.stock_places()];
    for (int passed = 0; passed <= all; ++passed) fill(group, passed);
  }
}

void Bound::fill(int group, int passed) {
  Table& table = tables_[group][passed];
  for (int cards = 0; cards < 256; ++cards) table[cards] = best(table, group, passed, cards);
}

// By entries of fewer cards: the lowest card of the goal leaves with one of its partners.
Bound::Entry Bound::best(const Table& table, int group, int passed, int cards) const {
  const int goal = cards & group_cards(model_.goal(), group);
  if (goal == 0) return {0, 0};
  const int low = std::countr_zero(unsigned(goal)), number = kGroupCards * group + low;
  const auto place = [&](int card) {  // plus 1; 0: the pointer need not pass it
    if ((model_.stock() & card_bit(card)) == 0) return 0;
    const int at = model_.place_of(card);
    return passed_[group][at] < passed ? 0 : at + 1;
  };
  Entry out{kNoWay, kNoWay};
  for (int m = cards & group_cards(model_.partners(number), group); m != 0; m &= m - 1) {
    const int other = std::countr_zero(unsigned(m));
    const Entry& rest = table[cards & ~(1 << low) & ~(1 << other)];
    if (rest.removals == kNoWay) continue;
    const int reach = std::max(place(number), place(kGroupCards * group + other));
    out.removals = std::min(out.removals, std::uint8_t(rest.removals + (reach == 0 || hidden_ ? 1 : 0)));
    out.reach = std::min(out.reach, std::max(rest.reach, std::uint8_t(reach)));
  }
  return out;
}

int Bound::operator()(const PairingNode& n) const {
  if (!one_by_one_) {
    const int need = model_.need(n.left);
    if (need == PairingModel::kDead) return kDead;
    return metric_ == FewestMetric::kPasses ? 0 : need;
  }
  const CardMask waste = n.left & before_[n.top];
  const CardMask locked = this->locked(n, waste);
  const int here = without_recycle(n, waste, locked);
  const int later = model_.may_recycle(n) ? with_recycle(n, waste, here == kDead ? locked : 0) : kDead;
  return std::min(here, later);
}

// Cards of the waste that stay there as long as nothing is recycled: the topmost card that has
// no partner outside the waste, and all beneath.
CardMask Bound::locked(const PairingNode& n, CardMask waste) const {
  const CardMask others = n.left & ~waste;
  for (PlaceMask m = n.places & places_below(n.top); m != 0;) {
    const int place = 63 - std::countl_zero(m), number = model_.card_at(place);
    if ((card_bit(number) & kKings) == 0 && (model_.partners(number) & others) == 0) {
      return waste & before_[place + 1];
    }
    m &= ~place_bit(place);
  }
  return 0;
}

int Bound::without_recycle(const PairingNode& n, CardMask waste, CardMask locked) const {
  const CardMask kings = n.left & model_.goal() & kKings;
  if ((kings & locked) != 0) return kDead;
  int removals = std::popcount(hidden_ ? kings : kings & (waste | ~model_.stock()));
  int reach = 0;
  for (CardMask m = kings & model_.stock() & ~waste; m != 0; m &= m - 1) {
    reach = std::max(reach, model_.place_of(std::countr_zero(m)) + 1);
  }
  for (int group = 0; group < kGroups; ++group) {
    const Entry& e = table(group, n.top)[group_cards(n.left & ~locked, group)];
    if (e.removals == kNoWay) return kDead;
    removals += e.removals;
    reach = std::max(reach, int(e.reach));
  }
  if (metric_ == FewestMetric::kPasses) return 0;
  if (metric_ == FewestMetric::kRemovals) return model_.need(n.left);
  const PlaceMask stock = n.places & ~places_below(n.top);
  return removals + std::popcount(stock & places_below(reach));
}

int Bound::with_recycle(const PairingNode& n, CardMask waste, CardMask locked) const {
  const CardMask kings = n.left & model_.goal() & kKings;
  int removals = std::popcount(hidden_ ? kings : kings & ~model_.stock());
  int place = 0;
  for (int group = 0; group < kGroups; ++group) {
    const Entry& e = tables_[group][0][group_cards(n.left, group)];
    if (e.removals == kNoWay) return kDead;
    removals += e.removals;
    if (locked != 0) place = std::max(place, unlocked_place(n, group, locked));
  }
  for (CardMask m = kings & locked; m != 0; m &= m - 1) place = std::max(place, model_.place_of(std::countr_zero(m)) + 1);
  if (metric_ == FewestMetric::kPasses) return 1;
  if (metric_ == FewestMetric::kRemovals) return model_.need(n.left);
  (void)waste;
  const PlaceMask stock = n.places & ~places_below(n.top);
  return removals + std::popcount(stock) + 1 + std::popcount(n.places & places_below(place));
}

// The place, plus 1, that the next pass must pass, as a group needs a card that is locked. All
// cards of the waste below it then lie there still: they cannot leave before it does.
int Bound::unlocked_place(const PairingNode& n, int group, CardMask locked) const {
  const Table& table = this->table(group, n.top);
  int cards = group_cards(n.left & ~locked, group);
  if (table[cards].removals != kNoWay) return 0;
  CardMask rest = locked & (CardMask{255} << (kGroupCards * group));
  while (rest != 0) {
    int first = kDeck, at = 0;
    for_each_card(rest, [&](int number) {
      if (model_.place_of(number) < first) first = model_.place_of(number), at = number;
    });
    rest &= ~card_bit(at);
    cards |= 1 << (at % kGroupCards);
    if (table[cards].removals != kNoWay) return first + 1;
  }
  return 0;
}

}  // namespace winnable::pairing_fewest

#include "pairing/fewest/bound.hpp"

#include <algorithm>

namespace winnable::pairing_fewest {

namespace {

constexpr std::uint8_t kNoWay = PairingModel::kDead;
constexpr CardMask group_mask(int group) { return CardMask{255} << (kGroupCards * group); }

}  // namespace

void Bound::reset() {
  if (!one_by_one_) return;
  before_[0] = 0;
  passed_[0] = {};
  for (int place = 0; place < model_.stock_places(); ++place) {
    const int number = model_.card_at(place);
    before_[place + 1] = before_[place] | card_bit(number);
    passed_[place + 1] = passed_[place];
    if (group_of(number) < kGroups) ++passed_[place + 1][group_of(number)];
  }
  for (int group = 0; group < kGroups; ++group) {
    for (int passed = 0; passed <= passed_[model_.stock_places()][group]; ++passed) fill(group, passed);
  }
}

// Only subsets of the start's cards, by way of those with a smaller index.
void Bound::fill(int group, int passed) {
  Table& table = tables_[group][passed];
  const int all = group_cards(model_.start().left, group);
  for (int cards = 0;; cards = (cards - all) & all) {
    table[cards] = entry(table, group, passed, cards);
    table[cards].locks = locks(group, passed, cards);
    if (cards == all) return;
  }
}

// By entries of fewer cards: the lowest card of the goal leaves with one of its partners.
Bound::Entry Bound::entry(const Table& table, int group, int passed, int cards) const {
  const int goal = cards & group_cards(model_.goal(), group);
  if (goal == 0) return {0, 0, 0, 0};
  const int low = std::countr_zero(unsigned(goal));
  const auto place = [&](int card) {  // plus 1; 0: the pointer has passed it, or need not
    const int number = kGroupCards * group + card;
    if ((model_.stock() & card_bit(number)) == 0) return 0;
    const int at = model_.place_of(number);
    return passed_[at][group] < passed ? 0 : at + 1;
  };
  const int stock = group_cards(model_.stock(), group);
  Entry out{kNoWay, kNoWay, kNoWay, 0};
  for (int m = cards & group_cards(model_.partners(kGroupCards * group + low), group); m != 0; m &= m - 1) {
    const int other = std::countr_zero(unsigned(m)), pair = 1 << low | 1 << other;
    const Entry& rest = table[cards & ~pair];
    if (rest.apart == kNoWay) continue;
    const int reach = std::max(place(low), place(other));
    out.apart = std::min(out.apart, std::uint8_t(rest.apart + (hidden_ || (pair & stock) == 0 ? 1 : 0)));
    out.slow = std::min(out.slow, std::uint8_t(rest.slow + (hidden_ || reach == 0 ? 1 : 0)));
    out.reach = std::min(out.reach, std::max(rest.reach, std::uint8_t(reach)));
  }
  return out;
}

std::uint8_t Bound::locks(int group, int passed, int cards) const {
  int waste = 0, out = 0;
  for (int m = cards & group_cards(model_.stock(), group); m != 0; m &= m - 1) {
    const int place = model_.place_of(kGroupCards * group + std::countr_zero(unsigned(m)));
    if (passed_[place][group] < passed) waste |= m & -m;
  }
  for (int m = waste; m != 0; m &= m - 1) {
    const int number = kGroupCards * group + std::countr_zero(unsigned(m));
    if ((group_cards(model_.partners(number), group) & cards & ~waste) == 0) out |= m & -m;
  }
  return std::uint8_t(out);
}

Bound::Sum Bound::sum(const PairingNode& n, CardMask cards) const {
  Sum out;
  const CardMask kings = cards & model_.goal() & kKings, waste = before_[n.top];
  if (kings != 0) {
    out.apart = std::popcount(hidden_ ? kings : kings & ~model_.stock());
    out.slow = std::popcount(hidden_ ? kings : kings & (waste | ~model_.stock()));
    for_each_card(kings & model_.stock() & ~waste,
                  [&](int king) { out.reach = std::max(out.reach, model_.place_of(king) + 1); });
  }
  for (int group = 0; group < kGroups; ++group) {
    const Entry& e = table(n, group)[group_cards(cards, group)];
    out.possible = out.possible && e.apart != kNoWay;
    out.apart += e.apart;
    out.slow += e.slow;
    out.reach = std::max(out.reach, int(e.reach));
    out.locks |= CardMask{e.locks} << (kGroupCards * group);
  }
  return out;
}

int Bound::operator()(const PairingNode& n, int in_stock) const {
  const int need = metric_ == FewestMetric::kActions && one_by_one_ ? 0 : model_.need(n.left);
  if (need == PairingModel::kDead) return kDead;
  if (!one_by_one_) return metric_ == FewestMetric::kPasses ? 0 : need;
  const Sum all = sum(n, n.left);
  if (!all.possible) return kDead;
  // A card of the waste that has no partner elsewhere stays as long as nothing is recycled, and with it
  // all that lie beneath.
  int top = -1;
  for_each_card(all.locks, [&](int number) { top = std::max(top, model_.place_of(number)); });
  const CardMask locked = top < 0 ? 0 : n.left & before_[top + 1];
  const CardMask stuck = locked & kKings & model_.goal();
  const Sum here = locked == 0 ? all : sum(n, n.left & ~locked);
  const bool possible = here.possible && stuck == 0;
  if (!possible && !model_.may_recycle(n)) return kDead;
  if (metric_ == FewestMetric::kRemovals) return need;
  if (metric_ == FewestMetric::kPasses) return possible ? 0 : 1;
  const PlaceMask stock = n.places & ~places_below(n.top);
  const int stay =
      possible ? here.slow + (here.reach == 0 ? 0 : std::popcount(stock & places_below(here.reach))) : kDead;
  if (!model_.may_recycle(n)) return stay;
  return std::min(stay, in_stock + 1 + next_pass(n, all, possible ? 0 : locked));
}

// What a plan that recycles pays besides the places that are passed until then and the recycle. A
// removal with a card that is on the waste now is paid for, be it in this pass, where it takes none
// from the stock's top, or as a place of a later pass. Or, the other way round: the next pass goes at
// least so far, as some group needs a locked card, and what can never leave is drawn again.
int Bound::next_pass(const PairingNode& n, const Sum& sum, CardMask locked) const {
  if (locked == 0) return sum.slow;
  int place = 0;
  for (int group = 0; group < kGroups; ++group) place = std::max(place, unlocked_place(n, group, locked));
  for_each_card(locked & kKings & model_.goal(), [&](int king) { place = std::max(place, model_.place_of(king) + 1); });
  return std::max(sum.apart + std::popcount(n.places & places_below(place)), sum.slow + useless(n, place));
}

// The place, plus 1, that the next pass must pass, as a group needs a card that is locked. All cards of
// the waste below it then lie there still: they cannot leave before it does.
int Bound::unlocked_place(const PairingNode& n, int group, CardMask locked) const {
  const Table& table = this->table(n, group);
  int cards = group_cards(n.left & ~locked, group);
  if (table[cards].apart != kNoWay) return 0;
  for (CardMask rest = locked & group_mask(group); rest != 0;) {
    int first = std::countr_zero(rest);
    for_each_card(rest, [&](int number) {
      if (model_.place_of(number) < model_.place_of(first)) first = number;
    });
    rest &= ~card_bit(first);
    cards |= 1 << (first % kGroupCards);
    if (table[cards].apart != kNoWay) return model_.place_of(first) + 1;
  }
  return 0;
}

// Cards before this place that have no partner left.
int Bound::useless(const PairingNode& n, int place) const {
  int out = 0;
  for_each_card(n.left & before_[place] & ~kKings,
                [&](int number) { out += (model_.partners(number) & n.left) == 0 ? 1 : 0; });
  return out;
}

}  // namespace winnable::pairing_fewest

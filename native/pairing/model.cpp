#include "pairing/model.hpp"

#include <algorithm>
#include <stdexcept>

namespace winnable {

namespace {

constexpr int kNever = std::numeric_limits<int>::max();

// Every `step`-th set bit, from the one numbered `from` on.
PlaceMask every(PlaceMask m, int from, int step) {
  PlaceMask out = 0;
  for (int i = 0; m != 0; m &= m - 1, ++i) {
    if (i >= from && (i - from) % step == 0) out |= m & (~m + 1);
  }
  return out;
}

}  // namespace

// ---- the start --------------------------------------------------------------------------------

void PairingModel::reset(const PairingState& start) {
  state_ = start;
  number_cards();
  link_covers();
  find_partners();
  possible_ = partners_;
  fill_need();
}

void PairingModel::number_cards() {
  const SlotMask stock = state_.left & game_.stock();
  start_ = {};
  goal_ = stock_ = 0;
  stock_places_ = 0;
  start_.pass = state_.pass;
  for (SlotMask m = state_.left; m != 0; m &= m - 1) {
    const int slot = first_slot(m), number = model_number(state_.card[slot]);
    start_.left |= card_bit(number);
    if ((game_.goal() & slot_bit(slot)) != 0) goal_ |= card_bit(number);
    if ((stock & slot_bit(slot)) == 0) continue;
    stock_ |= card_bit(number);
    card_at_[stock_places_] = std::uint8_t(number);
    place_of_[number] = std::uint8_t(stock_places_++);
  }
  start_.places = places_below(stock_places_);
  start_.top = std::uint8_t(std::popcount(game_.waste_of(state_)));
}

void PairingModel::link_covers() {
  covers_.fill(0);
  above_.fill(0);
  under_.fill(0);
  for (SlotMask m = state_.left & ~game_.stock(); m != 0; m &= m - 1) {
    const int slot = first_slot(m), number = model_number(state_.card[slot]);
    for (SlotMask over = game_.covers(slot) & state_.left; over != 0; over &= over - 1) {
      const int upper = model_number(state_.card[first_slot(over)]);
      covers_[number] |= card_bit(upper);
      under_[upper] |= card_bit(number);
    }
    if (covers_[number] == 0) start_.open |= card_bit(number);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for_each_card(start_.left, [&](int number) {
      CardMask above = covers_[number];
      for_each_card(covers_[number], [&](int upper) { above |= above_[upper]; });
      grown = grown || above != above_[number];
      above_[number] = above;
    });
  }
}

void PairingModel::find_partners() {
  const bool stock_pairs = game_.rules().stock_top == StockTop::kOpen;
  partners_.fill(0);
  for_each_card(start_.left & ~kKings, [&](int a) {
    const CardMask fits = start_.left & CardMask{a % kGroupCards < kSuits ? 0xF0U : 0x0FU}
                                            << (kGroupCards * group_of(a));
    for_each_card(fits, [&](int b) {
      CardMask before = above_[a], after = above_[b];
      if (game_.rules().overlap) {
        before &= ~covers_[a];
        after &= ~covers_[b];
      }
      const bool apart = (stock_ & card_bit(a)) != 0 && (stock_ & card_bit(b)) != 0 && !stock_pairs;
      if (!apart && (before & card_bit(b)) == 0 && (after & card_bit(a)) == 0) partners_[a] |= card_bit(b);
    });
  });
}

// ---- bounds -----------------------------------------------------------------------------------

void PairingModel::fill_need() {
  for (int g = 0; g < kGroups; ++g) {
    for (int cards = 0; cards < 256; ++cards) need_[g][cards] = need_of(g, cards);
  }
}

// By the need of fewer cards, which has a smaller index: the lowest card of the goal leaves with
// one of its partners.
std::uint8_t PairingModel::need_of(int group, int cards) const {
  const int goal = cards & group_cards(goal_, group);
  if (goal == 0) return 0;
  const int low = std::countr_zero(unsigned(goal));
  const int partners = cards & group_cards(partners_[kGroupCards * group + low], group);
  std::uint8_t best = kDead;
  for (int p = partners; p != 0; p &= p - 1) {
    const int rest = cards & ~(1 << low) & ~(p & -p);
    if (need_[group][rest] != kDead) best = std::min(best, std::uint8_t(need_[group][rest] + 1));
  }
  return best;
}

bool PairingModel::dead(CardMask left) const {
  for (int g = 0; g < kGroups; ++g) {
    if (need_[g][group_cards(left, g)] == kDead) return true;
  }
  return false;
}

int PairingModel::need(CardMask left) const {
  int sum = std::popcount(left & goal_ & kKings);
  for (int g = 0; g < kGroups; ++g) {
    const int need = need_[g][group_cards(left, g)];
    if (need == kDead) return kDead;
    sum += need;
  }
  return sum;
}

// ---- play -------------------------------------------------------------------------------------

PairingReach PairingModel::reach(const PairingNode& n) const {
  const PairingRules& rules = game_.rules();
  const bool again = may_recycle(n) && n.places != 0;
  const PlaceMask waste = n.places & places_below(n.top), stock = n.places & ~waste;
  const PlaceMask last = n.places == 0 ? 0 : std::bit_floor(n.places);
  const PlaceMask waste_top = waste == 0 ? 0 : std::bit_floor(waste);
  PairingReach out;
  // Tops of the stock, and of the waste, that come about by draws; the waste may hold all cards.
  PlaceMask stock_tops[2] = {stock, again ? n.places : 0};
  PlaceMask waste_tops[2] = {stock | waste_top, again ? n.places : 0};
  if (rules.draw > 1) {
    const int d = rules.draw;
    stock_tops[0] = every(stock, 0, d);
    waste_tops[0] = waste_top | every(stock, d - 1, d) | (stock == 0 ? 0 : last);
    if (again) {
      stock_tops[1] = every(n.places, 0, d);
      waste_tops[1] = every(n.places, d - 1, d) | last;
    }
  }
  for (int i = 0; i < 2; ++i) {
    out.alone[i] = waste_tops[i] | (rules.stock_top == StockTop::kHidden ? 0 : stock_tops[i]);
    const PlaceMask first = n.places & (~n.places + 1);
    if (rules.stock_top == StockTop::kOpen) out.together[i] = stock_tops[i] & ~first;
  }
  return out;
}

void PairingModel::edges(const PairingNode& n, std::vector<PairingEdge>& out) const {
  out.clear();
  const auto add = [&](int a, int b) { out.push_back({card_bit(a) | card_bit(b), n.pass}); };
  for_each_card(n.open & kKings, [&](int king) { add(king, king); });
  for_each_card(n.open & ~kKings, [&](int a) {
    for_each_card(n.open & partners_[a] & ~(card_bit(a) - 1), [&](int b) { add(a, b); });
    for_each_card(overlapped(a, n.left), [&](int b) { add(a, b); });
  });
  stock_edges(n, reach(n), out);
}

void PairingModel::stock_edges(const PairingNode& n, const PairingReach& reach, std::vector<PairingEdge>& out) const {
  const auto pass = [&](int i) { return std::uint8_t(game_.unlimited() ? 0 : n.pass + i); };
  for (int i = 0; i < 2; ++i) {
    for (PlaceMask m = reach.alone[i] & ~(i == 0 ? 0 : reach.alone[0]); m != 0; m &= m - 1) {
      const int a = card_at_[std::countr_zero(m)];
      if ((card_bit(a) & kKings) != 0) out.push_back({card_bit(a), pass(i)});
      for_each_card(n.open & partners_[a], [&](int b) { out.push_back({card_bit(a) | card_bit(b), pass(i)}); });
    }
    for (PlaceMask m = reach.together[i] & ~(i == 0 ? 0 : reach.together[0]); m != 0; m &= m - 1) {
      const int place = std::countr_zero(m);
      const int a = card_at_[place], b = card_at_[63 - std::countl_zero(n.places & places_below(place))];
      if ((partners_[a] & card_bit(b)) != 0) out.push_back({card_bit(a) | card_bit(b), pass(i)});
    }
  }
}

// Until the waste holds so many cards; kNever: not by draws within this pass, or the next one.
int PairingModel::actions_to(const PairingNode& n, int waste, int pass) const {
  const int draw = game_.rules().draw, all = std::popcount(n.places);
  const int now = std::popcount(n.places & places_below(n.top));
  const auto draws = [&](int from, int to) {
    if (to < from || ((to - from) % draw != 0 && to != all)) return kNever;
    return (to - from + draw - 1) / draw;
  };
  const int here = pass == n.pass ? draws(now, waste) : kNever;
  if (here != kNever || !may_recycle(n)) return here;
  const int there = draws(0, waste);
  return there == kNever ? kNever : draws(now, all) + 1 + there;
}

int PairingModel::actions_before(const PairingNode& n, const PairingEdge& edge) const {
  const CardMask from_stock = edge.cards & stock_;
  if (from_stock == 0) return 0;
  int place = kDeck;
  for_each_card(from_stock, [&](int number) { place = std::min(place, int(place_of_[number])); });
  const int before = std::popcount(n.places & places_below(place));
  const bool pair = std::popcount(from_stock) == 2;
  int best = actions_to(n, before + 1, edge.pass);
  if (!pair && game_.rules().stock_top != StockTop::kHidden) best = std::min(best, actions_to(n, before, edge.pass));
  return best;
}

std::vector<PairingMove> PairingModel::unfold(std::span<const CardMask> removals, CardMask at_once) const {
  std::vector<PairingMove> out;
  PairingState s = state_;
  CardMask kings = at_once & kKings & start_.left;  // still there
  const auto play = [&](const PairingMove& m) {
    out.push_back(m);
    game_.apply(s, m);
  };
  const auto take_kings = [&] {
    for (CardMask m = kings; m != 0;) {
      const PairingMove move = move_of(m & (~m + 1));
      if (game_.why_illegal(s, move)) {
        m &= m - 1;
        continue;
      }
      play(move);
      kings &= ~(m & (~m + 1));
      m = kings;  // it may have lain on another
    }
  };
  take_kings();
  for (const CardMask cards : removals) {
    if (game_.over(s)) break;
    const PairingMove m = move_of(cards);
    const bool by_itself = (cards & at_once & kKings) != 0;
    const auto waits = [&] { return by_itself ? (cards & kings) != 0 : game_.why_illegal(s, m).has_value(); };
    for (int recycles = 0; waits();) {
      const PairingMove step = game_.stock_of(s) != 0 ? kDrawMove : kRecycleMove;
      recycles += step == kRecycleMove ? 1 : 0;
      if (recycles > 1 || game_.why_illegal(s, step)) throw std::logic_error("a removal that never comes about");
      play(step);
      take_kings();
    }
    if (by_itself) continue;
    play(m);
    take_kings();
  }
  return out;
}

}  // namespace winnable

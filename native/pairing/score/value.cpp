#include "pairing/score/value.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace winnable {

// ---- kings ------------------------------------------------------------------------------------

namespace {

CardMask easy_kings(const PairingModel& model) {
  CardMask out = kKings & (model.game().rules().draw == 1 ? ~CardMask{0} : ~model.stock());
  if (!model.ends_at_clear()) return out;
  for_each_card(out & model.goal(), [&](int king) {
    if (model.under(king) == 0) out &= ~card_bit(king);
  });
  return out;
}

}  // namespace

EasyKings::EasyKings(const PairingModel& model)
    : stock_(model.stock()),
      at_once_(easy_kings(model)),
      first_pass_(model.start().pass),
      next_pass_(model.may_recycle(model.start())) {
  place_.fill(kPassed);
  for_each_card(of_stock(), [&](int king) {
    const int place = model.place_of(king);
    if (place >= model.start().top && !model.game().unlimited()) place_[king - kFirstKing] = place;
  });
  CardMask on = 0;
  for (int place = model.start().top; place-- > 0;) {
    const CardMask card = card_bit(model.card_at(place));
    if ((card & kKings) == 0) {
      on |= card;
    } else if ((card & at_once_) != 0 && !model.game().unlimited()) {
      on_[model.card_at(place) - kFirstKing] = on;
      if (on == 0) continue;
      buried_ |= card;
      place_[model.card_at(place) - kFirstKing] = place;
    }
  }
}

int EasyKings::waiting_at_end(CardMask left, int pass, int place) const {
  int waiting = 0;
  for (int i = 0; i < kSuits; ++i) {
    const bool buried = (buried_ & card_bit(kFirstKing + i)) != 0;
    if (place_[i] == kPassed || (buried && (on_[i] & left) == 0)) continue;
    const int comes_by = first_pass_ + (buried ? 1 : 0);
    waiting += pass < comes_by || (pass == comes_by && place_[i] >= place) ? 1 : 0;
  }
  return waiting;
}

// ---- tables -----------------------------------------------------------------------------------

GroupTables::GroupTables(const PairingModel& model, std::span<const CardMask> demands) {
  for (int g = 0; g < kGroups; ++g) {
    for (int cards = 0; cards < 256; ++cards) table_[g][cards] = of_group(model, demands, g, cards);
  }
}

// By what fewer cards can do, which have a smaller index.
GroupTables::Outlook8 GroupTables::of_group(const PairingModel& model, std::span<const CardMask> demands, int group,
                                            int cards) const {
  Outlook8 out;
  const auto partners = [&](int low) { return cards & group_cards(model.partners(kGroupCards * group + low), group); };
  if (cards != 0) {
    const int low = std::countr_zero(unsigned(cards));
    out.pairs = table_[group][cards & ~(1 << low)].pairs;
    for (int p = partners(low); p != 0; p &= p - 1) {
      const int rest = cards & ~(1 << low) & ~(p & -p);
      out.pairs = std::max(out.pairs, std::uint8_t(table_[group][rest].pairs + 1));
    }
  }
  for (std::size_t i = 0; i < demands.size(); ++i) {
    const int wanted = cards & group_cards(demands[i], group);
    if (wanted == 0) {
      out.met |= std::uint8_t(1 << i);
      continue;
    }
    const int low = std::countr_zero(unsigned(wanted));
    for (int p = partners(low); p != 0; p &= p - 1) {
      out.met |= table_[group][cards & ~(1 << low) & ~(p & -p)].met & std::uint8_t(1 << i);
    }
  }
  return out;
}

// ---- points -----------------------------------------------------------------------------------

namespace {

CardMask cards_in(const PairingModel& model, SlotMask slots) {
  CardMask out = 0;
  const PairingState& s = model.start_state();
  for (SlotMask m = slots & s.left; m != 0; m &= m - 1) out |= card_bit(model_number(s.card[first_slot(m)]));
  return out;
}

// A set for each level: all cards up to it.
std::vector<CardMask> level_demands(const PairingModel& model) {
  const Pairing& game = model.game();
  if (game.rules().scoring == Scoring::kNone) {
    throw std::invalid_argument("this game counts no points: its rules say scoring none");
  }
  if (game.rules().scoring == Scoring::kPar) return {cards_in(model, game.tableau())};
  std::vector<CardMask> out;
  for (int row = game.rules().rows; row-- > 0;) {
    out.push_back((out.empty() ? 0 : out.back()) | cards_in(model, game.row(row)));
  }
  return out;
}

}  // namespace

PointsValue::PointsValue(const PairingModel& model, const EasyKings& kings)
    : model_(model),
      kings_(kings),
      par_(model.game().rules().scoring == Scoring::kPar),
      pair_points_(par_ ? 2 : kRemovalPoints),
      king_points_(par_ ? 1 : kRemovalPoints),
      tables_(model, level_demands(model)) {
  CardMask before = 0;
  for (const CardMask cards : level_demands(model)) {
    add_level(cards & ~before);
    before = cards;
  }
  for_each_card(model.start().left, [&](int number) {
    held_[number] |= card_bit(number);
    for_each_card(model.above(number), [&](int upper) { held_[upper] |= card_bit(number); });
  });
}

void PointsValue::add_level(CardMask cards) {
  level_[levels_] = cards;
  for_each_card(cards, [&](int number) {
    if ((model_.under(number) & cards) == 0) deepest_[levels_] |= card_bit(number);
  });
  ++levels_;
}

int PointsValue::cleared(CardMask left) const {
  int levels = 0;
  while (levels < levels_ && (left & level_[levels]) == 0) ++levels;
  return levels;
}

int PointsValue::bonus(int levels, int pass) const {
  if (par_) return levels == 1 ? kParPoints[pass] : 0;
  int sum = 0;
  for (int i = 0; i < levels; ++i) sum += kRowPoints[kRowPoints.size() - 1 - i];
  return sum;
}

int PointsValue::for_cards(CardMask left, int waiting) const {
  const int kings = std::popcount(left & kKings) + waiting, others = std::popcount(left & ~kKings);
  return par_ ? -(kings + others) : kRemovalPoints * ((kSuits - kings) + (kFirstKing - others) / 2);
}

// Par counts the pass of the position: buried kings are worth a next pass only where no tableau is
// cleared or they outweigh what it costs.
int PointsValue::value(CardMask left, int pass) const {
  const int levels = cleared(left), waiting = kings_.waiting(left, pass);
  const int here = bonus(levels, pass) + for_cards(left, waiting);
  if (waiting == 0 || !kings_.next_pass()) return here;
  return std::max(here, bonus(levels, pass + 1) + for_cards(left, 0));
}

int PointsValue::at_end(CardMask left, int pass, int waiting) const {
  return bonus(cleared(left), pass) + for_cards(left, waiting);
}

namespace {

// No fewer removals take these cards: a pair takes one card of each of its ranks.
int removals_of(CardMask cards) {
  constexpr int kLower = (1 << kSuits) - 1;
  int out = std::popcount(cards & kKings);
  for (int g = 0; g < kGroups; ++g) {
    const int of_group = group_cards(cards, g);
    out += std::max(std::popcount(unsigned(of_group & kLower)), std::popcount(unsigned(of_group >> kSuits)));
  }
  return out;
}

}  // namespace

// Points come from removals and, in one piece, from levels that are cleared: the cheapest number of levels counts.
int PointsValue::removals_until(CardMask left, int pass, int missing) const {
  const int have = cleared(left);
  int out = std::numeric_limits<int>::max();
  CardMask wanted = 0;
  for (int levels = have; levels <= levels_; ++levels) {
    if (levels > have) wanted |= left & level_[levels - 1];
    const int rest = missing - (bonus(levels, pass) - bonus(have, pass));
    out = std::min(out, std::max(removals_of(wanted), (rest + pair_points_ - 1) / pair_points_));
  }
  return std::max(out, 0);
}

// As if no pair had to wait for another. Where a level cannot be cleared, some card of it remains,
// and with it all that it covers.
int PointsValue::upper(CardMask left, int pass) const {
  const auto with = [&](int levels, CardMask free, int pairs) {
    return bonus(levels, pass) + for_cards(left, 0) + pair_points_ * pairs +
           king_points_ * std::popcount(free & kKings);
  };
  const GroupTables::Outlook best = tables_.outlook(left);
  const int reachable = std::countr_one(best.met);
  if (reachable >= levels_) return with(levels_, left, best.pairs);
  int upper = std::numeric_limits<int>::min();
  for (int levels = reachable; levels >= 0 && with(levels, left, best.pairs) > upper; --levels) {
    for_each_card(left & deepest_[levels], [&](int stuck) {
      const CardMask free = left & ~held_[stuck];
      const GroupTables::Outlook rest = tables_.outlook(free);
      if (std::countr_one(rest.met) >= levels) upper = std::max(upper, with(levels, free, rest.pairs));
    });
  }
  return upper;
}

// ---- cards of a rank --------------------------------------------------------------------------

namespace {

CardMask cards_of_rank(int rank) {
  CardMask out = 0;
  for (int suit = 0; suit < kSuits; ++suit) out |= card_bit(model_number(make_card(rank, suit)));
  return out;
}

// A set for each choice of the cards still wanted: they, and what lies on them; with all that a win takes, if
// there is to be one.
std::vector<CardMask> clear_demands(const PairingModel& model, int rank, int amount, bool board) {
  const CardMask all = cards_of_rank(rank), left = all & model.start().left;
  const int wanted = amount - (kSuits - std::popcount(left));
  std::vector<CardMask> out;
  for (CardMask some = left;; some = (some - 1) & left) {
    if (std::popcount(some) == std::max(wanted, 0)) {
      CardMask cards = some | (board ? model.goal() : 0);
      for_each_card(some, [&](int number) { cards |= model.above(number); });
      out.push_back(cards);
    }
    if (some == 0) return out;
  }
}

}  // namespace

ClearValue::ClearValue(const PairingModel& model, const EasyKings& kings, int rank, int amount, bool board)
    : model_(model),
      kings_(kings),
      rank_(rank),
      amount_(amount),
      board_(board),
      of_rank_(cards_of_rank(rank)),
      tables_(model, clear_demands(model, rank, amount, board)),
      ways_(std::uint8_t((1 << clear_demands(model, rank, amount, board).size()) - 1)) {}

// So many of the stock's easy kings never come by.
int ClearValue::worth(CardMask left, int waiting) const {
  const int gone = kSuits - std::popcount(left & of_rank_) - (rank_ == kKing ? waiting : 0);
  if (!board_) return gone;
  const bool all = model_.game().rules().goal == PairingGoal::kAll;
  return (left & model_.goal()) == 0 && !(all && waiting > 0) ? 1 + gone : 0;
}

int ClearValue::value(CardMask left, int pass) const {
  return worth(left, kings_.next_pass() ? 0 : kings_.waiting(left, pass));
}

int ClearValue::at_end(CardMask left, int, int waiting) const { return worth(left, waiting); }

int ClearValue::upper(CardMask left, int pass) const {
  const int reached = value(left, pass);
  return (tables_.outlook(left).met & ways_) != 0 ? std::max(amount_ + (board_ ? 1 : 0), reached) : reached;
}

int ClearValue::of(const PairingState& s) const {
  int gone = kSuits;
  for (SlotMask m = s.left; m != 0; m &= m - 1) gone -= rank_of(s.card[first_slot(m)]) == rank_ ? 1 : 0;
  if (!board_) return gone;
  return model_.game().won(s) ? 1 + gone : 0;
}

}  // namespace winnable

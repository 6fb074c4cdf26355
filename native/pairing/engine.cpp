#include "pairing/engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace winnable {

namespace {

struct Keys {
  std::array<std::array<Key128, kDeck>, kDeck> card;  // by slot, or place in the stock's order
  std::array<Key128, kDeck + 1> waste;                // by its number of cards
  std::array<Key128, kMaxPasses> pass;
};

Keys make_keys() {
  Keys keys;
  std::uint64_t seed = 0x70797261;
  const auto next = [&] { return Key128{splitmix64(seed), splitmix64(seed)}; };
  for (auto& slot : keys.card) {
    for (Key128& k : slot) k = next();
  }
  for (Key128& k : keys.waste) k = next();
  for (Key128& k : keys.pass) k = next();
  return keys;
}

const Keys& zobrist() {
  static const Keys keys = make_keys();
  return keys;
}

template <class Visit>
void for_each_slot(SlotMask m, Visit&& visit) {
  for (; m != 0; m &= m - 1) visit(first_slot(m));
}

// Throws unless this is a card that has not been seen before.
void see(Card c, std::uint64_t& seen) {
  if (c >= kDeck) throw std::invalid_argument("a card that is none");
  if ((seen >> c & 1) != 0) throw std::invalid_argument(format_card(c) + " appears twice");
  seen |= std::uint64_t{1} << c;
}

[[noreturn]] void bad_rule(const std::string& what) { throw std::invalid_argument("rule " + what); }

/// Where all cards lie open in columns there is no stock, and no rule of it may say otherwise.
void check_without_stock(const PairingRules& r) {
  std::string missing;
  const auto want = [&](bool holds, const char* rule) {
    if (!holds) missing += (missing.empty() ? "" : ",") + std::string(rule);
  };
  want(r.passes == 1, "passes=1");
  want(r.draw == 1, "draw=1");
  want(r.waste_cards == 0, "waste_cards=0");
  want(r.stock_top == StockTop::kOpen, "stock_top=open");
  if (!missing.empty()) bad_rule("columns: these leave no stock; set " + missing);
}

}  // namespace

void validate(const PairingRules& r) {
  const int rest = kDeck - r.rows * (r.rows + 1) / 2;
  if (r.face_down_rows > r.rows) bad_rule("face_down_rows: there are only " + std::to_string(r.rows) + " rows");
  if (r.columns > 0) check_without_stock(r);
  if (r.waste_cards > rest) bad_rule("waste_cards: the stock has only " + std::to_string(rest) + " cards");
  if (r.scoring == Scoring::kMicrosoft && (r.rows != int(kRowPoints.size()) || r.tableau != Tableau::kPyramid)) {
    bad_rule("scoring: microsoft's rows are those of a pyramid of seven; set scoring to none");
  }
  if (r.scoring == Scoring::kPar && (r.passes == 0 || r.passes > int(kParPoints.size()))) {
    bad_rule("scoring: par counts 1 to " + std::to_string(kParPoints.size()) + " passes");
  }
}

Pairing::Pairing(const PairingRules& rules) : rules_(rules) {
  validate(rules);
  lay_out();
}

void Pairing::lay_out() {
  int slot = 0;
  const auto start = [&](int row) {  // of a row's slots
    return rules_.tableau == Tableau::kPyramid ? row * (row + 1) / 2 : row * rules_.rows - row * (row - 1) / 2;
  };
  for (int row = 0; row < rules_.rows; ++row) {
    const int cards = rules_.tableau == Tableau::kPyramid ? row + 1 : rules_.rows - row;
    for (int i = 0; i < cards; ++i, ++slot) {
      rows_[row] |= slot_bit(slot);
      if (row + 1 == rules_.rows) continue;
      const int left = rules_.tableau == Tableau::kPyramid ? i : i - 1;  // its coverers in the next row
      if (left >= 0) covers_[slot] |= slot_bit(start(row + 1) + left);
      if (rules_.tableau == Tableau::kPyramid || i + 1 < cards) covers_[slot] |= slot_bit(start(row + 1) + left + 1);
    }
  }
  tableau_slots_ = slot;
  tableau_ = slot_bit(slot) - 1;
  if (rules_.columns == 0) stock_ = kAllSlots & ~tableau_;
  for (int s = slot; rules_.columns > 0 && s + rules_.columns < kDeck; ++s) covers_[s] = slot_bit(s + rules_.columns);
  goal_ = rules_.goal == PairingGoal::kAll ? kAllSlots : tableau_;
}

PairingState Pairing::deal(std::span<const Card, kDeck> deck) const {
  std::uint64_t seen = 0;
  for (const Card c : deck) see(c, seen);
  State s;
  std::copy(deck.begin(), deck.end(), s.card.begin());
  s.drawn = has_stock() ? std::uint8_t(first_stock_slot() + rules_.waste_cards) : std::uint8_t(kDeck);
  return s;
}

PairingState Pairing::position(const PairingSetup& setup) const {
  State s;
  s.card.fill(kNoCard);
  s.left = 0;
  std::uint64_t seen = 0;
  const auto put = [&](int slot, Card c) {
    see(c, seen);
    s.card[slot] = c;
    s.left |= slot_bit(slot);
  };
  if (int(setup.tableau.size()) != tableau_slots_) {
    throw std::invalid_argument("a tableau of " + std::to_string(tableau_slots_) + " cards or gaps is expected");
  }
  for (int slot = 0; slot < tableau_slots_; ++slot) {
    if (setup.tableau[slot] != kNoCard) put(slot, setup.tableau[slot]);
  }
  if (setup.columns.size() > rules_.columns) throw std::invalid_argument("a column too many");
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    int slot = first_stock_slot() + int(i);
    for (const Card c : setup.columns[i]) {
      if (slot >= kDeck) throw std::invalid_argument("column " + std::to_string(i + 1) + " is too long");
      put(slot, c);
      slot += rules_.columns;
    }
  }
  const std::size_t drawn_or_not = setup.waste.size() + setup.stock.size();
  if (drawn_or_not > std::size_t(std::popcount(stock_))) {
    throw std::invalid_argument("waste and stock hold " + std::to_string(drawn_or_not) +
                                " cards together, not at most " + std::to_string(std::popcount(stock_)));
  }
  int slot = kDeck - int(drawn_or_not);
  for (const Card c : setup.waste) put(slot++, c);
  s.drawn = std::uint8_t(slot);
  for (const Card c : setup.stock) put(slot++, c);
  if (setup.pass >= (unlimited() ? 1 : rules_.passes)) {
    throw std::invalid_argument("there is no pass " + std::to_string(setup.pass + 1));
  }
  s.pass = setup.pass;
  if (s.pass > 0) s.seen = stock_;
  for_each_slot(kAllSlots & ~s.left & ~stock_, [&](int gap) {
    if ((covers_[gap] & s.left) != 0) throw std::invalid_argument("a card is gone that others still cover");
  });
  return s;
}

PairingSetup Pairing::setup(const State& s) const {
  PairingSetup out;
  for (int slot = 0; slot < tableau_slots_; ++slot) {
    out.tableau.push_back((s.left & slot_bit(slot)) != 0 ? s.card[slot] : kNoCard);
  }
  out.columns.resize(rules_.columns);
  if (!has_stock()) {
    for_each_slot(s.left & ~tableau_,
                  [&](int slot) { out.columns[(slot - tableau_slots_) % rules_.columns].push_back(s.card[slot]); });
  }
  for_each_slot(waste_of(s), [&](int slot) { out.waste.push_back(s.card[slot]); });
  for_each_slot(stock_of(s), [&](int slot) { out.stock.push_back(s.card[slot]); });
  out.pass = s.pass;
  return out;
}

SlotMask Pairing::available(const State& s) const {
  SlotMask out = 0;
  for_each_slot(s.left & ~stock_, [&](int slot) {
    if (free(s, slot)) out |= slot_bit(slot);
  });
  if (const SlotMask waste = waste_of(s)) out |= slot_bit(last_slot(waste));
  if (const SlotMask stock = stock_of(s); stock != 0 && rules_.stock_top != StockTop::kHidden) {
    out |= slot_bit(first_slot(stock));
  }
  return out;
}

SlotMask Pairing::face_up(const State& s) const {
  SlotMask out = s.left & ~stock_;
  for (int row = 0; row < rules_.face_down_rows; ++row) {
    for_each_slot(rows_[row] & s.left, [&](int slot) {
      if (!free(s, slot)) out &= ~slot_bit(slot);
    });
  }
  return out | waste_of(s) | available(s);
}

bool Pairing::may_pair(const State& s, SlotMask available, int a, int b) const {
  const SlotMask pair = slot_bit(a) | slot_bit(b);
  if ((available & pair) == pair) {
    return rules_.stock_top != StockTop::kApart || (pair & ~stock_) != 0;
  }
  if (!rules_.overlap || (available & pair) == 0) return false;
  const int under = (available & slot_bit(a)) != 0 ? b : a;
  return (s.left & covers_[under]) == (pair & ~slot_bit(under));
}

void Pairing::legal_moves(const State& s, MoveList<Move>& out) const {
  out.clear();
  if (over(s)) return;
  const SlotMask open = available(s);
  SlotMask candidates = open;
  if (rules_.overlap) {
    for_each_slot(s.left & ~stock_ & ~open, [&](int slot) {
      if (std::popcount(covers_[slot] & s.left) == 1) candidates |= slot_bit(slot);
    });
  }
  for_each_slot(candidates, [&](int a) {
    if (rank_of(s.card[a]) == kKing) {
      if ((open & slot_bit(a)) != 0) out.push_back(king_move(s.card[a]));
      return;
    }
    for_each_slot(candidates & ~(slot_bit(a + 1) - 1), [&](int b) {
      if (adds_up(s.card[a], s.card[b]) && may_pair(s, open, a, b)) out.push_back(pair_move(s.card[a], s.card[b]));
    });
  });
  std::sort(out.begin(), out.end());
  if (stock_of(s) != 0) {
    out.push_back(kDrawMove);
  } else if (waste_of(s) != 0 && (unlimited() || s.pass + 1 < rules_.passes)) {
    out.push_back(kRecycleMove);
  }
}

std::optional<int> Pairing::slot_of(const State& s, Card c) const {
  for (SlotMask m = s.left; m != 0; m &= m - 1) {
    if (s.card[first_slot(m)] == c) return first_slot(m);
  }
  return std::nullopt;
}

std::optional<std::string> Pairing::why_not_available(const State& s, int slot) const {
  const std::string name = format_card(s.card[slot]);
  if ((stock_of(s) & slot_bit(slot)) != 0) {
    return rules_.stock_top == StockTop::kHidden ? name + " is in the stock: draw it first"
                                                 : name + " is not on top of the stock";
  }
  if ((waste_of(s) & slot_bit(slot)) != 0) return name + " is not on top of the waste";
  std::string by;
  for_each_slot(covers_[slot] & s.left,
                [&](int over) { by += (by.empty() ? "" : " and ") + format_card(s.card[over]); });
  return name + " is covered by " + by;
}

std::optional<std::string> Pairing::why_illegal(const State& s, const Move& m) const {
  if (over(s)) return "the game is over: it is won";
  if (m == kDrawMove) {
    if (stock_of(s) != 0) return std::nullopt;
    return has_stock() ? "the stock is empty" : "this game has no stock";
  }
  if (m == kRecycleMove) {
    if (!has_stock()) return "this game has no stock";
    if (stock_of(s) != 0) return "the waste goes back only when the stock is empty";
    if (waste_of(s) == 0) return "the waste is empty";
    if (unlimited() || s.pass + 1 < rules_.passes) return std::nullopt;
    return "pass " + std::to_string(s.pass + 1) + " is the last one";
  }
  const bool alone = m.second == kNoCard;
  if (m.first >= kDeck || (!alone && (m.second >= kDeck || m.second <= m.first))) return "that is no move";
  const std::string first = format_card(m.first);
  if (alone && rank_of(m.first) != kKing) return first + " leaves only with a card that makes thirteen with it";
  if (!alone && !adds_up(m.first, m.second)) return first + " and " + format_card(m.second) + " do not make thirteen";
  const SlotMask open = available(s);
  std::array<int, 2> slots{};
  for (int i = 0; i < (alone ? 1 : 2); ++i) {
    const Card c = i == 0 ? m.first : m.second;
    const auto slot = slot_of(s, c);
    if (!slot) return format_card(c) + " has left already";
    slots[i] = *slot;
  }
  if (alone) {
    return (open & slot_bit(slots[0])) != 0 ? std::nullopt : why_not_available(s, slots[0]);
  }
  if (may_pair(s, open, slots[0], slots[1])) return std::nullopt;
  for (const int slot : slots) {
    if ((open & slot_bit(slot)) == 0) return why_not_available(s, slot);
  }
  return "the tops of stock and waste do not leave together in this game";
}

void Pairing::settle(State& s) const {
  const SlotMask rest = stock_of(s);
  s.drawn = rest == 0 ? std::uint8_t(kDeck) : std::uint8_t(first_slot(rest));
}

void Pairing::apply(State& s, const Move& m) const {
  if (m == kDrawMove) {
    SlotMask rest = stock_of(s);
    for (int i = 0; i < rules_.draw && rest != 0; ++i) rest &= rest - 1;
    s.drawn = rest == 0 ? std::uint8_t(kDeck) : std::uint8_t(first_slot(rest));
    return;
  }
  if (m == kRecycleMove) {
    s.drawn = std::uint8_t(first_stock_slot());
    s.seen |= stock_;
    if (!unlimited()) ++s.pass;
    return settle(s);
  }
  for_each_slot(s.left, [&](int slot) {
    if (s.card[slot] == m.first || s.card[slot] == m.second) s.left &= ~slot_bit(slot);
  });
  if (has_stock()) settle(s);
}

Outcome Pairing::outcome(const State& s) const {
  if (won(s)) return Outcome::kWon;
  MoveList<Move> moves;
  legal_moves(s, moves);
  return moves.empty() ? Outcome::kStuck : Outcome::kOpen;
}

bool Pairing::same(const State& a, const State& b) const {
  if (a.pass != b.pass || ((a.left ^ b.left) & ~stock_) != 0) return false;
  bool equal = true;
  for_each_slot(a.left & ~stock_, [&](int slot) { equal = equal && a.card[slot] == b.card[slot]; });
  const auto alike = [&](SlotMask x, SlotMask y) {
    if (std::popcount(x) != std::popcount(y)) return false;
    for (; x != 0; x &= x - 1, y &= y - 1) {
      if (a.card[first_slot(x)] != b.card[first_slot(y)]) return false;
    }
    return true;
  };
  return equal && alike(waste_of(a), waste_of(b)) && alike(stock_of(a), stock_of(b));
}

Key128 Pairing::key(const State& s) const {
  const Keys& keys = zobrist();
  Key128 out = keys.pass[s.pass] ^ keys.waste[std::popcount(waste_of(s))];
  for_each_slot(s.left & ~stock_, [&](int slot) { out ^= keys.card[slot][s.card[slot]]; });
  int place = first_stock_slot();
  for_each_slot(s.left & stock_, [&](int slot) { out ^= keys.card[place++][s.card[slot]]; });
  return out;
}

int Pairing::removals(const State& s) const {
  int kings = kSuits;
  for_each_slot(s.left, [&](int slot) { kings -= rank_of(s.card[slot]) == kKing ? 1 : 0; });
  return kings + (kDeck - std::popcount(s.left) - kings) / 2;
}

int Pairing::score(const State& s) const {
  if (rules_.scoring == Scoring::kNone) return 0;
  if (rules_.scoring == Scoring::kPar) {
    return ((s.left & tableau_) == 0 ? kParPoints[s.pass] : 0) - std::popcount(s.left);
  }
  int points = kRemovalPoints * removals(s);
  for (int row = 0; row < rules_.rows; ++row) points += (s.left & rows_[row]) == 0 ? kRowPoints[row] : 0;
  return points;
}

}  // namespace winnable

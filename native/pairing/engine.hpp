// The one engine of all pairing games: Pyramid and its kin, by a rules value.
//
// Every card has a slot: the tableau in reading order, then the rest of the deck in the order
// in which it was dealt (the stock, or open columns filled row by row). Cards never change slots.
// So a position is which slots still hold their card, how much of the stock is drawn, and the pass.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/card.hpp"
#include "core/game.hpp"
#include "core/key.hpp"
#include "core/result.hpp"
#include "pairing/rules.hpp"

namespace winnable {

using SlotMask = std::uint64_t;  // bit s: slot s, 0..51
constexpr SlotMask slot_bit(int slot) { return SlotMask{1} << slot; }
constexpr int first_slot(SlotMask m) { return std::countr_zero(m); }      // of a mask that is not empty
constexpr int last_slot(SlotMask m) { return 63 - std::countl_zero(m); }  // of a mask that is not empty
inline constexpr SlotMask kAllSlots = slot_bit(kDeck) - 1;

// Two cards that leave together, lower number first; a king alone; a draw; a recycle.
struct PairingMove {
  Card first = kNoCard;
  Card second = kNoCard;
  friend constexpr auto operator<=>(const PairingMove&, const PairingMove&) = default;
};
inline constexpr PairingMove kDrawMove{253, kNoCard};
inline constexpr PairingMove kRecycleMove{254, kNoCard};
constexpr PairingMove pair_move(Card a, Card b) { return a < b ? PairingMove{a, b} : PairingMove{b, a}; }
constexpr PairingMove king_move(Card king) { return {king, kNoCard}; }
constexpr bool is_removal(const PairingMove& m) { return m.first < kDeck; }

inline constexpr int kKing = kRanks - 1;
// Do these cards leave together?
constexpr bool adds_up(Card a, Card b) { return rank_of(a) + rank_of(b) == kKing - 1; }

struct PairingState {
  std::array<Card, kDeck> card;  // by slot; where the card has left, it no longer matters
  SlotMask left = kAllSlots;     // slots that still hold their card
  std::uint8_t drawn = 0;        // the stock's top lies in this slot; kDeck: the stock is empty
  std::uint8_t pass = 0;         // from 0; stays 0 where passes are unlimited
  SlotMask seen = 0;             // slots whose cards the player knows from before; no matter to the rules
};

struct PairingSetup {
  std::vector<Card> tableau;               // by slot; kNoCard: gone
  std::vector<std::vector<Card>> columns;  // deepest card first
  std::vector<Card> waste;                 // first drawn first: its last card is on top
  std::vector<Card> stock;                 // first drawn first: its first card is on top
  std::uint8_t pass = 0;
  friend bool operator==(const PairingSetup&, const PairingSetup&) = default;
};

// Checks a rules value as a whole; throws std::invalid_argument naming the key.
void validate(const PairingRules& rules);

class Pairing {
 public:
  using State = PairingState;
  using Move = PairingMove;

  explicit Pairing(const PairingRules& rules);
  const PairingRules& rules() const { return rules_; }

  // ---- layout -------------------------------------------------------------------------------
  int tableau_slots() const { return tableau_slots_; }
  int first_stock_slot() const { return tableau_slots_; }  // of the stock or the columns
  bool has_stock() const { return stock_ != 0; }
  SlotMask tableau() const { return tableau_; }
  SlotMask stock() const { return stock_; }  // slots of stock and waste; empty where there are columns
  SlotMask goal() const { return goal_; }    // slots that must be empty to win
  SlotMask row(int r) const { return rows_[r]; }
  // The same game, won when these slots are empty, with play going on.
  Pairing until(SlotMask goal) const {
    Pairing out = *this;
    out.rules_.goal = PairingGoal::kAll;  // cards outside the tableau may be among them
    out.rules_.play_on = true;
    out.goal_ = goal;
    return out;
  }
  // Slots whose cards lie directly on this one.
  SlotMask covers(int slot) const { return covers_[slot]; }
  bool unlimited() const { return rules_.passes == 0; }

  // ---- positions ----------------------------------------------------------------------------
  // Throws std::invalid_argument unless the deck holds every card once.
  State deal(std::span<const Card, kDeck> deck) const;
  // Throws std::invalid_argument for piles that no position has; cards that are nowhere have left.
  State position(const PairingSetup& setup) const;
  PairingSetup setup(const State& s) const;

  bool free(const State& s, int slot) const { return (covers_[slot] & s.left) == 0; }
  SlotMask waste_of(const State& s) const { return s.left & stock_ & (slot_bit(s.drawn) - 1); }
  SlotMask stock_of(const State& s) const { return s.left & stock_ & ~(slot_bit(s.drawn) - 1); }
  // Slots whose cards may leave now, given a partner.
  SlotMask available(const State& s) const;
  // Slots whose cards lie face up: all but the rows dealt face down, as long as they are covered, and the
  // stock, of which the top may be turned up.
  SlotMask face_up(const State& s) const;
  // Slots whose cards the player knows: those, and what was seen before, as in an earlier pass.
  SlotMask known(const State& s) const { return face_up(s) | (s.seen & s.left); }
  // Can the player tell from what lies face up which moves are legal? Not where a card may leave from
  // beneath another, face down.
  bool observable() const { return !rules_.overlap || rules_.face_down_rows == 0; }

  // ---- play ---------------------------------------------------------------------------------
  void legal_moves(const State& s, MoveList<Move>& out) const;
  std::optional<std::string> why_illegal(const State& s, const Move& m) const;
  void apply(State& s, const Move& m) const;  // a legal move
  State play_unchecked(const State& s, const Move& m) const {
    State next = s;
    apply(next, m);
    return next;
  }
  bool won(const State& s) const { return (s.left & goal_) == 0; }
  // Won, and by these rules nothing may be done any more.
  bool over(const State& s) const { return won(s) && !rules_.play_on; }
  Outcome outcome(const State& s) const;

  // Equal positions have the same cards in the tableau, the columns, the waste and the stock,
  // and the same pass; whatever has left may have left from anywhere.
  bool same(const State& a, const State& b) const;
  Key128 key(const State& s) const;

  // Pairs and kings that have left.
  int removals(const State& s) const;
  // By the rules' scoring; 0 where there is none.
  int score(const State& s) const;

 private:
  void lay_out();
  std::optional<int> slot_of(const State& s, Card c) const;
  std::optional<std::string> why_not_available(const State& s, int slot) const;
  bool may_pair(const State& s, SlotMask available, int a, int b) const;
  void settle(State& s) const;  // `drawn` on to the next card of the stock

  PairingRules rules_;
  int tableau_slots_ = 0;
  SlotMask tableau_ = 0;
  SlotMask stock_ = 0;
  SlotMask goal_ = 0;
  std::array<SlotMask, kMaxRows> rows_{};
  std::array<SlotMask, kDeck> covers_{};
};

// Points for clearing a row of seven, from the apex down to the bottom row.
inline constexpr std::array<int, 7> kRowPoints = {500, 250, 150, 100, 75, 50, 25};
inline constexpr int kRemovalPoints = 5;
// Par: points for clearing the tableau in pass 1, 2, 3, before the cards left are taken off.
inline constexpr std::array<int, 3> kParPoints = {50, 35, 20};

}  // namespace winnable

// One position of a pairing game, compiled for search.
//
// Cards get new numbers, so that ranks that make thirteen lie side by side: 8 * group + suit for
// the lower rank of a group (A..6), 8 * group + 4 + suit for its partner (Q..7), kings last. What
// a group of ranks still holds is then eight neighbouring bits, an index into a table.
//
// Draws and recycles are no moves here: a removal says in which pass it happens, and that is the
// earliest pass in which its cards come to light. Removing a card of the stock leaves as many
// cards on the waste as lie before it, whenever that is done and wherever the pointer came from;
// so an earlier pass is never worse.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "pairing/engine.hpp"

namespace winnable {

using CardMask = std::uint64_t;   // bit: a card by its number in the model
using PlaceMask = std::uint64_t;  // bit: a place in the stock's order, the waste's cards first

inline constexpr int kGroups = 6;  // of two ranks that make thirteen
inline constexpr int kGroupCards = 2 * kSuits;
inline constexpr int kFirstKing = kGroups * kGroupCards;
inline constexpr CardMask kKings = CardMask{15} << kFirstKing;

inline constexpr int kMaxPairs = kGroups * kSuits * kSuits;

constexpr CardMask card_bit(int number) { return CardMask{1} << number; }
constexpr PlaceMask place_bit(int place) { return PlaceMask{1} << place; }
constexpr PlaceMask places_below(int place) { return place_bit(place) - 1; }
constexpr int model_number(Card c) {
  const int rank = rank_of(c), group = rank < kGroups ? rank : kKing - 1 - rank;
  if (rank == kKing) return kFirstKing + suit_of(c);
  return kGroupCards * group + (rank < kGroups ? 0 : kSuits) + suit_of(c);
}
constexpr Card model_card(int number) {
  const int group = number / kGroupCards, suit = number % kSuits;
  if (number >= kFirstKing) return make_card(kKing, suit);
  return make_card(number % kGroupCards < kSuits ? group : kKing - 1 - group, suit);
}
// The move that takes a king, or the two cards of a pair.
constexpr PairingMove move_of(CardMask cards) {
  const Card a = model_card(std::countr_zero(cards)), b = model_card(63 - std::countl_zero(cards));
  return a == b ? king_move(a) : pair_move(a, b);
}
constexpr int group_of(int number) { return number / kGroupCards; }
// The cards of one group, as an index into its table.
constexpr int group_cards(CardMask cards, int group) { return int(cards >> (kGroupCards * group) & 255); }

// A position on the way. Where passes are unlimited `pass` stays 0.
struct PairingNode {
  CardMask left = 0;      // cards that have not left
  CardMask open = 0;      // of those, cards outside the stock that nothing covers
  PlaceMask places = 0;   // places of the stock and waste that still hold their card
  std::uint8_t top = 0;   // the first of them in the stock; the number of places: the stock is empty
  std::uint8_t pass = 0;  // from 0
};

// A king or a pair, and the pass in which it leaves.
struct PairingEdge {
  CardMask cards = 0;
  std::uint8_t pass = 0;
};

// Where the stock's cards come to light: by place, in this pass from here on, and in the next one.
struct PairingReach {
  PlaceMask alone[2] = {0, 0};     // exposed, on the waste or (where that is in play) the stock
  PlaceMask together[2] = {0, 0};  // exposed together with the last place left before it
};

// Why nothing wins: cards of one rank that have fewer partners together than they are, or pairs
// that every win holds, each waiting for the next and the last one for the first.
struct PairingFlaw {
  CardMask stranded = 0;
  CardMask partners = 0;
  std::vector<CardMask> circle;
};

class PairingModel {
 public:
  static constexpr std::uint8_t kDead = 255;

  explicit PairingModel(const Pairing& game) : game_(game) {}
  // Compiles a position. Memory is inside the object; nothing is kept from before.
  void reset(const PairingState& start);

  // ---- the start ------------------------------------------------------------------------------
  const Pairing& game() const { return game_; }
  const PairingState& start_state() const { return state_; }
  const PairingNode& start() const { return start_; }
  CardMask goal() const { return goal_; }    // cards that must leave
  CardMask stock() const { return stock_; }  // of stock and waste
  int stock_places() const { return stock_places_; }
  int card_at(int place) const { return card_at_[place]; }
  int place_of(int number) const { return place_of_[number]; }  // of a card of the stock or waste
  // Cards that lie directly on it, that lie on it at any depth, and on which it lies directly.
  CardMask covers(int number) const { return covers_[number]; }
  CardMask above(int number) const { return above_[number]; }
  CardMask under(int number) const { return under_[number]; }
  // With which it might ever leave: the ranks fit, neither must leave before the other can, and
  // they do not both lie in a stock from which no two cards leave together.
  CardMask partners(int number) const { return partners_[number]; }
  CardMask possible_partners(int number) const { return possible_[number]; }  // before refine()
  // Of those, among `left`: with which it can leave so that the goal's cards left of its group
  // could still all be paired.
  CardMask alive_partners(int number, CardMask left) const {
    const int group = group_of(number);
    CardMask out = 0;
    for (CardMask m = partners_[number] & left; m != 0; m &= m - 1) {
      const CardMask other = m & (~m + 1);
      if (need_[group][group_cards(left & ~card_bit(number) & ~other, group)] != kDead) out |= other;
    }
    return out;
  }
  // The cards that this open card alone covers and may leave with nevertheless.
  CardMask overlapped(int number, CardMask left) const {
    if (!game_.rules().overlap) return 0;
    CardMask out = 0;
    for (CardMask m = under_[number] & partners_[number] & left; m != 0; m &= m - 1) {
      if ((covers_[std::countr_zero(m)] & left) == card_bit(number)) out |= m & (~m + 1);
    }
    return out;
  }

  // Takes away from partners() pairs that no win holds: those that would strand cards of the goal,
  // and those that wait for each other, given the pairs that every win holds. False: nothing wins,
  // and flaw() says why. What it finds holds for every position on the way; not for a play that
  // does not win.
  bool refine();
  PairingFlaw flaw() const;

  // ---- bounds ---------------------------------------------------------------------------------
  // Removals without which the goal's cards among these of a group cannot be gone, by any pairs
  // of them that might ever leave; kDead: there are no such pairs.
  std::uint8_t need(int group, int cards) const { return need_[group][cards]; }
  bool dead(CardMask left) const;
  int need(CardMask left) const;  // of all groups and the kings; kDead: there is no way
  bool won(const PairingNode& n) const { return (n.left & goal_) == 0; }
  // Is the game over once the tableau is cleared, with cards left that could count?
  bool ends_at_clear() const { return game_.rules().goal == PairingGoal::kTableau && !game_.rules().play_on; }

  // ---- play -----------------------------------------------------------------------------------
  // The last pass is n.pass where no recycle is left.
  bool may_recycle(const PairingNode& n) const { return game_.unlimited() || n.pass + 1 < int(game_.rules().passes); }
  PairingReach reach(const PairingNode& n) const;
  // Every removal, each at its earliest, lower cards first; for a position that is not over. Clears `out`.
  void edges(const PairingNode& n, std::vector<PairingEdge>& out) const;
  PairingNode after(const PairingNode& n, const PairingEdge& edge) const {
    PairingNode out = n;
    remove(out, edge.cards);
    out.pass = edge.pass;
    return out;
  }
  // Takes cards off; the pass stays.
  void remove(PairingNode& n, CardMask cards) const;
  // Draws and recycles, each counted as one, until the edge's cards can leave.
  int actions_before(const PairingNode& n, const PairingEdge& edge) const;

  // The moves of the game that remove these kings and pairs in this order, drawing and recycling
  // until each can leave. Kings among `at_once` leave as soon as they are exposed, listed or not.
  // Throws std::logic_error if one cannot leave.
  std::vector<PairingMove> unfold(std::span<const CardMask> removals, CardMask at_once) const;

 private:
  void number_cards();
  void link_covers();
  void find_partners();
  void fill_need();
  bool drop_stranding(bool& changed);
  bool drop_waiting(bool& changed);
  void drop_partners(int number, CardMask from);
  std::array<CardMask, kDeck> forced() const;
  std::array<CardMask, kDeck> before(const std::array<CardMask, kDeck>& mates) const;
  std::vector<CardMask> circle() const;
  std::uint8_t need_of(int group, int cards) const;
  void stock_edges(const PairingNode& n, const PairingReach& reach, std::vector<PairingEdge>& out) const;
  int actions_to(const PairingNode& n, int waste, int pass) const;

  Pairing game_;
  PairingState state_;
  PairingNode start_;
  CardMask goal_ = 0;
  CardMask stock_ = 0;
  int stock_places_ = 0;
  std::array<std::uint8_t, kDeck> card_at_{};
  std::array<std::uint8_t, kDeck> place_of_{};
  std::array<CardMask, kDeck> covers_{};
  std::array<CardMask, kDeck> above_{};
  std::array<CardMask, kDeck> under_{};
  std::array<CardMask, kDeck> partners_{};
  std::array<CardMask, kDeck> possible_{};
  std::array<std::array<std::uint8_t, 256>, kGroups> need_{};
};

// Calls visit(number) for each card, lowest first.
template <class Visit>
void for_each_card(CardMask cards, Visit&& visit) {
  for (; cards != 0; cards &= cards - 1) visit(std::countr_zero(cards));
}

inline void PairingModel::remove(PairingNode& n, CardMask cards) const {
  n.left &= ~cards;
  n.open &= ~cards;
  CardMask beneath = 0;
  PlaceMask gone = 0;
  for_each_card(cards, [&](int number) {
    beneath |= under_[number];
    if ((stock_ & card_bit(number)) != 0) gone |= place_bit(place_of_[number]);
  });
  for_each_card(beneath & n.left, [&](int number) {
    if ((covers_[number] & n.left) == 0) n.open |= card_bit(number);
  });
  if (gone == 0) return;
  n.places &= ~gone;
  const PlaceMask stock = n.places & ~places_below(std::countr_zero(gone));
  n.top = std::uint8_t(stock == 0 ? stock_places_ : std::countr_zero(stock));
}

}  // namespace winnable

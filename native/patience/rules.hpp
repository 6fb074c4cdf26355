// The rules of a pile-building patience game, as one value.
//
// The engine (patience/engine.hpp) reads every field; a game is nothing but its value.
// Lifting a group and dropping a group are separate rules: in Spider a group must be in
// suit to be lifted, yet lands on any suit.
#pragma once

#include <array>
#include <cstdint>

#include "core/card.hpp"

namespace winnable {

inline constexpr int kMaxColumns = 13;
inline constexpr int kMaxCells = 8;

// Which card one rank lower may lie on a card.
enum class Build : std::uint8_t { kNone, kSuit, kColour, kAlternate, kAny };
// How many cards of a liftable group move together.
enum class GroupSize : std::uint8_t {
  kOne,      // single cards only
  kLimited,  // as many as single-card moves through free cells and columns could carry
  kUnlimited,
  kHeap,  // any face-up card with all that lies on it, in order or not
};
// Who may fill an empty column.
enum class Fill : std::uint8_t { kNone, kKing, kAny };
// How cards leave for the foundations.
enum class Leave : std::uint8_t {
  kSingly,  // up in suit from the base rank
  kRuns,    // only a complete king-to-ace run in one suit, all at once
};
// Who takes a complete run off the table, where whole runs leave.
enum class RunRemoval : std::uint8_t {
  kAuto,     // it leaves by itself as soon as it ends a column
  kMayStay,  // the player, by a move; until then it is a group like any other
};
// Where the cards wait that the tableau does not take at the start.
enum class Stock : std::uint8_t { kNone, kRows /* one card onto each column at a time, as far as it goes */ };
enum class BaseRank : std::uint8_t { kAce, kBeak /* the rank of the first card dealt */ };
enum class KingsTo : std::uint8_t { kStay, kSink /* each takes the deepest other card's place in its column */ };

struct PatienceRules {
  std::uint8_t decks = 1;
  std::uint8_t suits = 4;  // 2: every card is a heart or a spade; 1: a spade
  std::uint8_t columns = 8;
  std::uint8_t cells = 4;
  Build build = Build::kAlternate;       // where a single card lands
  Build group_lift = Build::kAlternate;  // what holds a group together
  Build group_drop = Build::kAlternate;  // where a group of two or more lands
  GroupSize group_size = GroupSize::kLimited;
  Fill empty_column = Fill::kAny;
  Leave leave = Leave::kSingly;
  RunRemoval run_removal = RunRemoval::kAuto;
  BaseRank base = BaseRank::kAce;
  bool foundation_return = false;  // the top card of a foundation may come back
  Stock stock = Stock::kNone;
  bool deal_over_empty = false;  // a row may be dealt while a column is empty

  // The deal.
  bool deck_reversed = false;        // the deck is dealt from its other end
  std::uint8_t cells_filled = 0;     // last cards dealt, one to each of the first cells
  bool base_cards_out = false;       // cards of the base rank start on the foundations
  bool deal_to_foundations = false;  // a card that fits goes home while dealing (Citadel)
  KingsTo kings = KingsTo::kStay;
  std::array<std::uint8_t, kMaxColumns> column_cards{};  // all zero: as even as rows give
  std::array<std::uint8_t, kMaxColumns> face_down{};     // how many of them, the deepest, lie face down

  friend constexpr bool operator==(const PatienceRules&, const PatienceRules&) = default;
};

// Cards in play.
constexpr int card_count(const PatienceRules& r) { return r.decks * kDeck; }

// Does `outer` allow whatever `inner` allows?
constexpr bool includes(Build outer, Build inner) {
  return outer == inner || outer == Build::kAny || inner == Build::kNone ||
         (outer == Build::kColour && inner == Build::kSuit);
}

inline constexpr PatienceRules kFreecellRules{};

}  // namespace winnable

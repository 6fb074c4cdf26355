// The rules of a pairing game (Pyramid and its kin), as one value.
//
// Cards leave in pairs whose ranks add up to thirteen, kings alone. The engine
// (pairing/engine.hpp) reads every field; a variant is nothing but its value.
#pragma once

#include <cstdint>

namespace winnable {

inline constexpr int kMaxRows = 9;  // 45 cards: the largest triangle in one deck
inline constexpr int kMaxPasses = 9;
inline constexpr int kMaxDraw = 5;

// How the rows lie, the first dealt first.
enum class Tableau : std::uint8_t {
  kPyramid,   // 1, 2, 3, ... cards; two cards of the next row cover each card
  kTriangle,  // ..., 3, 2, 1 cards: the pyramid upside down
};
enum class StockTop : std::uint8_t {
  kHidden,  // only the waste's top card is in play
  kApart,   // in play, but not together with the waste's top card
  kOpen,    // in play
};
enum class PairingGoal : std::uint8_t { kTableau, kAll };
enum class Scoring : std::uint8_t { kNone, kMicrosoft, kPar };

struct PairingRules {
  Tableau tableau = Tableau::kPyramid;
  std::uint8_t rows = 7;
  std::uint8_t face_down_rows = 0;  // the first rows dealt; a card turns up when nothing covers it
  std::uint8_t columns = 0;         // the rest of the deck lies open in so many columns; 0: it is the stock
  std::uint8_t passes = 3;          // through the stock; 0: as many as one likes
  std::uint8_t draw = 1;            // cards that go to the waste at once
  std::uint8_t waste_cards = 0;     // cards that lie on the waste at the start
  StockTop stock_top = StockTop::kOpen;
  bool overlap = false;  // a card may leave with the one that alone covers it
  PairingGoal goal = PairingGoal::kTableau;
  Scoring scoring = Scoring::kMicrosoft;
  bool play_on = false;  // when the goal is reached, cards may still leave; else the game is over

  friend constexpr bool operator==(const PairingRules&, const PairingRules&) = default;
};

}  // namespace winnable

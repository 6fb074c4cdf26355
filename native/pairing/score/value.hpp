// What a position of a pairing game is worth, and the most that can still come of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pairing/model.hpp"

namespace winnable {

// Kings that need no decision: each leaves as soon as it is exposed. That never hurts, as a king
// takes no partner with it and whatever it lay on comes free. It holds in the stock, too, where
// cards are drawn one at a time: with the king gone the cards before and after it become
// neighbours, and every other card still comes to light by one draw after the one before it. (Of
// several cards drawn at once, a king's leaving changes which of the later ones come to light.)
//
// So the stock's kings are taken off before the search starts. They are gone once they have been
// passed; only those under the waste's top card wait for the next pass, or for the cards on them.
//
// Where the game is over when the tableau is cleared, a king of the tableau that lies on nothing may be its last
// card: to take it is a decision. And what counts of the stock's kings is which of them have come by until then.
class EasyKings {
 public:
  explicit EasyKings(const PairingModel& model);

  CardMask at_once() const { return at_once_; }
  CardMask of_stock() const { return at_once_ & stock_; }
  // How many kings are not gone yet, when the stock is drawn to its end in this pass.
  int waiting(CardMask left, int pass) const {
    if (buried_ == 0 || pass != first_pass_) return 0;
    int waiting = 0;
    for (const CardMask cards : on_) waiting += (cards & left) != 0 ? 1 : 0;
    return waiting;
  }
  // How many never come by, when the game ends in this pass with the stock drawn up to this place.
  int waiting_at_end(CardMask left, int pass, int place) const;
  // Is there one, in which these come to light?
  bool next_pass() const { return next_pass_; }

 private:
  static constexpr int kPassed = -1;

  CardMask stock_;
  CardMask at_once_;
  CardMask buried_ = 0;
  std::array<CardMask, kSuits> on_{};  // by king: other cards that lie on it in the waste
  std::array<int, kSuits> place_{};    // by king: where it lies in the stock or, buried, in the waste
  int first_pass_;
  bool next_pass_;
};

// By group and what it still holds: the most pairs, and which demands it can meet. A demand is a
// set of cards that are to leave. Kings are in no group; they are never in the way.
class GroupTables {
 public:
  // Eight demands at most.
  GroupTables(const PairingModel& model, std::span<const CardMask> demands);

  struct Outlook {
    int pairs = 0;         // most pairs that these cards can make, if none waits for another
    std::uint8_t met = 0;  // bit i: so that no card of demand i remains
  };
  Outlook outlook(CardMask left) const {
    Outlook out{0, 255};
    for (int g = 0; g < kGroups; ++g) {
      const Outlook8& of_group = table_[g][group_cards(left, g)];
      out.pairs += of_group.pairs;
      out.met &= of_group.met;
    }
    return out;
  }

 private:
  struct Outlook8 {
    std::uint8_t pairs = 0;
    std::uint8_t met = 0;
  };
  Outlook8 of_group(const PairingModel& model, std::span<const CardMask> demands, int group, int cards) const;

  std::array<std::array<Outlook8, 256>, kGroups> table_;
};

// What a search is to make the most of. `left` is without the stock's easy kings; the pass is the
// earliest in which these cards can be what is left.
class PairingValue {
 public:
  virtual ~PairingValue() = default;
  // The most that draws, recycles and easy kings alone make of it.
  virtual int value(CardMask left, int pass) const = 0;
  // Of the end of a game; so many of the stock's easy kings have not come by.
  virtual int at_end(CardMask left, int pass, int waiting) const = 0;
  // No line of play from here is worth more.
  virtual int upper(CardMask left, int pass) const = 0;
  // Of a position of the game.
  virtual int of(const PairingState& s) const = 0;
};

// Points by the rules' scoring. Throws std::invalid_argument where there is none.
class PointsValue final : public PairingValue {
 public:
  PointsValue(const PairingModel& model, const EasyKings& kings);

  int value(CardMask left, int pass) const override;
  int at_end(CardMask left, int pass, int waiting) const override;
  int upper(CardMask left, int pass) const override;
  int of(const PairingState& s) const override { return model_.game().score(s); }
  // No fewer removals make so many points more of these cards, the stock's easy kings among them.
  int removals_until(CardMask left, int pass, int missing) const;

 private:
  static constexpr int kMostLevels = 7;

  // Cleared one after the other, each for a bonus: rows from the bottom up, or the whole tableau.
  void add_level(CardMask cards);
  int cleared(CardMask left) const;
  int bonus(int levels, int pass) const;
  int for_cards(CardMask left, int waiting) const;  // what has left counts, or what has not

  const PairingModel& model_;
  const EasyKings& kings_;
  bool par_;
  int pair_points_;
  int king_points_;
  int levels_ = 0;
  std::array<CardMask, kMostLevels> level_{};
  std::array<CardMask, kMostLevels> deepest_{};  // cards of a level that cover none of it
  std::array<CardMask, kDeck> held_{};           // by card: itself and all that it covers, at any depth
  GroupTables tables_;
};

// Cards of one rank that have left, up to the number wanted. upper() is that number as long as it
// is in reach, and what has been reached where it is not. With `board` they count, and one more, when the game is
// won, and nothing does before.
class ClearValue final : public PairingValue {
 public:
  ClearValue(const PairingModel& model, const EasyKings& kings, int rank, int amount, bool board);

  int value(CardMask left, int pass) const override;
  int at_end(CardMask left, int pass, int waiting) const override;
  int upper(CardMask left, int pass) const override;
  int of(const PairingState& s) const override;

 private:
  int worth(CardMask left, int waiting) const;

  const PairingModel& model_;
  const EasyKings& kings_;
  int rank_;
  int amount_;
  bool board_;
  CardMask of_rank_;
  GroupTables tables_;
  std::uint8_t ways_;  // bit i: demand i is one
};

}  // namespace winnable

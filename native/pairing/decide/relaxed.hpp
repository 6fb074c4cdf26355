// The game with every card of the stock always at hand: what cannot be won so cannot be won.
//
// Passes and the stock's order fall away, and cards of one rank in the stock become alike. What
// is left are the tableau (and columns) and a count per rank: tens of positions where the game
// itself has tens of thousands. Nearly every deal that is lost is lost in this game, too.
#pragma once

#include "pairing/decide/table.hpp"
#include "pairing/model.hpp"

namespace winnable::pairing_decide {

class Relaxed {
 public:
  explicit Relaxed(const PairingModel& model) : model_(model) {}

  // For the model's position as it is now compiled (and refined). False: no room.
  bool reset(Budget& budget);

  // The set by which a position is known here: without the stock's kings, and of each rank in the
  // stock the cards of the highest numbers.
  CardMask canonical(CardMask left) const;
  // The same set after one card of the stock has left.
  CardMask without(CardMask canonical, int number) const {
    const CardMask rank = canonical & model_.stock() & (CardMask{15} << (number & ~(kSuits - 1)));
    return canonical & ~(rank & (~rank + 1));
  }

  // Can these cards (canonical) be cleared? `open`: those outside the stock that nothing covers.
  // True as well where the budget ends first: the budget's stop reason then says so.
  bool winnable(CardMask left, CardMask open, Budget& budget);
  bool stopped() const { return stopped_; }

 private:
  bool expand(CardMask left, CardMask open, Budget& budget);
  bool go(CardMask left, CardMask open, CardMask cards, Budget& budget);
  CardMask opened(CardMask left, CardMask cards) const;

  const PairingModel& model_;
  StampTable known_;     // 1: can be won
  CardMask target_ = 0;  // of the goal, what lies outside the stock
  bool stopped_ = false;
};

}  // namespace winnable::pairing_decide

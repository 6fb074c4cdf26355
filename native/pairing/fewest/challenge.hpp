// Provably cheapest ways to meet a challenge.
#pragma once

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/fewest/fewest.hpp"
#include "pairing/score/challenge.hpp"

namespace winnable {

// Decides the challenge (PairingChallenger) and then seeks the cheapest line that meets it.
//
// Points: A* over positions (pairing/fewest/points.hpp). Cards of a rank: for each choice of them, the cheapest line
// after which they are gone, and what lay on them, as PairingFewest does. There play goes on after a win. Where the
// cheapest line then makes moves after the end of the game, its cost is only a bound: SOLVED with
// cost > lower_bound. Else as PairingFewest.
class PairingFewestChallenger {
 public:
  // Throws std::invalid_argument as PairingChallenger.
  PairingFewestChallenger(const Pairing& game, const Challenge& challenge, FewestMetric metric);
  PairingAnswer solve(const PairingState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  void make_points(const PairingState& start, const Limits& limits, const CancelFlag* cancel, PairingAnswer& best);
  void clear_cards(const PairingState& start, const Limits& limits, const CancelFlag* cancel, PairingAnswer& best);
  // The slots to empty, for each choice.
  std::vector<SlotMask> goals(const PairingState& start) const;
  bool legal(PairingState s, const std::vector<PairingMove>& moves) const;

  Pairing game_;
  Challenge challenge_;
  FewestMetric metric_;
  PairingChallenger decider_;
};

}  // namespace winnable

// Challenges of pairing games: reach so many points, or clear so many cards of a rank.
#pragma once

#include <cstdint>

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/model.hpp"

namespace winnable {

struct Challenge {
  enum class Kind : std::uint8_t {
    kPoints,     // at least `amount`, by the rules' scoring
    kClearRank,  // at least `amount` cards of `rank` gone, those that left before included
  };
  Kind kind = Kind::kPoints;
  int amount = 0;
  int rank = 0;        // 0: ace, 12: king
  bool board = false;  // kClearRank: and the game is won, too
};

// Can it be met? kSolved: `moves` end as soon as it is. kUnsolvable: proved that it cannot; `why`
// says so in words where the start shows it. `score` is that of the position at the end of `moves`;
// upper_score is a proved bound for a challenge of points, and 0 for others.
class PairingChallenger {
 public:
  // Throws std::invalid_argument for points where the rules count none, for a rank that is none
  // and for less than one or more than four cards of it.
  PairingChallenger(const Pairing& game, const Challenge& challenge);
  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel = nullptr);

 private:
  PairingModel model_;
  Challenge challenge_;
};

}  // namespace winnable

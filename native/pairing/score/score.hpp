// The most points that a position of a pairing game can still come to.
#pragma once

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/model.hpp"

namespace winnable {

// A line of play with the most points, whether or not it wins: the game may be stopped at any
// position. kSolved: proved best, score == upper_score. kUnknown: a limit was met; `moves` are the
// best line found, and no line makes more than upper_score. `cost` counts the moves; nothing is
// said about how few could do (lower_bound 0).
//
// A* over what is left (pairing/score/search.hpp), under a bound by the pairs that each
// group of ranks can still make (pairing/score/value.hpp).
class PairingScorer {
 public:
  // Throws std::invalid_argument for rules that count no points.
  explicit PairingScorer(const Pairing& game);
  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel = nullptr);

 private:
  PairingModel model_;
};

}  // namespace winnable

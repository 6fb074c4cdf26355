// Can this position of a pairing game be won? Exactly, and with a win as it is found.
//
// Depth-first over the sets of cards left, each with the earliest time (pass and place in the
// stock) at which it was reached; pairs that no win holds are dropped before the search, and a
// position that could not be won even with the whole stock at hand is not searched.
#pragma once

#include <memory>

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/engine.hpp"

namespace winnable {

// Solves any number of positions of one game, one after the other; working memory is kept
// between them. Not for two threads at once.
class PairingDecider {
 public:
  explicit PairingDecider(const Pairing& game);
  PairingDecider(PairingDecider&&) noexcept;
  PairingDecider& operator=(PairingDecider&&) noexcept;
  ~PairingDecider();

  // A win is no shortest one; cost is its number of moves. Unsolvable is proved, and `why` says in
  // words what the start itself shows. Unknown says which limit was met. With no limit on time
  // and no cancelling the answer depends on nothing but its arguments.
  PairingAnswer solve(const PairingState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

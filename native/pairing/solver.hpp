// The solvers of pairing games behind one door. What they find is replayed before it leaves.
#pragma once

#include <memory>

#include "core/limits.hpp"
#include "pairing/answer.hpp"
#include "pairing/engine.hpp"
#include "pairing/fewest/fewest.hpp"
#include "pairing/score/challenge.hpp"

namespace winnable {

// What is asked of a position.
struct PairingTask {
  enum class Kind {
    kAuto,             // can it be won? with a win as it is found
    kFewest,           // a win that is cheapest in `metric`
    kScore,            // the most points, won or not
    kChallenge,        // can `challenge` be met?
    kFewestChallenge,  // and by a line that is cheapest in `metric`
  };
  Kind kind = Kind::kAuto;
  FewestMetric metric = FewestMetric::kActions;
  Challenge challenge{};
};

// Solves any number of positions of one game, one after the other; working memory is kept
// between them. Not for two threads at once.
class PairingSolver {
 public:
  // Throws std::invalid_argument for a task that the game's rules have no sense for.
  PairingSolver(const Pairing& game, const PairingTask& task);
  PairingSolver(PairingSolver&&) noexcept;
  PairingSolver& operator=(PairingSolver&&) noexcept;
  ~PairingSolver();

  // Throws std::logic_error if moves do not replay: a fault of the solver, never of the input.
  PairingAnswer solve(const PairingState& start, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable

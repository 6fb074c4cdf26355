// The complete phase as a whole: searches that leave open which of two twins is which (twins.hpp), each
// telling more pairs apart than the one before, and the exact search.
//
// A search of the game of twins that ends without a win proves that there is none. A win that it finds is replayed
// with the real cards. Where a card went home by its twin's name, that fails: that pair is told apart
// from then on, and the search starts again. So the proof tells apart only what it must, and the positions
// that need no names are searched once for all of them (counterexample-guided abstraction refinement: Clarke,
// Grumberg, Jha, Lu, Veith, CAV 2000). With all pairs told apart it is the exact search.
//
// Wins of hard deals are sometimes found sooner by the exact search, so the two take turns with growing shares.
#pragma once

#include <vector>

#include "core/limits.hpp"
#include "patience/auto/proof.hpp"

namespace winnable::auto_solver {

template <class Engine, int kWords>
class Refined {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  Refined(const Engine& engine, const RuleTables& tables) : engine_(engine), proof_(engine, tables) {}

  // False: codes of kWords words are too short for positions from here.
  bool prepare(const State& start) {
    start_ = start;
    blind_ = Twins::all(engine_.rules());
    return proof_.prepare(start, blind_);
  }

  // kNothing: no solution exists. kGoal: path() wins. kNodes: `most` positions (0: any number) were not enough; what
  // was learnt about names is kept, but no memory. kStopped: the budget says why.
  Found search(Budget& budget, std::uint64_t most, Stats& stats) {
    if (most != 0) return rounds(budget, most, stats);
    for (std::uint64_t share = kFirstShare; blind_ != 0; share *= 4) {
      Found found = rounds(budget, share, stats);
      if (found == Found::kNodes) found = exact(budget, share, stats);
      if (found == Found::kGoal || found == Found::kNothing) return found;
      if (found == Found::kStopped) {
        if (budget.stop_reason() != StopReason::kMemory) return found;
        break;
      }
    }
    return exact(budget, 0, stats);
  }

  // After kGoal: every single engine move from the start on.
  const std::vector<Move>& path() const { return path_; }

 private:
  static constexpr std::uint64_t kFirstShare = 4'000'000;  // positions

  Found exact(Budget& budget, std::uint64_t most, Stats& stats) {
    proof_.prepare(start_, 0);
    const Found found = proof_.search(budget, most, stats);
    if (found == Found::kGoal) path_ = proof_.path();
    proof_.clear(budget);
    return found;
  }

  Found rounds(Budget& budget, std::uint64_t most, Stats& stats) {
    for (std::uint64_t used = 0; used < most;) {
      proof_.prepare(start_, blind_);
      const Found found = proof_.search(budget, most - used, stats);
      if (found == Found::kGoal) path_ = proof_.path();
      used += proof_.size();
      proof_.clear(budget);
      if (found != Found::kGoal) return found;
      const Card misnamed = replay();
      if (misnamed == kNoCard) return found;
      blind_ &= ~(bit(misnamed) | bit(twin_of(misnamed)));
    }
    return Found::kNodes;
  }

  // The first card that goes home by its twin's name on the path, if any.
  Card replay() const {
    State s = start_;
    for (const Move& m : path_) {
      if (is_home(m.to)) {
        const Card c = mover(s, m);
        if (suit_of(c) != m.to - kFirstHome) return c;
      }
      engine_.apply(s, m);
    }
    return kNoCard;
  }

  const Engine& engine_;
  Proof<Engine, kWords> proof_;
  State start_;
  std::uint64_t blind_ = 0;
  std::vector<Move> path_;
};

}  // namespace winnable::auto_solver

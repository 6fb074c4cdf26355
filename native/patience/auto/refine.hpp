// The complete phase as a whole: searches that leave open which of two twins is which (twins.hpp), each
// telling more pairs apart than the one before, and the exact search.
//
// A search of the game of twins that ends without a win proves that there is none. A win that it finds is replayed
// with the real cards. Where a card went home by its twin's name, that fails: that pair is told apart
// from then on, and the search starts again. So the proof tells apart only what it must, and the positions
// that need no names are searched once for all of them (counterexample-guided abstraction refinement: Clarke,
// Grumberg, Jha, Lu, Veith, CAV 2000). With all pairs told apart it is the exact search.
//
// Where such a win fails, the real cards have come far, and there is often a win close by: a small exact search
// starts there before the next round. The exact search from the start takes turns with the rounds, with growing shares.
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

  // `policy` as for Proof. Which cards are forced home depends on their names: then all are told apart.
  Refined(const Engine& engine, const RuleTables& tables, Autoplay policy)
      : engine_(engine), proof_(engine, tables, policy), names_matter_(policy == Autoplay::kMax) {}

  // False: codes of kWords words are too short for positions from here.
  bool prepare(const State& start) {
    start_ = start;
    blind_ = names_matter_ ? 0 : Twins::all(engine_.rules());
    exact_ = blind_ == 0;
    return proof_.prepare(start, blind_);
  }

  // kNothing: no solution exists. kGoal: path() wins. kNodes: `most` positions (0: any number) were not enough; called
  // again, the exact search goes on from there, while of others only what was learnt about names is kept. kStopped:
  // the budget says why.
  Found search(Budget& budget, std::uint64_t most, Stats& stats) {
    if (blind_ == 0) return go_on(budget, most, stats);
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
  // Gives all memory back.
  void clear(Budget& budget) { proof_.clear(budget); }

 private:
  static constexpr std::uint64_t kFirstShare = 4'000'000;  // positions
  static constexpr std::uint64_t kEndgame = 50'000;        // positions searched from where a win failed

  // The exact search, where all pairs are told apart.
  Found go_on(Budget& budget, std::uint64_t most, Stats& stats) {
    if (!exact_) proof_.prepare(start_, 0);
    exact_ = true;
    const Found found = proof_.search(budget, most, stats);
    if (found != Found::kGoal) return found;
    path_ = proof_.path();
    proof_.clear(budget);
    return found;
  }

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
      State real = start_;
      const Card misnamed = replay(real);
      if (misnamed == kNoCard) return found;
      blind_ &= ~(bit(misnamed) | bit(twin_of(misnamed)));
      const Found end = endgame(real, budget, stats);
      if (end == Found::kGoal || end == Found::kStopped) return end;
      used += kEndgame;
    }
    return Found::kNodes;
  }

  // Plays the path with the real cards. Stops before the first card that goes home by its twin's name, if any, cuts the
  // path off there and returns the card.
  Card replay(State& s) {
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const Move& m = path_[i];
      if (is_home(m.to)) {
        const Card c = mover(s, m);
        if (suit_of(c) != m.to - kFirstHome) {
          path_.resize(i);
          return c;
        }
      }
      engine_.apply(s, m);
    }
    return kNoCard;
  }

  // A small exact search from where the path ends; its win is put on the path.
  Found endgame(const State& from, Budget& budget, Stats& stats) {
    if (!proof_.prepare(from, 0)) return Found::kNodes;
    const Found found = proof_.search(budget, kEndgame, stats);
    if (found == Found::kGoal) {
      const std::vector<Move> rest = proof_.path();
      path_.insert(path_.end(), rest.begin(), rest.end());
    }
    proof_.clear(budget);
    return found;
  }

  const Engine& engine_;
  Proof<Engine, kWords> proof_;
  bool names_matter_;
  bool exact_ = false;  // is the proof prepared for the start, with all pairs told apart?
  State start_;
  std::uint64_t blind_ = 0;
  std::vector<Move> path_;
};

}  // namespace winnable::auto_solver

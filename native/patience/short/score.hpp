// How a beam ranks positions that took equally many extra moves: lower is better.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "patience/engine.hpp"
#include "patience/lower_bound.hpp"

namespace winnable {

// All in the same unit; `bound` of them are about one extra move. Found by random local search
// on FreeCell deals 100001..100800, beams 50 and 60 wide, for the least mean length;
// native/tune/patience/weights.cpp looks for others in that way.
struct ShortWeights {
  int bound = 40;                                      // of ExtraMovesBound
  std::array<int, 5> free_cells{127, 52, 27, 1, -5};   // with 0, 1, 2, 3, 4 or more cells free
  std::array<int, 4> empty_columns{0, -44, -61, -98};  // with 0, 1, 2, 3 or more columns empty
  int breaks = 27;                                     // a card on a card with which it forms no group
  int blocked = -3;                                    // a card on a lower card of its suit (the bound counts it too)
  int next_depth = 6;                                  // a card on top of a suit's next card
  int second_depth = 2;                                // a card on top of a suit's next card but one
  int king_floor = -12;                                // a king at the bottom of its column
  int cell_wait = 1;                                   // a card that must go home before a card in a cell
};

inline constexpr int kScores = 4096;  // scores are 0 .. kScores - 1

template <class Engine>
class ShortScore {
 public:
  ShortScore(const Engine& engine, const ShortWeights& weights) : engine_(engine), weights_(weights) {}

  // The score but for the bound's part.
  int partial(const PatienceState& s, const BoundTally& t) const {
    const ShortWeights& w = weights_;
    const int free = std::min(engine_.empty_cells(s), int(w.free_cells.size()) - 1);
    const int empty = std::min(engine_.empty_columns(s), int(w.empty_columns.size()) - 1);
    return w.free_cells[free] + w.empty_columns[empty] + w.breaks * t.breaks + w.blocked * std::popcount(t.blocked) +
           suits(s, t) + w.cell_wait * cell_waits(s);
  }
  int full(int partial, int bound) const {
    return std::clamp(partial + weights_.bound * bound + kShift, 0, kScores - 1);
  }

 private:
  static constexpr int kShift = 512;  // room for rewards

  int suits(const PatienceState& s, const BoundTally& t) const {
    int sum = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      const int home = s.home[suit];
      if (home < kRanks) sum += weights_.next_depth * depth(s, t, make_card(home, suit));
      if (home + 1 < kRanks) sum += weights_.second_depth * depth(s, t, make_card(home + 1, suit));
      if (s.below[make_card(kRanks - 1, suit)] == kOnFloor) sum += weights_.king_floor;
    }
    return sum;
  }

  // Cards on top of `card`.
  static int depth(const PatienceState& s, const BoundTally& t, Card card) {
    if (s.below[card] == kInCell) return 0;
    int n = 0;
    for (std::uint8_t c = s.top[t.column[card]]; c != card && c < kDeck; c = s.below[c]) ++n;
    return n;
  }

  int cell_waits(const PatienceState& s) const {
    int sum = 0;
    for (int i = 0; i < engine_.rules().cells; ++i) {
      if (s.cell[i] != kNoCard) sum += rank_of(s.cell[i]) - s.home[suit_of(s.cell[i])];
    }
    return sum;
  }

  Engine engine_;
  ShortWeights weights_;
};

}  // namespace winnable

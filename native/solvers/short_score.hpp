// How a beam ranks positions that took equally many extra moves: lower is better.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "games/patience.hpp"
#include "solvers/lower_bound.hpp"

namespace winnable {

// All in the same unit; `bound` of them are about one extra move.
struct ShortWeights {
  int bound = 40;                                    // of ExtraMovesBound
  std::array<int, 5> free_cells{120, 60, 30, 10, 0};  // penalty with 0, 1, 2, 3, 4 or more cells free
  int empty_column = -30;
  int breaks = 16;                                   // a card on a card with which it forms no group
  int blocked = 4;                                   // a card on a lower card of its suit
  int depth = 2;                                     // a card on top of a suit's next card
};

inline constexpr int kScores = 4096;  // scores are 0 .. kScores - 1

template <class Engine>
class ShortScore {
 public:
  ShortScore(const Engine& engine, const ShortWeights& weights) : engine_(engine), weights_(weights) {}

  int operator()(const PatienceState& s, const BoundTally& t, int bound) const {
    const int free = std::min(engine_.empty_cells(s), int(weights_.free_cells.size()) - 1);
    const int sum = weights_.bound * bound + weights_.free_cells[free] +
                    weights_.empty_column * engine_.empty_columns(s) + weights_.breaks * t.breaks +
                    weights_.blocked * std::popcount(t.blocked) + weights_.depth * depth(s, t);
    return std::clamp(sum + kShift, 0, kScores - 1);
  }

 private:
  static constexpr int kShift = 512;  // room for rewards

  // Cards on top of each suit's next card.
  int depth(const PatienceState& s, const BoundTally& t) const {
    int n = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      if (s.home[suit] == kRanks) continue;
      const Card next = make_card(s.home[suit], suit);
      if (s.below[next] == kInCell) continue;
      for (std::uint8_t c = s.top[t.column[next]]; c != next && c < kDeck; c = s.below[c]) ++n;
    }
    return n;
  }

  Engine engine_;
  ShortWeights weights_;
};

}  // namespace winnable

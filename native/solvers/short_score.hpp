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
  std::array<int, 4> empty_columns{0, -30, -60, -90};  // reward of 0, 1, 2, 3 or more
  int breaks = 16;                                   // a card on a card with which it forms no group
  int blocked = 4;                                   // a card on a lower card of its suit
  int depth = 2;                                     // a card on top of a suit's next card
  int king_floor = 0;
  int spread = 0;
  int depth2 = 0;
  int stuck_cell = 0;
};

inline constexpr int kScores = 4096;  // scores are 0 .. kScores - 1

template <class Engine>
class ShortScore {
 public:
  ShortScore(const Engine& engine, const ShortWeights& weights) : engine_(engine), weights_(weights) {}

  // The score but for the bound's part.
  int partial(const PatienceState& s, const BoundTally& t) const {
    const int free = std::min(engine_.empty_cells(s), int(weights_.free_cells.size()) - 1);
    const int empty = std::min(engine_.empty_columns(s), int(weights_.empty_columns.size()) - 1);
    int x = 0;
    if (weights_.king_floor) for (int i = 0; i < kSuits; ++i) x += weights_.king_floor * (s.below[48 + i] == kOnFloor);
    if (weights_.spread) { int mn = 13, mx = 0; for (int i = 0; i < 4; ++i) mn = std::min<int>(mn, s.home[i]), mx = std::max<int>(mx, s.home[i]); x += weights_.spread * (mx - mn); }
    if (weights_.depth2) for (int i = 0; i < 4; ++i) if (s.home[i] < 12) {
      const Card next = make_card(s.home[i] + 1, i);
      if (s.below[next] == kInCell) continue;
      for (std::uint8_t c = s.top[t.column[next]]; c != next && c < kDeck; c = s.below[c]) x += weights_.depth2;
    }
    if (weights_.stuck_cell) for (int i = 0; i < 4; ++i) if (s.cell[i] != kNoCard) x += weights_.stuck_cell * (rank_of(s.cell[i]) - s.home[suit_of(s.cell[i])]);
    return x + weights_.free_cells[free] + weights_.empty_columns[empty] + weights_.breaks * t.breaks +
           weights_.blocked * std::popcount(t.blocked) + weights_.depth * depth(s, t);
  }
  int full(int partial, int bound) const {
    return std::clamp(partial + weights_.bound * bound + kShift, 0, kScores - 1);
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

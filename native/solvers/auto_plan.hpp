// Which greedy searches run, in which order, for which kind of game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/patience_rules.hpp"

namespace winnable::auto_solver {

// What a feature of a position costs in a greedy search.
struct Weights {
  int away = 0;        // a card not home
  int depth = 0;       // a card above one of the four that go home next
  int block = 0;       // a card above a lower rank
  int inversion = 0;   // a pair of cards in a column, the lower rank beneath
  int breaks = 0;      // two neighbours that do not build
  int built = 0;       // a card built on another since the start
  int cell = 0;        // a cell in use
  int last_cell = 0;   // no cell or column empty (and half of it: one)
  int column = 0;      // a column in use
  int spread = 0;      // between the highest and the lowest foundation
  int move = 0;        // a move made
  int later = 0;       // a card above one of the four that go home after those
  int split = 0;       // a card built on one that it cannot be lifted with
};

// One greedy search: up to `nodes` positions.
struct Attempt {
  Weights weights;
  std::size_t nodes = 0;
};

// Small enough for a core's own cache; one that fits 64 MB with room to spare.
inline constexpr std::size_t kSmall = 4'000;
inline constexpr std::size_t kMedium = 32'000;
inline constexpr std::size_t kLarge = 250'000;
// Positions of the exhaustive search that comes between the two lists of attempts.
inline constexpr std::uint64_t kShortProof = 300'000;

struct Plan {
  std::array<Attempt, 6> before;   // any exhaustive search
  std::array<Attempt, 3> between;  // a short exhaustive search and an unbounded one
};

// Weights come from hill climbing for few positions generated, on Microsoft deals from 100001
// on: 2000 deals of FreeCell, 100 to 150 of Beleaguered Castle, Baker's Dozen and Simple Simon.
// FreeCell's first wins 99 deals in 100; each of the others wins most of what is left.
constexpr Plan make_plan(const PatienceRules& rules) {
  constexpr Weights kFirst{26, 8, 12, 0, 28, -4, 52, 14, 44, 2, 18, 2, 0};
  constexpr Weights kSecond{32, 12, 20, 0, 22, 0, 20, 40, 36, 16, 6, 0, 0};
  constexpr Weights kThird{32, 16, 20, 1, 16, 0, 24, 40, 48, 8, 8, 0, 0};
  constexpr Weights kFourth{40, 14, 18, 1, 16, -4, 32, 56, 34, 10, 10, 0, 0};
  if (rules.leave == Leave::kRuns) {
    constexpr Weights kSimon{4, 0, 0, 0, 16, 0, 0, 0, 14, 0, 3, 0, 21};
    constexpr Weights kShallow{2, 0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 20};
    constexpr Weights kOrderly{2, 0, 0, 2, 28, 0, 0, 0, 40, 0, 2, 0, 16};
    return {{{{kSimon, kSmall},
              {kShallow, kSmall},
              {kOrderly, kSmall},
              {kSimon, kMedium},
              {kShallow, kMedium},
              {kOrderly, kMedium}}},
            {{{kSimon, kLarge}, {kShallow, kLarge}, {kOrderly, kLarge}}}};
  }
  if (rules.cells == 0) {
    constexpr Weights kCastle{39, 11, 19, 1, 15, 5, 18, 59, 21, 6, 13, 0, 3};
    constexpr Weights kDozen{29, 15, 9, 0, 4, 8, 62, 10, 3, 4, 14, 1, 2};
    return {{{{kCastle, kSmall},
              {kDozen, kSmall},
              {kThird, kSmall},
              {kCastle, kMedium},
              {kDozen, kMedium},
              {kThird, kMedium}}},
            {{{kCastle, kLarge}, {kDozen, kLarge}, {kThird, kLarge}}}};
  }
  return {{{{kFirst, kSmall},
            {kSecond, kSmall},
            {kThird, kSmall},
            {kFourth, kSmall},
            {kThird, kMedium},
            {kSecond, kMedium}}},
          {{{kSecond, kLarge}, {kThird, kLarge}, {kFirst, kLarge}}}};
}

}  // namespace winnable::auto_solver

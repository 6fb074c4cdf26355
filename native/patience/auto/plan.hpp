// Which greedy searches run, in which order, for which kind of game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "patience/rules.hpp"

namespace winnable::auto_solver {

// What a feature of a position costs in a greedy search.
struct Weights {
  int away = 0;       // a card not home
  int depth = 0;      // a card above one of the four that go home next
  int block = 0;      // a card above a lower rank
  int inversion = 0;  // a pair of cards in a column, the lower rank beneath
  int breaks = 0;     // two neighbours that do not build
  int built = 0;      // a card built on another since the start
  int cell = 0;       // a cell in use
  int last_cell = 0;  // no cell or column empty (and half of it: one)
  int column = 0;     // a column in use
  int spread = 0;     // between the highest and the lowest foundation
  int move = 0;       // a move made
  int later = 0;      // a card above one of the four that go home after those
  int split = 0;      // a card built on one that it cannot be lifted with
};

// Positions of a small attempt: they fit a core's own cache.
inline constexpr std::size_t kSmall = 3'000;

// One greedy search: up to `nodes` positions.
struct Attempt {
  Weights weights;
  std::size_t nodes = 0;
};

// What is tried before the exhaustive search goes on, and how far it then goes.
struct Round {
  std::vector<int> beams;  // their widths
  std::vector<Attempt> attempts;
  std::uint64_t proof = 0;  // positions of the exhaustive search by the end of this round; 0: all
};

struct Plan {
  std::vector<Attempt> before;  // any exhaustive search
  std::uint64_t proof = 0;      // positions of the first, which is begun afresh after it
  std::vector<Round> rounds;    // each about four times as large as the one before
};

// The attempts that suit a game: deterministic, the same for every deal.
Plan make_plan(const PatienceRules& rules);

}  // namespace winnable::auto_solver

// What all games that a policy plays have in common.
#pragma once

#include <cstdint>

#include "core/key.hpp"

namespace winnable {

// A game of more moves than this counts as conceded: so games end that go round in circles. Won games take
// a few hundred.
inline constexpr std::uint64_t kMostMoves = 2000;

// The seed of a game's decision number `n`, from 0: the first is the game's own.
constexpr std::uint64_t decision_seed(std::uint64_t seed, std::uint64_t n) {
  if (n == 0) return seed;
  std::uint64_t state = splitmix64(seed) + n;
  return splitmix64(state);
}

}  // namespace winnable

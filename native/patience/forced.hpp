// Solutions of games that are played under Autoplay::kMax: after each move every card that can go
// home does, wanted or not. What the player does is then only a part of the moves made.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "patience/engine.hpp"

namespace winnable {

// The player's part of `moves`, an explicit list that is legal from `start`, after each of which `policy`
// makes its own. Throws std::logic_error where the list does not hold exactly those, in their order.
template <class Engine>
std::vector<PatienceMove> player_moves(const Engine& engine, PatienceState s, std::span<const PatienceMove> moves,
                                       Autoplay policy) {
  std::vector<PatienceMove> out;
  for (std::size_t i = 0; i < moves.size();) {
    out.push_back(moves[i]);
    engine.apply(s, moves[i++]);
    while (const auto automatic = engine.autoplay(s, policy)) {
      if (i == moves.size() || moves[i] != *automatic) throw std::logic_error("a solution leaves out a forced move");
      engine.apply(s, moves[i++]);
    }
  }
  return out;
}

// The other way round: the player's moves, and after each of them those of `policy`.
template <class Engine>
std::vector<PatienceMove> with_forced_moves(const Engine& engine, PatienceState s, std::span<const PatienceMove> player,
                                            Autoplay policy) {
  std::vector<PatienceMove> out;
  for (const PatienceMove& m : player) {
    out.push_back(m);
    engine.apply(s, m);
    while (const auto automatic = engine.autoplay(s, policy)) {
      out.push_back(*automatic);
      engine.apply(s, *automatic);
    }
  }
  return out;
}

}  // namespace winnable

// A simulated player: looks a few moves ahead, likes what people like, and slips.
//
// How many games such players win says how hard a position is to a person better than the effort of a solver does: a
// solver keeps every position that it has seen and goes on from the best of them, a player has one board and goes on
// from that. Nothing here is shared with the solvers, and everything is whole numbers and splitmix64: a position
// gives the same games on every machine and whatever becomes of the solvers, and so do positions that are equal.
#pragma once

#include <cstdint>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "patience/engine.hpp"

namespace winnable {

inline constexpr int kMostLookAhead = 4;

struct PlayerSkill {
  int look_ahead = 1;  // moves, 1 to kMostLookAhead
  int slips = 0;       // the most by which a move is misjudged, a card that is home being worth 100; 0: never
};

struct PlayedGames {
  std::uint64_t games = 0;  // played to their end
  std::uint64_t wins = 0;   // of them
  // Cards on the foundations at the end, all games together; where whole suits leave, and those in suit on the next.
  std::uint64_t home = 0;
  std::uint64_t lost_moves = 0;           // moves of the lost games, safe moves home not counted
  std::uint64_t positions = 0;            // judged, all games together
  StopReason reason = StopReason::kGoal;  // kGoal: all games were played
};

// Plays so many games from `start`, each with slips of its own. Safe moves home are made at once, and no move is made
// that leads where the game has been before; without another one the game is lost. So it is after 250 moves, and where cards
// leave singly after 50 without one. It is won as soon as only moves home are needed, as no card lies on a lower one.
// limits.nodes are positions judged. Throws std::invalid_argument for a skill that there is not.
PlayedGames play_games(const Patience& game, const PatienceState& start, const PlayerSkill& skill, std::uint64_t games,
                       std::uint64_t seed, const Limits& limits = {}, const CancelFlag* cancel = nullptr);

}  // namespace winnable

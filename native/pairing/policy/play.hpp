// Whole games of the pairing kind, played by a policy through the checked rules.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "core/played.hpp"
#include "pairing/policy/policy.hpp"

namespace winnable {

struct PairingPlayed {
  bool won = false;
  std::uint64_t decisions = 0;
  std::vector<PairingMove> moves;
  PairingState end;
  // kGoal: won; kExhausted: conceded, or no move is left; kNodes, kTime, kMemory, kCancelled: broken off.
  StopReason reason = StopReason::kExhausted;
  std::uint64_t nodes = 0;  // of the policy's solver
  double seconds = 0;
};

// Plays from a position to the end. The policy is given a seed for each decision and what a player sees, never
// the state; each of its moves is checked before it is made. Limits: `nodes` moves, `seconds` looked at
// between decisions, `bytes` for the moves kept. Throws std::logic_error for a move that is not legal: a fault
// of the policy.
PairingPlayed play_game(const Pairing& game, PairingState s, PairingPolicy& policy, std::uint64_t seed,
                        const Limits& limits = {}, const CancelFlag* cancel = nullptr);

}  // namespace winnable

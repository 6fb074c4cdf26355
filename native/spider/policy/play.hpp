// Whole games of Spider and its kin, played by a policy through the checked rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "core/played.hpp"
#include "patience/engine.hpp"
#include "spider/policy/policy.hpp"

namespace winnable {

struct PlayedGame {
  bool won = false;
  int runs = 0;  // complete runs that have left, those before the first move included
  std::uint64_t decisions = 0;
  std::vector<PatienceMove> moves;
  // kGoal: won; kExhausted: conceded, or lost at sight; kNodes, kTime, kMemory, kCancelled: broken off.
  StopReason reason = StopReason::kExhausted;
  std::string why;  // what makes the end lost at sight; else empty
  double seconds = 0;
};

// Plays from a position to the end, or until it is lost at sight (spider/dead_end.hpp). The policy is reseeded for each decision and given what a player sees,
// never the state; each of its moves is checked before it is made. Limits: `nodes` moves, `seconds` looked
// at between decisions, `bytes` for the moves kept. Throws std::logic_error for a move that is not legal: a
// fault of the policy.
PlayedGame play_game(const Spider& game, SpiderState s, Policy& policy, std::uint64_t seed, const Limits& limits = {},
                     const CancelFlag* cancel = nullptr);

// Any of the legal moves, a row of the stock among them, each as likely as the others.
class RandomPolicy final : public Policy {
 public:
  explicit RandomPolicy(const PatienceRules& rules) : game_(rules) {}

  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) override;
  void reseed(std::uint64_t seed) override { random_ = seed; }

 private:
  Spider game_;
  std::uint64_t random_ = 0;
  MoveList<PatienceMove> moves_;
};

// A state that looks like this. Which of the unseen cards lies where means nothing.
SpiderState any_world(const Spider& game, const Observation& seen);

}  // namespace winnable

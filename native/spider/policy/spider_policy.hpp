// The strongest player of Spider without undo that this project knows; see docs/howto/spider_policy.md.
#pragma once

#include <cstdint>
#include <vector>

#include "spider/policy/macro.hpp"
#include "spider/policy/policy.hpp"
#include "spider/policy/shape.hpp"
#include "spider/policy/value.hpp"

namespace winnable {

struct SpiderPolicyConfig {
  SpiderShape shape{};            // what a board is worth
  std::uint32_t boards = 10'000;  // kept in one search; those that one board leads to may exceed it
  bool deal_over_empty = false;   // the rule of the game
};

// Within 10 seconds for a game, or 0.2; on one core, on average.
enum class SpiderPace : std::uint8_t { kBest, kFast };

// The settings for a game of 1, 2 or 4 suits, with the evaluation tuned for it.
SpiderPolicyConfig spider_policy_config(int suits, bool deal_over_empty, SpiderPace pace);

// Plays without chance: the seed changes nothing. Not for two threads at once.
class SpiderPolicy final : public Policy {
 public:
  explicit SpiderPolicy(const SpiderPolicyConfig& config);
  SpiderPolicy(const SpiderPolicy&) = delete;
  SpiderPolicy& operator=(const SpiderPolicy&) = delete;

  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) override;
  void reseed(std::uint64_t) override {}
  // Boards whose moves the last plan looked at.
  std::uint64_t expanded() const { return expanded_; }

 private:
  SpiderBoard board_of(const Observation& seen);
  std::vector<PatienceMove> moves_of(const SpiderBoard& root, const std::vector<SpiderMacro>& path);

  SpiderPolicyConfig config_;
  SpiderWeights weights_;
  SpiderContext context_;
  SpiderColumns columns_;
  SpiderValue value_;
  SpiderMacroSearch search_;
  std::uint64_t expanded_ = 0;
};

}  // namespace winnable

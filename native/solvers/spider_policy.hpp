// The strongest player of Spider without undo that this project knows; see docs/howto/spider_policy.md.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/policy.hpp"
#include "solvers/spider_macro.hpp"
#include "solvers/spider_value.hpp"

namespace winnable {

struct SpiderPolicyConfig {
  std::uint32_t boards = 10'000;               // most boards kept in one search
  SpiderSplit split = SpiderSplit::kNever;     // which runs a search may cut
  bool deal_over_empty = false;                // the rule of the game
  std::uint64_t seed = 0;
};

// What a plan does first that a person would call its reason.
enum class SpiderReason : std::uint8_t { kTurnsCard, kEmptiesColumn, kCompletesRun, kBetterOrder, kDeals, kConcedes };

struct SpiderCandidate {
  std::vector<PatienceMove> moves;
  SpiderReason reason = SpiderReason::kBetterOrder;
  std::uint8_t column = 0;  // that it turns a card in, or empties
  std::int32_t value = 0;   // higher is better; comparable within one plan only
};

struct SpiderPlan {
  std::vector<SpiderCandidate> candidates;  // best first, the first is played; empty: it concedes
  std::uint64_t boards = 0;                 // boards looked at
};

class SpiderPolicy final : public Policy {
 public:
  explicit SpiderPolicy(SpiderPolicyConfig config = {});

  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) override;
  void reseed(std::uint64_t seed) override;

  // The plan with what else was considered, `most` candidates in all.
  SpiderPlan explain(const Observation& seen, int most, const CancelFlag* cancel = nullptr);

 private:
  SpiderBoard board_of(const Observation& seen);
  std::vector<PatienceMove> moves_of(const SpiderBoard& root, const std::vector<SpiderMacro>& path);

  SpiderPolicyConfig config_;
  SpiderColumns columns_;
  SpiderValue value_;
  SpiderSearch search_;
};

}  // namespace winnable

#include "spider/open/played.hpp"

#include <memory>
#include <utility>

#include "spider/dead_end.hpp"
#include "spider/policy/play.hpp"

namespace winnable {

namespace {

constexpr std::uint64_t kBytes = 16'000'000;  // more than the boards of one plan take
constexpr std::size_t kMostWinMoves = 600;    // a game that goes on longer goes round in circles

std::unique_ptr<SpiderPolicy> fast_policy(const PatienceRules& rules) {
  return std::make_unique<SpiderPolicy>(spider_policy_config(rules.suits, rules.deal_over_empty, SpiderPace::kFast));
}

std::unique_ptr<Policy> kept(std::unique_ptr<SpiderPolicy> policy, SpiderPolicy*& at) {
  at = policy.get();
  return policy;
}

}  // namespace

SpiderPlayedWin::SpiderPlayedWin(const PatienceRules& rules)
    : searcher_(nullptr), policy_(kept(fast_policy(rules), searcher_)) {}

std::vector<PatienceMove> SpiderPlayedWin::play(const Spider& game, SpiderState s, std::uint64_t seed, Budget& budget,
                                                Stats& stats, const CancelFlag* cancel) {
  if (!budget.reserve(kBytes)) return {};
  std::vector<PatienceMove> moves;
  for (std::uint64_t decision = 0; !game.won(s) && moves.size() < kMostWinMoves; ++decision) {
    if (!budget.poll() || !spider_dead_end(game, s).empty()) break;
    policy_.reseed(decision_seed(seed, decision));
    const std::vector<PatienceMove> plan = policy_.plan(game.observe(s), cancel);
    bool spent = true;
    for (std::uint64_t i = 0; i < searcher_->expanded() && spent; ++i) {
      spent = budget.spend();
      stats.expanded += spent;
    }
    if (!spent || plan.empty()) break;
    for (const PatienceMove& move : plan) {
      game.apply(s, move);
      moves.push_back(move);
      if (game.won(s)) break;
    }
  }
  budget.release(kBytes);
  if (!game.won(s)) moves.clear();
  return moves;
}

}  // namespace winnable

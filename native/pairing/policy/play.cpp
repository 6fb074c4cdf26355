#include "pairing/policy/play.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pairing/text.hpp"

namespace winnable {

namespace {

class Round {
 public:
  Round(const Pairing& rules, const PairingState& s, const Limits& limits, const CancelFlag* cancel)
      : rules_(rules), state_(s), cancel_(cancel), budget_(limits, cancel) {}

  PairingPlayed play(PairingPolicy& policy, std::uint64_t seed) {
    const std::uint64_t before = policy.nodes();
    played_.reason = run(policy, seed);
    played_.won = rules_.won(state_);
    played_.end = state_;
    played_.nodes = policy.nodes() - before;
    played_.seconds = budget_.seconds();
    return std::move(played_);
  }

 private:
  StopReason run(PairingPolicy& policy, std::uint64_t seed) {
    while (!rules_.won(state_)) {
      if (!budget_.poll()) return budget_.stop_reason();
      const PairingObservation seen = observe(rules_, state_);
      const auto plan = policy.plan(seen, decision_seed(seed, played_.decisions++), cancel_);
      if (!budget_.poll()) return budget_.stop_reason();
      if (plan.empty()) return StopReason::kExhausted;
      for (const PairingMove& move : plan) {
        if (played_.moves.size() >= kMostMoves) return StopReason::kExhausted;
        if (!budget_.spend() || !budget_.reserve(sizeof(PairingMove))) return budget_.stop_reason();
        make(move);
        if (rules_.won(state_) || observe(rules_, state_).unseen != seen.unseen) break;
      }
    }
    return StopReason::kGoal;
  }

  void make(const PairingMove& move) {
    if (const auto why = rules_.why_illegal(state_, move)) {
      throw std::logic_error("a policy's move " + std::to_string(played_.moves.size() + 1) + " is not legal: " + *why);
    }
    rules_.apply(state_, move);
    played_.moves.push_back(move);
  }

  const Pairing& rules_;
  PairingState state_;
  const CancelFlag* cancel_;
  Budget budget_;
  PairingPlayed played_;
};

}  // namespace

PairingPlayed play_game(const Pairing& game, PairingState s, PairingPolicy& policy, std::uint64_t seed,
                        const Limits& limits, const CancelFlag* cancel) {
  return Round(game, s, limits, cancel).play(policy, seed);
}

}  // namespace winnable

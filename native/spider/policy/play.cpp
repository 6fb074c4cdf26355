#include "spider/policy/play.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/key.hpp"
#include "spider/dead_end.hpp"

namespace winnable {

namespace {

// What tells that a card was turned or a row dealt.
struct Hidden {
  std::ptrdiff_t down;
  int stock;
  friend bool operator==(const Hidden&, const Hidden&) = default;
};

Hidden hidden_in(const SpiderState& s) {
  const auto lies_on_face_down = [](std::uint8_t link) { return link >= kFaceDown && link < kFaceDown + kTwoDecks; };
  return {std::ranges::count_if(s.below, lies_on_face_down), s.stock_count};
}

int runs_in(const SpiderState& s) { return (s.home[0] + s.home[1] + s.home[2] + s.home[3]) / kRanks; }

class Round {
 public:
  Round(const Spider& rules, const SpiderState& s, const Limits& limits, const CancelFlag* cancel)
      : rules_(rules), state_(s), cancel_(cancel), budget_(limits, cancel) {}

  PlayedGame play(Policy& policy, std::uint64_t seed) {
    played_.reason = run(policy, seed);
    played_.won = rules_.won(state_);
    played_.why = spider_dead_end(rules_, state_);
    played_.runs = runs_in(state_);
    played_.seconds = budget_.seconds();
    return std::move(played_);
  }

 private:
  StopReason run(Policy& policy, std::uint64_t seed) {
    while (!rules_.won(state_)) {
      if (!spider_dead_end(rules_, state_).empty()) return StopReason::kExhausted;
      if (!budget_.poll()) return budget_.stop_reason();
      policy.reseed(decision_seed(seed, played_.decisions++));
      const std::vector<PatienceMove> plan = policy.plan(rules_.observe(state_), cancel_);
      if (!budget_.poll()) return budget_.stop_reason();
      if (plan.empty()) return StopReason::kExhausted;
      const Hidden before = hidden_in(state_);
      for (const PatienceMove& move : plan) {
        if (played_.moves.size() >= kMostMoves) return StopReason::kExhausted;
        if (!budget_.spend() || !budget_.reserve(sizeof(PatienceMove))) return budget_.stop_reason();
        make(move);
        if (rules_.won(state_) || hidden_in(state_) != before) break;
      }
    }
    return StopReason::kGoal;
  }

  void make(const PatienceMove& move) {
    if (const auto why = rules_.why_illegal(state_, move)) {
      throw std::logic_error("a policy's move " + std::to_string(played_.moves.size() + 1) + " is not legal: " + *why);
    }
    rules_.apply(state_, move);
    played_.moves.push_back(move);
  }

  const Spider& rules_;
  SpiderState state_;
  const CancelFlag* cancel_;
  Budget budget_;
  PlayedGame played_;
};

}  // namespace

PlayedGame play_game(const Spider& game, SpiderState s, Policy& policy, std::uint64_t seed, const Limits& limits,
                     const CancelFlag* cancel) {
  return Round(game, s, limits, cancel).play(policy, seed);
}

SpiderState any_world(const Spider& game, const Observation& seen) {
  std::vector<Card> unseen;
  for (int face = 0; face < kDeck; ++face) unseen.insert(unseen.end(), seen.unseen[face], Card(face));
  std::size_t hidden = seen.stock;
  for (const Observation::Column& column : seen.columns) hidden += column.down;
  if (hidden != unseen.size()) throw std::invalid_argument("there are not as many unseen cards as hidden ones");
  PatienceSetup setup;
  auto next = unseen.begin();
  for (const Observation::Column& column : seen.columns) {
    std::vector<Card>& cards = setup.columns.emplace_back(next, next + column.down);
    next += column.down;
    cards.insert(cards.end(), column.up.begin(), column.up.end());
    setup.down.push_back(column.down);
  }
  setup.stock.assign(next, unseen.end());
  for (int suit = 0; suit < kSuits; ++suit) setup.home[suit] = std::uint8_t(kRanks * seen.runs[suit]);
  return game.position(setup);
}

std::vector<PatienceMove> RandomPolicy::plan(const Observation& seen, const CancelFlag*) {
  game_.all_moves(any_world(game_, seen), moves_);
  if (moves_.empty()) return {};
  // Uniform to within 2^-32.
  return {moves_[(splitmix64(random_) >> 32) * moves_.size() >> 32]};
}

}  // namespace winnable

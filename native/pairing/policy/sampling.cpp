#include "pairing/policy/sampling.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "pairing/policy/simple.hpp"

namespace winnable {

SamplingConfig sampling(const PairingRules& rules, bool best) {
  SamplingConfig config;
  config.later = rules.passes != 1;
  if (best) {
    // Of one pass few worlds are won, and it takes more to see which.
    config.worlds = rules.passes == 1 ? 64 : 32;
    config.nodes = rules.passes == 1 ? 5000 : 3000;
    config.exact = 4;
    config.exact_positions = 5000;
  }
  return config;
}

std::vector<PairingMove> SamplingPolicy::plan(const PairingObservation& seen, std::uint64_t seed,
                                              const CancelFlag* cancel) {
  const PairingView view = view_of(game_, seen);
  game_.legal_moves(view.state, moves_);
  if (moves_.empty()) return {};
  if (view.hidden == 0) {
    if (!winnable(view.state, 0, cancel)) return {};
    return std::move(answer_.moves);
  }
  if (const auto move = without_thought(view)) return {*move};
  if (std::popcount(view.hidden) <= config_.exact) {
    if (const auto wins = exact_.wins(view, moves_, config_.exact_positions)) return {best_of(view, *wins)};
  }
  return {best_by_worlds(view, seed, cancel)};
}

// The move that is as good as any other, where there is one.
std::optional<PairingMove> SamplingPolicy::without_thought(const PairingView& view) const {
  if (moves_.size() == 1) return moves_.front();
  const auto king =
      std::ranges::find_if(moves_, [&](const PairingMove& m) { return leaves_at_once(game_, view.state, m); });
  if (king != moves_.end()) return *king;
  if (puts_off_nothing(view) && !is_removal(moves_.back())) return moves_.back();
  return std::nullopt;
}

// Without an end to the passes, going through the stock first loses nothing and shows its cards: where the
// pointer stands now, it comes again. Several cards at a time it stands so at whole draws only.
bool SamplingPolicy::puts_off_nothing(const PairingView& view) const {
  if (!game_.unlimited() || (view.hidden & game_.stock()) == 0) return false;
  return std::popcount(game_.waste_of(view.state)) % game_.rules().draw == 0;
}

PairingMove SamplingPolicy::best_by_worlds(const PairingView& view, std::uint64_t random, const CancelFlag* cancel) {
  values_.assign(moves_.size(), 0);
  for (int k = 0; k < config_.worlds; ++k) {
    const PairingState world = draw_world(view, random);
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
    if (!winnable(world, config_.nodes, cancel)) continue;
    judge(world, (view.hidden & game_.stock()) != 0, cancel);
  }
  return best_of(view, values_);
}

// What each move is worth in a world that can be won: 2 if it still can be, 3 if so after the whole stock.
void SamplingPolicy::judge(const PairingState& world, bool stock_hidden, const CancelFlag* cancel) {
  const PairingMove first = answer_.moves.front();  // of a win
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    PairingState after = game_.play_unchecked(world, moves_[i]);
    if (moves_[i] != first && !winnable(after, config_.nodes, cancel)) continue;
    values_[i] += 2;
    if (!config_.later || !stock_hidden) continue;
    if (game_.won(after)) {
      ++values_[i];
      continue;
    }
    while (game_.stock_of(after) != 0) game_.apply(after, kDrawMove);
    MoveList<PairingMove> moves;
    game_.legal_moves(after, moves);
    if (moves.empty() || moves.back() != kRecycleMove) continue;
    game_.apply(after, kRecycleMove);
    values_[i] += winnable(after, config_.nodes, cancel) ? 1 : 0;
  }
}

bool SamplingPolicy::winnable(const PairingState& s, std::uint64_t most, const CancelFlag* cancel) {
  Limits limits;
  limits.nodes = most;
  answer_ = decider_.solve(s, limits, cancel);
  nodes_ += answer_.stats.expanded;
  return answer_.verdict == Verdict::kSolved;
}

// The move with the highest value; among equals what takes cards off the board, and a draw last.
PairingMove SamplingPolicy::best_of(const PairingView& view, const std::vector<std::uint64_t>& values) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves_.size(); ++i) {
    const bool sooner = kind_of(game_, view.state, moves_[i]) < kind_of(game_, view.state, moves_[best]);
    if (values[i] > values[best] || (values[i] == values[best] && sooner)) best = i;
  }
  return moves_[best];
}

}  // namespace winnable

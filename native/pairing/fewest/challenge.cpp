#include "pairing/fewest/challenge.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "pairing/fewest/points.hpp"
#include "pairing/fewest/search.hpp"

namespace winnable {

namespace {

// What is left of the limits after an effort.
Limits rest_of(Limits limits, const Stats& spent) {
  if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - spent.seconds, 1e-9);
  if (limits.nodes != 0)
    limits.nodes = std::max<std::uint64_t>(limits.nodes - std::min(limits.nodes, spent.expanded), 1);
  return limits;
}

// A search's counts, with what it took of its budget.
Stats spent(Stats of_search, const Budget& budget) {
  of_search.expanded = budget.nodes();
  of_search.peak_bytes = budget.peak_bytes();
  of_search.seconds = budget.seconds();
  return of_search;
}

void add(const Stats& more, Stats& stats) {
  stats.expanded += more.expanded;
  stats.generated += more.generated;
  stats.duplicates += more.duplicates;
  stats.peak_bytes = std::max(stats.peak_bytes, more.peak_bytes);
  stats.seconds += more.seconds;
}

}  // namespace

PairingFewestChallenger::PairingFewestChallenger(const Pairing& game, const Challenge& challenge, FewestMetric metric)
    : game_(game), challenge_(challenge), metric_(metric), decider_(game, challenge) {}

std::vector<SlotMask> PairingFewestChallenger::goals(const PairingState& start) const {
  SlotMask of_rank = 0;
  for (SlotMask m = start.left; m != 0; m &= m - 1) {
    if (rank_of(start.card[first_slot(m)]) == challenge_.rank) of_rank |= slot_bit(first_slot(m));
  }
  const int wanted = std::max(challenge_.amount - (kSuits - std::popcount(of_rank)), 0);
  std::vector<SlotMask> out;
  for (SlotMask some = of_rank;; some = (some - 1) & of_rank) {
    if (std::popcount(some) == wanted) {
      SlotMask goal = some | (challenge_.board ? game_.goal() : 0), before = 0;
      while (goal != before) {
        before = goal;
        for (SlotMask m = before; m != 0; m &= m - 1) goal |= game_.covers(first_slot(m));
      }
      out.push_back(goal);
    }
    if (some == 0) return out;
  }
}

bool PairingFewestChallenger::legal(PairingState s, const std::vector<PairingMove>& moves) const {
  for (const PairingMove& m : moves) {
    if (game_.why_illegal(s, m)) return false;
    game_.apply(s, m);
  }
  return true;
}

PairingAnswer PairingFewestChallenger::solve(const PairingState& start, const Limits& limits,
                                             const CancelFlag* cancel) {
  PairingAnswer best = decider_.solve(start, limits, cancel);
  best.cost = cost_in(game_, metric_, best.moves);
  if (best.verdict != Verdict::kSolved) return best;
  if (challenge_.kind == Challenge::Kind::kPoints) {
    make_points(start, limits, cancel, best);
  } else {
    clear_cards(start, limits, cancel, best);
  }
  if (best.cost <= best.lower_bound) best.reason = StopReason::kGoal;
  best.stats.depth = best.moves.size();
  return best;
}

void PairingFewestChallenger::make_points(const PairingState& start, const Limits& limits, const CancelFlag* cancel,
                                          PairingAnswer& best) {
  using pairing_fewest::PointsBound, pairing_fewest::PointsSearch, pairing_fewest::Search;
  const int base = int(cost_in(game_, metric_, {}));  // which the search does not count
  PairingModel model(game_);
  model.reset(start);
  const EasyKings kings(model);
  const PointsValue value(model, kings);
  const PointsBound bound(model, kings, value, challenge_.amount);
  Budget budget(rest_of(limits, best.stats), cancel);
  PointsSearch search(game_, start, metric_, challenge_.amount, bound, budget);
  const Search::End end = search.run(int(best.cost) - base);
  if (end == Search::End::kFound) {
    best.moves = search.moves();
    best.cost = cost_in(game_, metric_, best.moves);
  }
  add(spent(search.stats(), budget), best.stats);
  best.lower_bound = base + search.lower_bound();
  if (end == Search::End::kStopped) best.reason = budget.stop_reason();
}

void PairingFewestChallenger::clear_cards(const PairingState& start, const Limits& limits, const CancelFlag* cancel,
                                          PairingAnswer& best) {
  using pairing_fewest::Search;
  const int base = int(cost_in(game_, metric_, {}));  // which the search does not count
  const int first = int(best.cost);
  int lower = first;
  for (const SlotMask goal : goals(start)) {
    PairingModel model(game_.until(goal));
    model.reset(start);
    if (!model.refine()) continue;
    Budget budget(rest_of(limits, best.stats), cancel);
    Search search(model, metric_);
    const Search::End end = search.run(first - base, budget);
    add(spent(search.stats(), budget), best.stats);
    lower = std::min(lower, base + search.lower_bound());
    if (end == Search::End::kStopped) best.reason = budget.stop_reason();
    if (end != Search::End::kFound) continue;
    std::vector<PairingMove> moves = search.moves();
    const double cost = cost_in(game_, metric_, moves);
    if (cost < best.cost && legal(start, moves)) {
      best.moves = std::move(moves);
      best.cost = cost;
    }
  }
  best.lower_bound = lower;
}

}  // namespace winnable

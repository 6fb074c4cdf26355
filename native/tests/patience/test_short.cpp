// short, shortest and their bound, against a plain uniform-cost search on small positions.
#include <algorithm>
#include <map>
#include <queue>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/deal_numbers.hpp"
#include "patience/lower_bound.hpp"
#include "patience/metric.hpp"
#include "patience/short/short.hpp"
#include "patience/shortest/shortest.hpp"
#include "tests/check.hpp"

namespace {

using namespace winnable;

constexpr Metric kMetrics[] = {Metric::kMoves, Metric::kCards, Metric::kPlayerSafe};

struct Case {
  const char* name;
  PatienceRules rules;
  int cards;  // left in play
};

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const char* name, int columns, int cells, int cards, auto change) {
    PatienceRules r;
    r.columns = std::uint8_t(columns);
    r.cells = std::uint8_t(cells);
    change(r);
    all.push_back({name, r, cards});
  };
  const auto suit = [](PatienceRules& r) { r.build = r.group_lift = r.group_drop = Build::kSuit; };
  add("freecell", 8, 4, 8, [](PatienceRules&) {});
  add("two cells", 4, 2, 10, [](PatienceRules&) {});
  add("one cell", 4, 1, 11, [](PatienceRules&) {});
  add("no cell", 5, 0, 11, [](PatienceRules&) {});
  add("unlimited groups", 4, 1, 10, [](PatienceRules& r) { r.group_size = GroupSize::kUnlimited; });
  add("kings only", 4, 2, 10, [](PatienceRules& r) { r.empty_column = Fill::kKing; });
  add("empty stays empty", 4, 2, 10, [](PatienceRules& r) { r.empty_column = Fill::kNone; });
  add("suit", 4, 2, 10, suit);
  add("single cards, any suit", 4, 1, 9, [](PatienceRules& r) {
    r.build = r.group_lift = r.group_drop = Build::kAny;
    r.group_size = GroupSize::kOne;
  });
  add("foundation return", 4, 1, 8, [](PatienceRules& r) { r.foundation_return = true; });
  add("runs leave", 4, 0, 13, [](PatienceRules& r) {
    r.build = Build::kAny;
    r.group_lift = Build::kSuit;
    r.group_drop = Build::kAny;
    r.group_size = GroupSize::kUnlimited;
    r.leave = Leave::kRuns;
  });
  return all;
}

// A position with `cards` cards in play, thrown onto the columns and sometimes into cells.
PatienceState small_position(const Patience& game, int cards, std::mt19937& random) {
  PatienceSetup setup;
  setup.home.fill(kRanks);
  if (game.rules().leave == Leave::kRuns) {
    setup.home[random() % kSuits] = 0;
  } else {
    for (int i = 0; i < cards; ++i) {
      std::uint8_t& home = setup.home[random() % kSuits];
      if (home > 0) --home;
    }
  }
  std::vector<Card> left;
  for (int s = 0; s < kSuits; ++s) {
    for (int rank = setup.home[s]; rank < kRanks; ++rank) left.push_back(make_card(rank, s));
  }
  // Descending, then disturbed: wholly random single-suit positions are rarely winnable.
  std::reverse(left.begin(), left.end());
  const std::size_t swaps = game.rules().leave == Leave::kRuns ? 4 : 40;
  for (std::size_t i = 0; i < swaps; ++i) std::swap(left[random() % left.size()], left[random() % left.size()]);
  setup.columns.resize(game.rules().columns);
  for (const Card c : left) {
    const bool to_cell = setup.cells.size() + 1 < game.rules().cells && random() % 6 == 0;
    (to_cell ? setup.cells : setup.columns[random() % game.rules().columns]).push_back(c);
  }
  return game.position(setup);
}

// The least cost of a solution, or -1: uniform-cost search (Dijkstra), written from the definition of
// the metrics and nothing else.
int optimum(const Patience& game, PatienceState start, Metric metric) {
  const auto settle = [&](PatienceState& s) {
    if (metric != Metric::kPlayerSafe) return;
    while (const auto m = game.autoplay(s, Autoplay::kSafe)) game.apply(s, *m);
  };
  settle(start);
  using Entry = std::pair<int, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<PatienceState> states{start};
  std::map<decltype(start.below), std::pair<int, std::size_t>> met{{start.below, {0, 0}}};
  open.push({0, 0});
  MoveList<PatienceMove> moves;
  while (!open.empty()) {
    const auto [cost, index] = open.top();
    open.pop();
    const PatienceState s = states[index];
    if (met[s.below].first < cost) continue;
    if (game.won(s)) return cost;
    game.legal_moves(s, moves);
    for (const PatienceMove& m : moves) {
      PatienceState child = game.play_unchecked(s, m);
      settle(child);
      const int total = cost + (metric == Metric::kCards ? m.count : 1);
      const auto [at, added] = met.try_emplace(child.below, total, states.size());
      if (!added && at->second.first <= total) continue;
      if (added) states.push_back(child);
      at->second.first = total;
      open.push({total, at->second.second});
    }
  }
  return -1;
}

template <bool kByGroup>
int bound_total(const Patience& game, const PatienceState& s, Metric metric) {
  int forced = 0;
  if (metric != Metric::kPlayerSafe && game.rules().leave == Leave::kSingly) {
    for (const int home : s.home) forced += kRanks - home;
  }
  const ExtraMovesBound<Patience, kByGroup> bound(game);
  const int tight = bound.tight_bound(s, bound.tally(s), 0, kDeck);
  check(tight >= bound.bound(s), "the tight bound is below the quick one");
  return forced + tight;
}

void bound_and_shortest_on_small_positions() {
  std::mt19937 random(1);
  for (const Case& c : cases()) {
    const Patience game(c.rules);
    int solvable = 0;
    for (int i = 0; i < some_of(10) || (solvable == 0 && i < 10); ++i) {  // the first few may well be lost
      const PatienceState s = small_position(game, c.cards, random);
      for (const Metric metric : kMetrics) {
        const std::string where =
            std::string(c.name) + ", position " + std::to_string(i) + ", " + std::string(metric_name(metric));
        const int best = optimum(game, s, metric);
        const Result<PatienceMove> r = solve_shortest(game, s, metric, {});
        if (best < 0) {
          check(r.verdict == Verdict::kUnsolvable, where + ": unsolvable, but solved");
          continue;
        }
        ++solvable;
        const int bound =
            metric == Metric::kCards ? bound_total<false>(game, s, metric) : bound_total<true>(game, s, metric);
        check(bound <= best, where + ": bound " + std::to_string(bound) + " above " + std::to_string(best));
        check(r.verdict == Verdict::kSolved && r.reason == StopReason::kGoal, where + ": not proved");
        check(r.cost == best && r.lower_bound == best, where + ": cost " + std::to_string(r.cost) + " bound " +
                                                           std::to_string(r.lower_bound) + ", should be " +
                                                           std::to_string(best));
        check(solution_cost(game, s, r.moves, metric) == best, where + ": the moves cost something else");
        require_winning(game, s, r.moves);
      }
    }
    check(solvable >= some_of(6), std::string(c.name) + ": hardly a solvable position");
  }
}

// The bound kept up move by move is the bound computed anew.
template <bool kByGroup>
void tally_follows_moves(const Patience& game, PatienceState s, std::mt19937& random) {
  const ExtraMovesBound<Patience, kByGroup> bound(game);
  BoundTally t = bound.tally(s);
  MoveList<PatienceMove> moves;
  for (int i = 0; i < 60; ++i) {
    game.all_moves(s, moves);
    if (moves.empty()) return;
    bound.play(s, t, moves[random() % moves.size()]);
    const BoundTally fresh = bound.tally(s);
    check(t.blocked == fresh.blocked && t.forced == fresh.forced && t.forced_moves == fresh.forced_moves &&
              t.breaks == fresh.breaks,
          "the tally drifts from the position");
    check(bound.bound(s, t) == bound.bound(s), "the bound drifts from the position");
  }
}

void tallies() {
  std::mt19937 random(2);
  for (const Case& c : cases()) {
    const Patience game(c.rules);
    for (int i = 0; i < 30; ++i) {
      const PatienceState s = small_position(game, 45, random);
      tally_follows_moves<true>(game, s, random);
      tally_follows_moves<false>(game, s, random);
    }
  }
}

void fifty_deals() {
  const Patience game{PatienceRules{}};
  ShortSolver solver(game);
  double sum = 0;
  const int deals = some_of(50);
  for (int deal = 1; deal <= deals; ++deal) {
    const PatienceState s = game.deal(microsoft_deck(std::uint64_t(deal)));
    double last = 1e9;
    int calls = 0;
    const Result<PatienceMove> r = solver.solve(s, {}, nullptr, [&](const Result<PatienceMove>& better) {
      check(better.verdict == Verdict::kSolved && better.cost < last, "an improvement that is none");
      require_winning(game, s, better.moves);
      last = better.cost;
      ++calls;
      return true;
    });
    check(r.verdict == Verdict::kSolved && calls > 0, "deal " + std::to_string(deal) + " lost");
    check(r.cost == last && r.cost == double(r.moves.size()), "cost is not the number of moves");
    check(r.lower_bound <= r.cost && r.lower_bound >= kDeck, "lower bound out of range");
    require_winning(game, s, r.moves);
    sum += r.cost;
  }
  check(sum / deals < 90, "mean length " + std::to_string(sum / deals));
}

void limits_and_stops() {
  const Patience game{PatienceRules{}};
  const PatienceState s = game.deal(microsoft_deck(5));
  Limits limits;
  limits.nodes = 100;
  const Result<PatienceMove> few = solve_short(game, s, limits);
  check(few.verdict == Verdict::kUnknown && few.reason == StopReason::kNodes && few.stats.expanded <= 100,
        "100 nodes: limit not honoured");
  limits.nodes = 30000;
  const Result<PatienceMove> a = solve_short(game, s, limits);
  const Result<PatienceMove> b = solve_short(game, s, limits);
  check(a.verdict == Verdict::kSolved && a.moves == b.moves && a.stats.expanded <= 30000, "not deterministic");
  check(a.cost <= solve_short(game, s, {}).cost, "more effort, longer solution");
  limits = {};
  limits.bytes = 1000;
  const Result<PatienceMove> small = solve_short(game, s, limits);
  check(small.verdict == Verdict::kUnknown && small.reason == StopReason::kMemory, "1000 bytes: limit not honoured");
  limits.bytes = 4'000'000;
  const Result<PatienceMove> tight = solve_shortest(game, s, Metric::kMoves, limits);
  check(tight.verdict == Verdict::kSolved && tight.reason == StopReason::kMemory && tight.lower_bound < tight.cost &&
            tight.stats.peak_bytes <= limits.bytes,
        "4 MB: limit not honoured");
  const CancelFlag cancelled(true);
  check(solve_short(game, s, {}, &cancelled).reason == StopReason::kCancelled, "cancel ignored");
  limits = {};
  limits.nodes = 1'000'000;
  int calls = 0;
  const auto once = [&](const Result<PatienceMove>&) { return ++calls < 1; };
  const Result<PatienceMove> first = solve_short(game, s, limits, nullptr, once);
  check(first.verdict == Verdict::kSolved && calls == 1, "the callback does not stop the search");
}

void unsolvable_deal() {
  const Patience game{PatienceRules{}};
  const Result<PatienceMove> r = solve_short(game, game.deal(microsoft_deck(11982)), {});
  check(r.verdict == Verdict::kUnsolvable && r.reason == StopReason::kExhausted, "11982 is not proved unsolvable");
}

void costs() {
  const Patience game{PatienceRules{}};
  PatienceSetup setup;
  setup.home = {12, 12, 12, 10};
  // Clubs, diamonds, hearts wait for a king each; spades for J, Q, K.
  setup.columns = {{make_card(12, 3), make_card(11, 3), make_card(10, 3)},
                   {make_card(12, 0)},
                   {make_card(12, 1)},
                   {make_card(12, 2)}};
  const PatienceState s = game.position(setup);
  std::vector<PatienceMove> moves;
  PatienceState end = s;
  moves.push_back({0, kFirstCell, 1});
  game.apply(end, moves[0]);
  while (const auto m = game.autoplay(end, Autoplay::kSafe)) {
    moves.push_back(*m);
    game.apply(end, *m);
  }
  check(solution_cost(game, s, moves, Metric::kMoves) == 7 && solution_cost(game, s, moves, Metric::kCards) == 7 &&
            solution_cost(game, s, moves, Metric::kPlayerSafe) == 1,
        "costs of a known list are wrong");
}

}  // namespace

int main() {
  costs();
  tallies();
  bound_and_shortest_on_small_positions();
  fifty_deals();
  limits_and_stops();
  unsolvable_deal();
  return 0;
}

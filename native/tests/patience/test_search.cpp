// The searches on pile-building games: packing, options, heuristics, and the claims they carry.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "core/deal_numbers.hpp"
#include "patience/search.hpp"
#include "tests/check.hpp"

using namespace winnable;

namespace {

PatienceRules alternating(int columns, int cells) {
  PatienceRules r;
  r.columns = std::uint8_t(columns);
  r.cells = std::uint8_t(cells);
  return r;
}

std::vector<PatienceRules> many_rules() {
  std::vector<PatienceRules> out{kFreecellRules, alternating(6, 2), alternating(4, 6)};
  PatienceRules suit;
  suit.build = suit.group_lift = suit.group_drop = Build::kSuit;
  suit.empty_column = Fill::kKing;
  out.push_back(suit);
  PatienceRules any = alternating(8, 0);
  any.build = any.group_lift = any.group_drop = Build::kAny;
  any.group_size = GroupSize::kOne;
  out.push_back(any);
  PatienceRules relaxed;
  relaxed.group_size = GroupSize::kUnlimited;
  relaxed.foundation_return = true;
  out.push_back(relaxed);
  PatienceRules mixed = alternating(10, 1);
  mixed.build = mixed.group_drop = Build::kAny;
  mixed.group_lift = Build::kSuit;
  out.push_back(mixed);
  PatienceRules runs = mixed;
  runs.leave = Leave::kRuns;
  runs.group_size = GroupSize::kUnlimited;
  out.push_back(runs);
  return out;
}

// A position near the end: the cards from rank `from` on, dealt in a random order.
PatienceState late(const Patience& game, int from, std::uint64_t seed) {
  std::vector<Card> cards;
  for (int c = from * kSuits; c < kDeck; ++c) cards.push_back(Card(c));
  for (std::size_t i = cards.size(); i > 1; --i) std::swap(cards[i - 1], cards[splitmix64(seed) % i]);
  PatienceSetup setup;
  setup.home.fill(std::uint8_t(from));
  setup.columns.resize(game.rules().columns);
  for (std::size_t i = 0; i < cards.size(); ++i) setup.columns[i % setup.columns.size()].push_back(cards[i]);
  return game.position(setup);
}

// Moves to a win from every position that can be reached, by a search that knows no tricks;
// -1: none. Edges are turned round and followed from the wins.
std::map<std::array<std::uint8_t, kDeck>, int> distances(const PatienceSearch<Patience>& game,
                                                         const PatienceState& start, std::size_t most) {
  std::map<std::array<std::uint8_t, kDeck>, std::size_t> index{{start.below, 0}};
  std::vector<PatienceState> states{start};
  std::vector<std::vector<std::size_t>> before(1);
  MoveList<PatienceMove> moves;
  for (std::size_t i = 0; i < states.size() && states.size() < most; ++i) {
    const PatienceState here = states[i];
    game.legal_moves(here, moves);
    for (const PatienceMove& m : moves) {
      const PatienceState child = game.play_unchecked(here, m);
      const auto [at, fresh] = index.try_emplace(child.below, states.size());
      if (fresh) {
        states.push_back(child);
        before.emplace_back();
      }
      before[at->second].push_back(i);
    }
  }
  std::vector<int> distance(states.size(), -1);
  std::deque<std::size_t> queue;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (game.won(states[i])) {
      distance[i] = 0;
      queue.push_back(i);
    }
  }
  while (!queue.empty()) {
    const std::size_t i = queue.front();
    queue.pop_front();
    for (const std::size_t p : before[i]) {
      if (distance[p] >= 0) continue;
      distance[p] = distance[i] + 1;
      queue.push_back(p);
    }
  }
  std::map<std::array<std::uint8_t, kDeck>, int> out;
  if (states.size() >= most) return out;  // too many: nothing is known
  for (const auto& [below, i] : index) out[below] = distance[i];
  return out;
}

void test_packing() {
  for (const PatienceRules& rules : many_rules()) {
    const Patience engine(rules);
    std::uint64_t seed = 17;
    for (int deal = 1; deal <= some_of(20); ++deal) {
      const PatienceState start = engine.deal(microsoft_deck(std::uint64_t(deal)));
      const PatienceSearch<Patience> game(engine, start, {Autoplay::kSafe, true, true}, {});
      PatienceState s = start;
      MoveList<PatienceMove> moves;
      MoveList<PatienceMove> again;
      for (int ply = 0; ply < 60; ++ply) {
        const PatienceState back = game.unpack(game.pack(s));
        CHECK(game.same(back, s) && back.key == s.key && back.home == s.home);
        CHECK(game.pack(back) == game.pack(s));
        game.legal_moves(s, moves);
        game.legal_moves(back, again);
        CHECK(moves.size() == again.size());
        if (moves.empty()) break;
        const PatienceState next = game.play_unchecked(s, moves[splitmix64(seed) % moves.size()]);
        CHECK((game.pack(next) == game.pack(s)) == game.same(next, s));
        s = next;
      }
    }
  }
}

PatienceResult run(const Patience& engine, const PatienceState& start, Algorithm a, PatienceSearchOptions moves,
                   const std::vector<WeightedFeature>& h, Limits limits = {}, SearchOptions options = {}) {
  Budget budget(limits);
  return search_patience(engine, start, a, options, moves, h, budget, nullptr);
}

bool wins(const Patience& engine, PatienceState s, const std::vector<PatienceMove>& moves) {
  for (const PatienceMove& m : moves) {
    if (!engine.is_legal(s, m)) return false;
    engine.apply(s, m);
  }
  return engine.won(s);
}

const std::vector<WeightedFeature> kNeeded{{PatienceFeature::kNeededAbove, kUnit}};
const std::vector<WeightedFeature> kAside{{PatienceFeature::kAside, kUnit}};

void test_solutions_and_optimality() {
  int solved = 0;
  int lost = 0;
  for (const PatienceRules& rules : {alternating(4, 1), alternating(3, 1), alternating(3, 0), alternating(2, 1)}) {
    const Patience engine(rules);
    for (int seed = 1; seed <= some_of(10); ++seed) {
      const PatienceState start = late(engine, 10, std::uint64_t(seed));
      for (const Autoplay autoplay : {Autoplay::kNone, Autoplay::kSafe}) {
        const PatienceSearchOptions moves{autoplay, true, true};
        const auto shortest = run(engine, start, Algorithm::kBreadthFirst, moves, {});
        CHECK(shortest.verdict != Verdict::kUnknown);
        const auto& sound = autoplay == Autoplay::kNone ? kNeeded : kAside;
        for (const Algorithm a : {Algorithm::kUniformCost, Algorithm::kIterativeDeepening, Algorithm::kAStar,
                                  Algorithm::kIdaStar, Algorithm::kDepthFirst, Algorithm::kGreedy}) {
          const auto r = run(engine, start, a, moves, sound);
          CHECK(r.verdict == shortest.verdict);
          if (r.verdict != Verdict::kSolved) continue;
          CHECK(wins(engine, start, r.moves) && r.cost >= shortest.cost && r.cost <= double(r.moves.size()));
          if (a == Algorithm::kDepthFirst || a == Algorithm::kGreedy) continue;
          CHECK(r.cost == shortest.cost && r.lower_bound == r.cost);
        }
        const auto student = run(engine, start, Algorithm::kAStar, moves, student_v2());
        CHECK(student.verdict == shortest.verdict && student.lower_bound == 0);
        solved += shortest.verdict == Verdict::kSolved;
        lost += shortest.verdict == Verdict::kUnsolvable;
      }
    }
  }
  CHECK(solved > some_of(20) && lost > some_of(5));
}

// The argument in patience/features.hpp, held against the true distances of every position that
// can be reached.
void test_admissible() {
  std::vector<PatienceRules> all = many_rules();
  all.pop_back();  // only complete runs leave: these features mean nothing there
  std::size_t checked = 0;
  for (PatienceRules rules : all) {
    rules.columns = 3;
    rules.cells = std::uint8_t(std::min<int>(rules.cells, 2));
    const Patience engine(rules);
    for (int seed = 1; seed <= some_of(3); ++seed) {
      for (const bool supermoves : {true, false}) {
        for (const Autoplay autoplay : {Autoplay::kNone, Autoplay::kSafe}) {
          const PatienceState start = late(engine, 10, std::uint64_t(seed));
          const PatienceSearchOptions moves{autoplay, supermoves, true};
          const PatienceSearch<Patience> game(engine, start, moves, {});
          const bool automatic = autoplay != Autoplay::kNone;
          const PatienceHeuristic h(automatic ? kAside : kNeeded, rules, !supermoves);
          CHECK(h.admissible(automatic));
          CHECK(!PatienceHeuristic(kNeeded, rules, !supermoves).admissible(true));
          for (const auto& [below, distance] : distances(game, start, 20'000)) {
            if (distance < 0) continue;
            PatienceState s = start;
            s.below = below;
            const PatienceState full = game.unpack(game.pack(s));
            CHECK(h(full) <= distance * kUnit);
            ++checked;
          }
        }
      }
    }
  }
  CHECK(checked > std::size_t(some_of(10'000)));
}

void test_features() {
  const Patience engine(kFreecellRules);
  const PatienceState s = engine.deal(microsoft_deck(1));
  const auto value = [&](PatienceFeature f) {
    return PatienceHeuristic({{f, kUnit}}, kFreecellRules, false)(s) / kUnit;
  };
  CHECK(value(PatienceFeature::kFoundation) == 52);
  CHECK(value(PatienceFeature::kCells) == 0 && value(PatienceFeature::kColumns) == 0);
  // By hand, from the board of deal 1:
  // JD KD 2S 4C 3S 6D 6S | 2D KC KS 5C TD 8S 9C | 9H 9S 9D TS 4S 8D 2H | JC 5S QD QH TH QS 6H
  // 5D AD JS 4H 8H 6C | 7H QC AS AC 2C 3D | 7C KH AH 4D JH 8C | 5H 3H 3C 7S 7D TC
  CHECK(value(PatienceFeature::kBlocked) == 2 + 4 + 3 + 3);  // on AC, AD, AH, AS
  // KD 3S 6S | TD 9C | TS | QS | 8H | 2C | JH 8C | TC
  CHECK(value(PatienceFeature::kAside) == 3 + 2 + 1 + 1 + 1 + 1 + 2 + 1);
  CHECK(value(PatienceFeature::kNeededAbove) == 52 + value(PatienceFeature::kAside));
  CHECK(PatienceHeuristic(student_v1(), kFreecellRules, false)(s) == 26 * kUnit);
  CHECK(PatienceHeuristic(student_v2(), kFreecellRules, false)(s) == 26 * kUnit + 12 * 3 * kUnit / 10);
}

void test_options() {
  const Patience engine(kFreecellRules);
  const PatienceState start = late(engine, 8, 3);
  const auto single = run(engine, start, Algorithm::kAStar, {Autoplay::kSafe, false, true}, student_v2());
  CHECK(single.verdict == Verdict::kSolved && wins(engine, start, single.moves));
  for (const PatienceMove& m : single.moves) CHECK(m.count == 1);
  // Restrictions that may lose a solution never prove anything.
  PatienceRules rules = alternating(3, 0);
  rules.foundation_return = true;
  const Patience tight(rules);
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PatienceState s = late(tight, 11, seed);
    if (run(tight, s, Algorithm::kBreadthFirst, {}, {}).verdict != Verdict::kUnsolvable) continue;
    ++checked;
    for (const PatienceSearchOptions o :
         {PatienceSearchOptions{Autoplay::kMax, true, true}, PatienceSearchOptions{Autoplay::kNone, true, false}}) {
      const auto r = run(tight, s, Algorithm::kBreadthFirst, o, {});
      CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kIncomplete);
    }
  }
  CHECK(checked > 0);
  SearchOptions deep;
  deep.depth_limit = 45;
  Limits limits;
  limits.nodes = 100'000;
  const auto dfs = run(engine, engine.deal(microsoft_deck(1)), Algorithm::kDepthFirst, {Autoplay::kSafe, true, true},
                       {}, limits, deep);
  CHECK(dfs.stats.depth <= 45);
}

void test_refusals() {
  PatienceRules runs;
  runs.leave = Leave::kRuns;
  for (const PatienceFeature f : {PatienceFeature::kAside, PatienceFeature::kNeededAbove, PatienceFeature::kBlocked}) {
    bool refused = false;
    try {
      PatienceHeuristic({{f, kUnit}}, runs, false);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
  CHECK(!PatienceHeuristic({{PatienceFeature::kFoundation, kUnit}}, runs, false).admissible(false));
  CHECK(PatienceHeuristic({{PatienceFeature::kFoundation, kUnit}}, kFreecellRules, false).admissible(false));
  CHECK(!PatienceHeuristic({{PatienceFeature::kFoundation, 2 * kUnit}}, kFreecellRules, false).admissible(false));
  CHECK(!PatienceHeuristic(student_v2(), kFreecellRules, false).admissible(false));
}

}  // namespace

int main() {
  test_packing();
  test_features();
  test_refusals();
  test_options();
  test_solutions_and_optimality();
  test_admissible();
  std::puts("search on patience games: ok");
}

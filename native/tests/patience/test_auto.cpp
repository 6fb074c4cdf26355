// The auto solver: known deals, limits, positions without a future, and every kind of rule held
// against a search with no pruning at all.
#include <atomic>
#include <deque>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/deal_numbers.hpp"
#include "patience/auto/auto.hpp"
#include "patience/auto/proof.hpp"
#include "patience/engine.hpp"
#include "tests/check.hpp"

namespace winnable {
namespace {

using PatienceResult = Result<PatienceMove>;

bool wins(const Patience& game, PatienceState s, const std::vector<PatienceMove>& moves) {
  for (const PatienceMove& m : moves) {
    if (!game.is_legal(s, m)) return false;
    game.apply(s, m);
  }
  return game.won(s);
}

void known_deals() {
  const Patience game{kFreecellRules};
  AutoSolver solver(game.rules());
  std::size_t moves = 0;
  const int deals = some_of(300);
  for (int n = 1; n <= deals; ++n) {
    const PatienceState start = game.deal(microsoft_deck(std::uint64_t(n)));
    const PatienceResult r = solver.solve(start);
    check(r.verdict == Verdict::kSolved && r.reason == StopReason::kGoal, "solves ms:" + std::to_string(n));
    check(wins(game, start, r.moves), "replays ms:" + std::to_string(n));
    moves += r.moves.size();
  }
  check(moves < std::size_t(deals) * 115, "solutions of ms 1..300 average under 115 moves");
  for (const std::uint64_t n : {11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948}) {
    const PatienceResult r = solver.solve(game.deal(microsoft_deck(n)));
    check(r.verdict == Verdict::kUnsolvable && r.reason == StopReason::kExhausted,
          "proves ms:" + std::to_string(n) + " unsolvable");
    check(r.moves.empty(), "an unsolvable deal has no moves");
    check(r.stats.peak_bytes < 64'000'000, "proves it in 64 MB");
  }
}

void same_answer_alone_and_in_a_row() {
  const Patience game{kFreecellRules};
  AutoSolver solver(game.rules());
  for (const std::uint64_t n : {11982, 617, 1941, 31465}) {
    const PatienceState start = game.deal(microsoft_deck(n));
    const PatienceResult first = solver.solve(start);
    const PatienceResult alone = solve_auto(game, start);
    check(first.moves == alone.moves && first.verdict == alone.verdict && first.stats.expanded == alone.stats.expanded,
          "ms:" + std::to_string(n) + " is answered alike by a used solver and a fresh one");
  }
}

void limits() {
  const Patience game{kFreecellRules};
  const PatienceState hard = game.deal(microsoft_deck(11982));
  Limits few;
  few.nodes = 100;
  PatienceResult r = solve_auto(game, hard, few);
  check(r.verdict == Verdict::kUnknown && r.reason == StopReason::kNodes, "stops at the node limit");
  check(r.stats.expanded == 100, "expands exactly as many positions as allowed");
  for (const std::uint64_t bytes : {1'000, 100'000, 300'000}) {
    Limits small;
    small.bytes = bytes;
    r = solve_auto(game, hard, small);
    check(r.verdict == Verdict::kUnknown && r.reason == StopReason::kMemory,
          "stops at " + std::to_string(bytes) + " bytes");
    check(r.stats.peak_bytes <= bytes, "never holds more than " + std::to_string(bytes) + " bytes");
  }
  const CancelFlag cancelled{true};
  r = solve_auto(game, hard, {}, &cancelled);
  check(r.verdict == Verdict::kUnknown && r.reason == StopReason::kCancelled, "stops when cancelled");
}

void ends() {
  const Patience game{kFreecellRules};
  PatienceSetup won;
  won.home = {13, 13, 13, 13};
  PatienceResult r = solve_auto(game, game.position(won));
  check(r.verdict == Verdict::kSolved && r.moves.empty(), "a won position needs no moves");

  PatienceSetup last;
  last.home = {13, 13, 11, 13};
  last.columns = {{make_card(12, 2), make_card(11, 2)}};
  r = solve_auto(game, game.position(last));
  check(r.verdict == Verdict::kSolved && r.moves.size() == 2, "two home moves are left, and two are made");

  PatienceRules bare = kFreecellRules;
  bare.columns = 1;
  bare.cells = 0;
  const Patience narrow{bare};
  last.columns = {{make_card(11, 2), make_card(12, 2)}};
  r = solve_auto(narrow, narrow.position(last));
  check(r.verdict == Verdict::kUnsolvable && r.reason == StopReason::kExhausted, "a position without any move");
}

PatienceRules built(Build build, int columns, int cells) {
  PatienceRules r;
  r.build = r.group_lift = r.group_drop = build;
  r.columns = std::uint8_t(columns);
  r.cells = std::uint8_t(cells);
  return r;
}

std::vector<PatienceRules> family() {
  std::vector<PatienceRules> all{built(Build::kSuit, 8, 4), built(Build::kAlternate, 8, 2),
                                 built(Build::kAlternate, 6, 4)};
  PatienceRules r = built(Build::kSuit, 8, 8);  // Eight Off
  r.cells_filled = 4;
  r.empty_column = Fill::kKing;
  all.push_back(r);
  r = built(Build::kSuit, 7, 7);  // Penguin
  r.base = BaseRank::kBeak;
  r.base_cards_out = true;
  r.group_size = GroupSize::kUnlimited;
  r.empty_column = Fill::kKing;
  all.push_back(r);
  r = built(Build::kAny, 8, 0);  // Beleaguered Castle
  r.group_size = GroupSize::kOne;
  r.base_cards_out = true;
  all.push_back(r);
  r = built(Build::kAny, 10, 0);  // Simple Simon
  r.group_lift = Build::kSuit;
  r.group_size = GroupSize::kUnlimited;
  r.leave = Leave::kRuns;
  r.column_cards = {8, 8, 8, 7, 6, 5, 4, 3, 2, 1};
  all.push_back(r);
  r = kFreecellRules;
  r.foundation_return = true;
  all.push_back(r);
  return all;
}

// Castles and Simple Simon have deals that a greedy search misses, an exhaustive one gets lost in, and a beam
// wins at once; and others that a larger greedy search wins.
void hard_for_one_search() {
  const auto solve_within = [](const PatienceRules& rules, std::uint64_t deal, std::uint64_t nodes) {
    const Patience game{rules};
    const PatienceState start = game.deal(microsoft_deck(deal));
    Limits limits;
    limits.nodes = nodes;
    const PatienceResult r = solve_auto(game, start, limits);
    check(r.verdict == Verdict::kSolved && wins(game, start, r.moves), "wins ms:" + std::to_string(deal));
    limits.bytes = 64'000'000;
    const PatienceResult tight = solve_auto(game, start, limits);
    check(tight.stats.peak_bytes <= limits.bytes, "holds no more than it may");
    limits.bytes = 10'000'000;  // too little for the exhaustive search, enough for a beam
    const PatienceResult least = solve_auto(game, start, limits);
    check(least.stats.peak_bytes <= limits.bytes, "holds no more than that, either");
    return least.verdict == Verdict::kSolved;
  };
  const PatienceRules simple_simon = family()[6];
  check(solve_within(simple_simon, 32501, 400'000), "a beam wins where memory ends the exhaustive search");
  solve_within(simple_simon, 32347, 500'000);
  if (some_of(10) == 10) solve_within(simple_simon, 34052, 3'000'000);
}

// An exhaustive search that pauses sees the positions that it would have seen without.
void pausing_proof() {
  using namespace auto_solver;
  const Patience game{kFreecellRules};
  const RuleTables tables(game.rules());
  const auto run = [&](std::uint64_t step) {
    Proof<Patience, 2> proof(game, tables, Autoplay::kSafe);
    check(proof.prepare(game.deal(microsoft_deck(11982))), "fits 128 bits");
    Budget budget{Limits{}};
    Stats stats;
    Found found = Found::kNodes;
    int pauses = -1;
    for (std::uint64_t most = step; found == Found::kNodes; most += step, ++pauses) {
      found = proof.search(budget, most, stats);
      check(budget.nodes() <= most, "pauses in time");
    }
    check(found == Found::kNothing, "proves that there is no win");
    return std::tuple(budget.nodes(), stats.generated, stats.duplicates, pauses);
  };
  const auto [nodes, generated, duplicates, none] = run(1'000'000'000);
  const auto [nodes2, generated2, duplicates2, pauses] = run(1'000);
  check(none == 0 && pauses > 5, "pauses where it should");
  check(nodes == nodes2 && generated == generated2 && duplicates == duplicates2, "the same search");
}

void other_games() {
  for (const PatienceRules& rules : family()) {
    const Patience game{rules};
    AutoSolver solver(rules);
    int solved = 0;
    for (std::uint64_t n = 1; n <= 4; ++n) {
      const PatienceState start = game.deal(microsoft_deck(n));
      const PatienceResult r = solver.solve(start);
      check(r.verdict != Verdict::kUnknown, "decides deals of other games");
      if (r.verdict != Verdict::kSolved) continue;
      ++solved;
      check(wins(game, start, r.moves), "solutions of other games replay");
    }
    check(solved > 0, "most games have a deal among four that can be won");
  }
}

// Every position met on the way of a solution can be won from, too.
void middle_games() {
  const Patience game{kFreecellRules};
  AutoSolver solver(game.rules());
  for (const std::uint64_t n : {1, 31465}) {
    PatienceState s = game.deal(microsoft_deck(n));
    const PatienceResult r = solver.solve(s);
    for (const PatienceMove& m : r.moves) {
      game.apply(s, m);
      const PatienceResult rest = solver.solve(s);
      check(rest.verdict == Verdict::kSolved && wins(game, s, rest.moves), "wins from the middle of a game");
    }
  }
}

// Breadth first, every move, no pruning; under kMax every home move follows by itself. Nothing: too many positions.
std::optional<bool> naive(const Patience& game, const PatienceState& start, std::size_t most,
                          Autoplay autoplay = Autoplay::kNone) {
  std::set<std::array<std::uint8_t, kDeck>> seen{start.below};
  std::deque<PatienceState> queue{start};
  MoveList<PatienceMove> moves;
  while (!queue.empty()) {
    const PatienceState s = queue.front();
    queue.pop_front();
    if (game.won(s)) return true;
    game.all_moves(s, moves);
    for (const PatienceMove& m : moves) {
      PatienceState next = game.play_unchecked(s, m);
      while (const auto forced = game.autoplay(next, autoplay)) game.apply(next, *forced);
      if (seen.insert(next.below).second) queue.push_back(next);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return false;
}

struct Sample {
  PatienceRules rules;
  PatienceSetup setup;
};

// Rules of every kind, and the last few ranks in random places.
Sample random_sample(std::mt19937& random, int cards_left) {
  const auto pick = [&](int low, int high) { return low + int(random() % unsigned(high - low + 1)); };
  Sample out;
  PatienceRules& r = out.rules;
  r.columns = std::uint8_t(pick(2, 5));
  r.cells = std::uint8_t(pick(0, 2));
  r.build = Build(pick(0, 4));
  const bool plain = pick(0, 1) == 0;
  r.group_lift = plain ? r.build : Build(pick(0, 4));
  r.group_drop = plain ? r.build : Build(pick(0, 4));
  r.group_size = GroupSize(pick(0, 2));
  r.empty_column = Fill(pick(0, 2));
  r.foundation_return = pick(0, 2) == 0;
  std::vector<Card> cards;
  if (pick(0, 9) == 0) {
    r.foundation_return = false;
    r.leave = Leave::kRuns;
    out.setup.home = {0, kRanks, kRanks, kRanks};
    for (int rank = 0; rank < kRanks; ++rank) cards.push_back(make_card(rank, 0));
  } else {
    for (auto& home : out.setup.home) home = std::uint8_t(kRanks - cards_left / kSuits - pick(0, 1));
    for (int suit = 0; suit < kSuits; ++suit) {
      for (int rank = out.setup.home[suit]; rank < kRanks; ++rank) cards.push_back(make_card(rank, suit));
    }
  }
  for (std::size_t i = cards.size() - 1; i > 0; --i) std::swap(cards[i], cards[random() % (i + 1)]);
  out.setup.columns.resize(r.columns);
  for (int i = pick(0, r.cells); i > 0; --i) {
    out.setup.cells.push_back(cards.back());
    cards.pop_back();
  }
  for (const Card c : cards) out.setup.columns[std::size_t(pick(0, r.columns - 1))].push_back(c);
  return out;
}

void against_naive() {
  std::mt19937 random(2026);
  int solved = 0;
  int unsolvable = 0;
  for (int i = 0; i < some_of(1500); ++i) {
    const Sample sample = random_sample(random, 4 + i % 8);
    const Patience game{sample.rules};
    const PatienceState start = game.position(sample.setup);
    const std::optional<bool> expected = naive(game, start, 3000);
    if (!expected) continue;
    ++(*expected ? solved : unsolvable);
    const PatienceResult r = solve_auto(game, start);
    check(r.verdict == (*expected ? Verdict::kSolved : Verdict::kUnsolvable),
          "agrees with a search without pruning on sample " + std::to_string(i));
    if (*expected) check(wins(game, start, r.moves), "replays sample " + std::to_string(i));
  }
  check(solved > some_of(200) && unsolvable > some_of(200), "samples of both kinds");
}

// Wins under forced autoplay: each of the player's moves is followed by exactly the home moves that there are.
bool wins_forced(const Patience& game, PatienceState s, const std::vector<PatienceMove>& moves) {
  for (std::size_t i = 0; i < moves.size();) {
    if (!game.is_legal(s, moves[i])) return false;
    game.apply(s, moves[i++]);
    while (const auto forced = game.autoplay(s, Autoplay::kMax)) {
      if (i == moves.size() || moves[i] != *forced) return false;
      game.apply(s, moves[i++]);
    }
  }
  return game.won(s);
}

// Forced home moves make a game of its own; the complete search of it is held against one without pruning, alone
// and after the quick searches. Some deals that can be won are lost in it.
void forced_against_naive() {
  using namespace auto_solver;
  std::mt19937 random(1941);
  int solved = 0;
  int spoilt = 0;
  for (int i = 0; i < some_of(1500); ++i) {
    const Sample sample = random_sample(random, 4 + i % 10);
    const Patience game{sample.rules};
    const PatienceState start = game.position(sample.setup);
    const std::optional<bool> expected = naive(game, start, 2000, Autoplay::kMax);
    if (!expected) continue;
    solved += *expected;
    const std::string name = "sample " + std::to_string(i);
    const PatienceResult r = solve_auto(game, start, {}, nullptr, Autoplay::kMax);
    check(r.verdict == (*expected ? Verdict::kSolved : Verdict::kUnsolvable), "forced, agrees on " + name);
    if (*expected) check(wins_forced(game, start, r.moves), "forced, replays " + name);
    if (sample.rules.leave == Leave::kRuns) continue;
    const RuleTables tables(game.rules());
    Proof<Patience, 3> proof(game, tables, Autoplay::kMax);
    Budget budget{Limits{}};
    Stats stats;
    check(proof.prepare(start), "fits 192 bits");
    const Found found = proof.search(budget, 0, stats);
    check(found == (*expected ? Found::kGoal : Found::kNothing), "forced, the complete search agrees on " + name);
    if (found == Found::kGoal) check(wins_forced(game, start, proof.path()), "forced, its path replays on " + name);
    if (!*expected) spoilt += solve_auto(game, start).verdict == Verdict::kSolved;
  }
  check(solved > some_of(300), "some samples are won under forced autoplay");
  check(spoilt > 0 || tried_one_in() > 1, "some samples are won without forced autoplay alone");
}

}  // namespace
}  // namespace winnable

int main() {
  using namespace winnable;
  known_deals();
  same_answer_alone_and_in_a_row();
  limits();
  ends();
  other_games();
  hard_for_one_search();
  pausing_proof();
  middle_games();
  against_naive();
  forced_against_naive();
}

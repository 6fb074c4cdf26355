// The textbook searches on small games whose answers are known.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/events.hpp"
#include "search/search.hpp"
#include "tests/check.hpp"

using namespace winnable;

namespace {

Key128 mixed(std::uint64_t v) {
  const std::uint64_t lo = splitmix64(v);
  return {lo, splitmix64(v)};
}

// Jugs of fixed size; fill, empty or pour until one holds `goal`.
struct Jugs {
  using State = std::array<int, 3>;
  struct Move {
    int from, to;  // -1: the tap, the drain
  };
  std::array<int, 3> sizes;
  int goal;

  void legal_moves(const State& s, MoveList<Move>& out) const {
    out.clear();
    for (int i = 0; i < 3; ++i) {
      if (s[i] < sizes[i]) out.push_back({-1, i});
      if (s[i] > 0) out.push_back({i, -1});
      for (int j = 0; j < 3; ++j) {
        if (i != j && s[i] > 0 && s[j] < sizes[j]) out.push_back({i, j});
      }
    }
  }
  State play_unchecked(State s, const Move& m) const {
    if (m.from < 0) {
      s[m.to] = sizes[m.to];
    } else if (m.to < 0) {
      s[m.from] = 0;
    } else {
      const int poured = std::min(s[m.from], sizes[m.to] - s[m.to]);
      s[m.from] -= poured;
      s[m.to] += poured;
    }
    return s;
  }
  Outcome outcome(const State& s) const {
    return std::find(s.begin(), s.end(), goal) != s.end() ? Outcome::kWon : Outcome::kOpen;
  }
  Key128 key(const State& s) const { return mixed(std::uint64_t(s[0] * 10000 + s[1] * 100 + s[2])); }
  bool same(const State& a, const State& b) const { return a == b; }
};

// What a search knows of the tiles. All in one type, as each type of game is a compilation of all searches.
enum class Estimate {
  kDistance,  // Manhattan distance
  kUneven,    // the distance, but only at every third position: admissible, and far from consistent
  kDeadEnds,  // a dead end where the puzzle still goes on: a sound estimate proves with it, another does not
};

// The sliding-tile puzzle on 3 by 3, 0 the gap.
struct Tiles {
  using State = std::array<std::uint8_t, 9>;
  using Move = int;  // cell whose tile slides into the gap
  Estimate known = Estimate::kDistance;
  bool colliding_keys = false;

  void legal_moves(const State& s, MoveList<Move>& out) const {
    out.clear();
    const int gap = int(std::find(s.begin(), s.end(), 0) - s.begin());
    for (int cell = 0; cell < 9; ++cell) {
      if (std::abs(cell / 3 - gap / 3) + std::abs(cell % 3 - gap % 3) == 1) out.push_back(cell);
    }
  }
  State play_unchecked(State s, Move cell) const {
    std::swap(*std::find(s.begin(), s.end(), 0), s[std::size_t(cell)]);
    return s;
  }
  bool won(const State& s) const { return s == State{1, 2, 3, 4, 5, 6, 7, 8, 0}; }
  Outcome outcome(const State& s) const { return won(s) ? Outcome::kWon : Outcome::kOpen; }
  Key128 key(const State& s) const {
    std::uint64_t v = 0;
    for (const auto tile : s) v = v * 9 + tile;
    return colliding_keys ? Key128{v & 7, 0} : mixed(v);
  }
  bool same(const State& a, const State& b) const { return a == b; }
  void spell(const State&, Move cell, std::vector<std::string>& words) const { words.push_back(std::to_string(cell)); }
  Units estimate(const State& s) const {
    if (known == Estimate::kDeadEnds) return s[8] == 8 ? kDeadEnd : 0;
    if (known == Estimate::kUneven && key(s).lo % 3 != 0) return 0;
    int sum = 0;
    for (int i = 0; i < 9; ++i) {
      if (s[i] != 0) sum += std::abs(i / 3 - (s[i] - 1) / 3) + std::abs(i % 3 - (s[i] - 1) % 3);
    }
    return sum * kUnit;
  }
};

// Tiles whose slides cost what is written on them.
struct HeavyTiles : Tiles {
  Units cost(const State& s, Move cell) const { return Units{s[std::size_t(cell)]} * kUnit / 2; }
  Units estimate(const State& s) const {
    Units sum = 0;
    for (int i = 0; i < 9; ++i) {
      if (s[i] != 0) sum += s[i] * (std::abs(i / 3 - (s[i] - 1) / 3) + std::abs(i % 3 - (s[i] - 1) % 3)) * kUnit / 2;
    }
    return sum;
  }
};

constexpr Tiles kUnevenTiles{.known = Estimate::kUneven};
constexpr Tiles kDeadEndTiles{.known = Estimate::kDeadEnds};

static_assert(Game<Jugs> && Game<Tiles> && Game<HeavyTiles>);

constexpr std::array<Algorithm, 9> kAll = {
    Algorithm::kBreadthFirst,  Algorithm::kDepthFirst, Algorithm::kIterativeDeepening,
    Algorithm::kUniformCost,   Algorithm::kGreedy,     Algorithm::kAStar,
    Algorithm::kWeightedAStar, Algorithm::kIdaStar,    Algorithm::kBeam};
constexpr std::array<Algorithm, 4> kByCost = {Algorithm::kUniformCost, Algorithm::kAStar, Algorithm::kIdaStar,
                                              Algorithm::kIterativeDeepening};

template <class G>
Result<typename G::Move> run(const G& game, const typename G::State& start, Algorithm a, SearchOptions o = {},
                             Limits limits = {}) {
  o.admissible = true;
  Budget budget(limits);
  return search(game, start, a, o, budget);
}

template <class G>
typename G::State replay(const G& game, typename G::State s, const std::vector<typename G::Move>& moves) {
  for (const auto& m : moves) s = game.play_unchecked(s, m);
  return s;
}

Tiles::State shuffled(std::uint64_t seed, int moves) {
  const Tiles game;
  Tiles::State s{1, 2, 3, 4, 5, 6, 7, 8, 0};
  MoveList<int> legal;
  for (int i = 0; i < moves; ++i) {
    game.legal_moves(s, legal);
    s = game.play_unchecked(s, legal[splitmix64(seed) % legal.size()]);
  }
  return s;
}

void test_jugs() {
  const Jugs game{{3, 5, 0}, 4};
  for (const Algorithm a : kAll) {
    const auto r = run(game, {0, 0, 0}, a);
    CHECK(r.verdict == Verdict::kSolved && r.reason == StopReason::kGoal);
    CHECK(game.outcome(replay(game, {0, 0, 0}, r.moves)) == Outcome::kWon);
    CHECK(r.cost == double(r.moves.size()));
    CHECK(r.moves.size() >= 6);
    if (a != Algorithm::kDepthFirst && a != Algorithm::kGreedy) CHECK(r.moves.size() == 6);
  }
  // With even jugs an odd amount never appears: every algorithm proves it.
  const Jugs even{{4, 6, 8}, 3};
  for (const Algorithm a : kAll) {
    const auto r = run(even, {0, 0, 0}, a);
    CHECK(r.verdict == Verdict::kUnsolvable && r.reason == StopReason::kExhausted && r.moves.empty());
  }
  const auto done = run(game, {4, 0, 0}, Algorithm::kAStar);
  CHECK(done.verdict == Verdict::kSolved && done.moves.empty() && done.cost == 0);
}

void test_optimal_searches_agree() {
  for (int seed = 1; seed <= some_of(25); ++seed) {
    const Tiles game;
    const auto start = shuffled(std::uint64_t(seed), 40);
    const auto shortest = run(game, start, Algorithm::kBreadthFirst);
    CHECK(shortest.verdict == Verdict::kSolved && shortest.lower_bound == shortest.cost);
    for (const Algorithm a : kByCost) {
      const auto r = run(game, start, a);
      CHECK(r.verdict == Verdict::kSolved && game.won(replay(game, start, r.moves)));
      CHECK(r.cost == shortest.cost && r.lower_bound == r.cost);
      const auto uneven = run(kUnevenTiles, start, a);
      CHECK(uneven.cost == shortest.cost && uneven.lower_bound == uneven.cost);
    }
    SearchOptions o;
    o.weight = 2 * kUnit;
    const auto weighted = run(game, start, Algorithm::kWeightedAStar, o);
    CHECK(weighted.cost >= shortest.cost && weighted.cost <= 2 * shortest.cost);
    CHECK(weighted.lower_bound <= shortest.cost);
    const HeavyTiles heavy;
    const auto cheapest = run(heavy, start, Algorithm::kUniformCost);
    for (const Algorithm a : {Algorithm::kAStar, Algorithm::kIdaStar}) {
      const auto r = run(heavy, start, a);
      CHECK(r.cost == cheapest.cost && r.lower_bound == r.cost);
      CHECK(heavy.won(replay(heavy, start, r.moves)));
    }
  }
}

void test_table_changes_nothing_but_work() {
  const Tiles game;
  for (int seed = 50; seed < 50 + some_of(10); ++seed) {
    const auto start = shuffled(std::uint64_t(seed), 30);
    SearchOptions without;
    without.table_bytes = 0;
    SearchOptions tiny;
    tiny.table_bytes = 1 << 17;
    const auto a = run(game, start, Algorithm::kIdaStar, without);
    const auto b = run(game, start, Algorithm::kIdaStar, tiny);
    CHECK(a.cost == b.cost && b.stats.expanded <= a.stats.expanded);
  }
}

void test_collisions_of_keys_prove_nothing() {
  // Eight keys for 181,440 positions: only exact comparison keeps them apart.
  Tiles game;
  game.colliding_keys = true;
  for (const Algorithm a : {Algorithm::kBreadthFirst, Algorithm::kAStar, Algorithm::kIdaStar, Algorithm::kBeam}) {
    const auto start = shuffled(7, 12);
    CHECK(run(game, start, a).cost == run(Tiles(), start, a).cost);
  }
}

void test_every_position_is_reached() {
  // Half of all 9! arrangements cannot be solved, and 9!/2 can be reached from any of them.
  const Tiles::State odd{2, 1, 3, 4, 5, 6, 7, 8, 0};
  for (const Algorithm a : {Algorithm::kBreadthFirst, Algorithm::kDepthFirst, Algorithm::kAStar, Algorithm::kGreedy}) {
    const auto r = run(Tiles(), odd, a);
    CHECK(r.verdict == Verdict::kUnsolvable && r.stats.expanded == 181440);
  }
  for (const Algorithm a : {Algorithm::kIterativeDeepening, Algorithm::kIdaStar}) {
    CHECK(run(Jugs{{4, 6, 10}, 3}, {0, 0, 0}, a).verdict == Verdict::kUnsolvable);
  }
  SearchOptions wide;
  wide.beam_width = 200000;
  CHECK(run(Tiles(), odd, Algorithm::kBeam, wide).verdict == Verdict::kUnsolvable);
  SearchOptions narrow;
  narrow.beam_width = 10;
  const auto beam = run(Tiles(), odd, Algorithm::kBeam, narrow);
  CHECK(beam.verdict == Verdict::kUnknown && beam.reason == StopReason::kIncomplete);
  SearchOptions shallow;
  shallow.depth_limit = 10;
  for (const Algorithm a : {Algorithm::kDepthFirst, Algorithm::kIterativeDeepening, Algorithm::kIdaStar}) {
    const auto r = run(Tiles(), odd, a, shallow);
    CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kIncomplete && r.stats.depth <= 11);
  }
}

void test_dead_ends() {
  const Tiles::State odd{2, 1, 3, 4, 5, 6, 7, 8, 0};
  for (const Algorithm a : {Algorithm::kAStar, Algorithm::kGreedy, Algorithm::kBeam}) {
    SearchOptions o;
    o.beam_width = 200000;
    Budget budget({});
    const auto r = search(kDeadEndTiles, odd, a, o, budget);
    CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kIncomplete && r.lower_bound == 0);
    CHECK(run(kDeadEndTiles, odd, a, o).verdict == Verdict::kUnsolvable);
  }
}

void test_limits() {
  const Tiles::State odd{2, 1, 3, 4, 5, 6, 7, 8, 0};
  for (const Algorithm a : kAll) {
    Limits nodes;
    nodes.nodes = 1000;
    const auto r = run(Tiles(), odd, a, {}, nodes);
    CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kNodes && r.stats.expanded == 1000);
    Limits bytes;
    bytes.bytes = 2'000'000;
    SearchOptions o;
    o.beam_width = 100000;
    o.table_bytes = 500'000;
    bytes.nodes = 400'000;  // IDA* needs no more memory than its line and its table
    const auto m = run(Tiles(), odd, a, o, bytes);
    const bool linear = a == Algorithm::kIdaStar || a == Algorithm::kIterativeDeepening;
    CHECK(m.verdict == Verdict::kUnknown && m.reason == (linear ? StopReason::kNodes : StopReason::kMemory));
    CHECK(m.stats.peak_bytes <= bytes.bytes && m.stats.peak_bytes > 0);
    CancelFlag cancelled{true};
    Budget budget({}, &cancelled);
    const auto c = search(Tiles(), odd, a, o, budget);
    CHECK(c.verdict == Verdict::kUnknown && c.reason == StopReason::kCancelled && c.stats.expanded <= 256);
    Limits time;
    time.seconds = 1e-9;
    CHECK(run(Tiles(), odd, a, o, time).reason == StopReason::kTime);
  }
}

void test_memory_is_accounted_for() {
  // What the process really took must not exceed what the budget admitted by much.
  const auto peak_kb = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before = peak_kb();
  Limits limits;
  limits.bytes = 6'000'000;
  const auto r = run(Tiles(), {2, 1, 3, 4, 5, 6, 7, 8, 0}, Algorithm::kAStar, {}, limits);
  CHECK(r.reason == StopReason::kMemory);
  // AddressSanitizer holds on to more.
  CHECK(kAddressSanitizer ? peak_kb() >= before : (peak_kb() - before) * 1024 < 8'000'000);
}

void test_same_again() {
  for (const Algorithm a : kAll) {
    Limits limits;
    limits.nodes = 20'000;
    const auto start = shuffled(99, 60);
    const auto x = run(Tiles(), start, a, {}, limits);
    const auto y = run(Tiles(), start, a, {}, limits);
    CHECK(x.moves == y.moves && x.reason == y.reason && x.stats.expanded == y.stats.expanded);
    CHECK(x.stats.generated == y.stats.generated && x.stats.duplicates == y.stats.duplicates);
  }
}

void test_events() {
  for (const Algorithm a : kAll) {
    const auto start = shuffled(3, 14);
    Budget budget({});
    EventBuffer all(1, 1 << 20);
    SearchOptions o;
    o.admissible = true;
    const auto r = search(Tiles(), start, a, o, budget, all);
    CHECK(r.moves == run(Tiles(), start, a).moves);  // watching changes nothing
    CHECK(all.count(EventKind::kExpand) == r.stats.expanded);
    CHECK(all.count(EventKind::kDuplicate) == r.stats.duplicates);
    CHECK(all.count(EventKind::kBacktrack) == r.stats.backtracks);
    CHECK(all.count(EventKind::kGoal) == 1);
    const auto events = all.drain();
    CHECK(events.size() == all.seen() && all.dropped() == 0);
    for (std::size_t i = 0; i < events.size(); ++i) CHECK(events[i].number == i);

    Budget again({});
    EventBuffer few(10, 5);
    search(Tiles(), start, a, o, again, few);
    const auto last = few.drain();
    CHECK(few.seen() == all.seen() && last.size() == std::min<std::size_t>(5, (few.seen() + 9) / 10));
    CHECK(last.size() + few.dropped() == (few.seen() + 9) / 10);
    for (std::size_t i = 0; i < last.size(); ++i) {
      CHECK(last[i].number % 10 == 0);
      CHECK(last[i].kind == events[last[i].number].kind && last[i].key == events[last[i].number].key);
    }
  }
}

// The way of each event leads to its position, whatever is left out between two events.
void check_ways(const Tiles& game, Algorithm a, std::uint64_t every) {
  const auto start = shuffled(3, 14);
  Budget budget({});
  EventBuffer buffer(every, 1 << 20);
  search(game, start, a, {}, budget, buffer);
  std::vector<std::string> way;
  std::vector<Tiles::State> stops = {start};
  for (const Event& e : buffer.drain()) {
    CHECK(e.kept <= way.size());
    way.resize(e.kept);
    stops.erase(stops.begin() + e.kept + 1, stops.end());
    for (const std::string& word : e.more) {
      way.push_back(word);
      stops.push_back(game.play_unchecked(stops.back(), std::stoi(word)));
    }
    CHECK(game.key(stops.back()) == e.key);
    CHECK(e.move == (way.empty() ? "" : way.back()));
    // A position may have been reached anew on a shorter way than its depth was noted for.
    if (game.known != Estimate::kUneven) CHECK(way.size() == e.depth);
  }
}

void test_ways() {
  for (const Algorithm a : kAll) {
    for (const std::uint64_t every : {1, 7}) {
      check_ways(Tiles(), a, every);
      check_ways(kUnevenTiles, a, every);
    }
  }
}

// A sample holds all of the first events, every notable one, and of the others those that the last rate keeps; it
// is bounded, and its counts are those of all events.
void test_sampled_events() {
  for (const Algorithm a : kAll) {
    const auto start = shuffled(5, 300);
    SearchOptions o;
    o.admissible = true;
    Limits limits;
    limits.nodes = 3000;
    Budget budget(limits);
    EventBuffer all(1, 1 << 20);
    search(Tiles(), start, a, o, budget, all);
    Budget again(limits);
    EventBuffer buffer(1, 1 << 20);
    buffer.sample(20, 30);
    const auto r = search(Tiles(), start, a, o, again, buffer);
    CHECK(buffer.seen() == all.seen() && buffer.dropped() == 0);
    CHECK(buffer.every() > 1);
    CHECK(buffer.count(EventKind::kExpand) == r.stats.expanded);

    const auto every_event = all.drain();
    const auto events = buffer.drain();
    std::size_t even = 0;
    std::uint64_t expected = 0;
    for (const Event& e : events) {
      const Event& same = every_event[e.number];
      CHECK(e.kind == same.kind && e.key == same.key && e.counts == same.counts && e.open == same.open);
      std::uint64_t told = 0;
      for (const std::uint64_t n : e.counts) told += n;
      CHECK(told == e.number + 1);
      even += e.number >= 20 && e.number % buffer.every() == 0;
      if (e.number < 20) CHECK(e.number == expected++);
    }
    CHECK(even >= 15 && even <= 30);
    std::size_t notable = 0;
    for (const Event& e : every_event) notable += e.notable;
    for (const Event& e : events) notable -= e.notable;
    CHECK(notable == 0);
  }
}

// What waits to be expanded, of a search whose every step can be counted by hand.
void test_open_positions() {
  Budget budget({});
  EventBuffer buffer(1, 1 << 20);
  search(Tiles(), shuffled(3, 14), Algorithm::kBreadthFirst, {}, budget, buffer);
  std::uint64_t known = 0;
  std::uint64_t expanded = 0;
  for (const Event& e : buffer.drain()) {
    known += e.kind == EventKind::kGenerate;
    expanded += e.kind == EventKind::kExpand;
    if (e.kind == EventKind::kExpand) CHECK(e.open == known - expanded);
  }
}

// Once somebody cancels, what does not fit into the buffer is left out at the end, not in the middle.
void test_cancelled_events_have_no_gap() {
  CancelFlag flag{true};
  EventBuffer buffer(1, 3);
  buffer.wait_for_reader(&flag);
  for (int i = 0; i < 5; ++i) buffer.note(EventKind::kExpand, false, [] { return Event(); });
  CHECK(buffer.drain().size() == 3 && buffer.dropped() == 2);
  buffer.note(EventKind::kExpand, false, [] { return Event(); });
  CHECK(buffer.drain().empty() && buffer.dropped() == 3);
}

}  // namespace

int main() {
  test_memory_is_accounted_for();  // first: peaks only grow
  test_jugs();
  test_optimal_searches_agree();
  test_table_changes_nothing_but_work();
  test_collisions_of_keys_prove_nothing();
  test_every_position_is_reached();
  test_dead_ends();
  test_limits();
  test_same_again();
  test_events();
  test_ways();
  test_sampled_events();
  test_open_positions();
  test_cancelled_events_have_no_gap();
  std::puts("search: ok");
}

// The dissertation's methods on Undead: against each other, against a plain enumeration, and what they claim.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tests/check.hpp"
#include "tests/undead/cases.hpp"
#include "undead/methods/methods.hpp"

using namespace winnable;
using namespace winnable::undead_cases;

namespace {

using Options = UndeadMethodOptions;

constexpr std::array<UndeadMethod, 5> kMethods = {UndeadMethod::kBrute, UndeadMethod::kRandom, UndeadMethod::kSquares,
                                                  UndeadMethod::kPaths, UndeadMethod::kTightened};
// Figure 3.3 of the dissertation.
const std::string kPrinted = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3";

UndeadMethodResult run(const UndeadState& start, const Options& options, const Limits& limits = {},
                       EventBuffer* buffer = nullptr) {
  Budget budget(limits);
  return search_by_method(start, options, budget, buffer);
}

std::vector<Options> every_option(UndeadMethod method) {
  std::vector<Options> out;
  for (int bits = 0; bits < 8; ++bits) {
    Options o;
    o.method = method;
    o.zero_fill = (bits & 1) != 0;
    o.second = (bits & 2) != 0;
    o.zero_sum = (bits & 4) != 0;
    out.push_back(o);
  }
  return out;
}

void test_the_printed_board() {
  const UndeadState start = start_of(kPrinted);
  for (const UndeadMethod method : kMethods) {
    for (const Options& o : every_option(method)) {
      const UndeadMethodResult r = run(start, o);
      CHECK(r.verdict == Verdict::kSolved && r.solutions == 1 && r.second.empty());
      std::string text;
      for (const Monster m : played(start, r.moves)) text += letter_of(m);
      CHECK(text == "vvvgzgzvg");
      CHECK(r.cost == 9 && r.lower_bound == 9);
      CHECK(r.all == (o.second && method != UndeadMethod::kRandom));
      CHECK(r.figures.zero_filled == (o.zero_fill ? 5U : 0U));
    }
  }
}

void check_claims(const UndeadState& start, const std::vector<Monsters>& solutions, const Options& o) {
  const UndeadMethodResult r = run(start, o);
  CHECK(r.figures.tries == r.stats.generated && r.figures.refused <= r.figures.tries);
  if (r.verdict == Verdict::kSolved) {
    const Monsters first = played(start, r.moves);
    CHECK(std::ranges::find(solutions, first) != solutions.end());
    if (!r.second.empty()) CHECK(o.second && played(start, r.second) != first);
    CHECK(!r.all || solutions.size() == 1);
  }
  if (o.method == UndeadMethod::kRandom) {
    CHECK(r.verdict != Verdict::kUnsolvable && !r.all);
    return;
  }
  CHECK(r.verdict == (solutions.empty() ? Verdict::kUnsolvable : Verdict::kSolved));
  CHECK(r.solutions == std::min<std::size_t>(solutions.size(), o.second ? 2 : 1));
  CHECK(r.all == (o.second && solutions.size() == 1));
}

void test_claims_under_every_option() {
  std::uint64_t random = 11;
  std::array<int, 3> seen{};  // no solution, one, more
  for (int round = 0; round < some_of(400); ++round) {
    const UndeadState start = random_start(random);
    if (start.board->cells() > 9) continue;
    const std::vector<Monsters> solutions = all_solutions(start);
    ++seen[std::min<std::size_t>(solutions.size(), 2)];
    for (const UndeadMethod method : kMethods) {
      for (Options o : every_option(method)) {
        o.tries = 300;
        check_claims(start, solutions, o);
      }
    }
  }
  CHECK(seen[0] > some_of(20) && seen[1] > some_of(50) && seen[2] > some_of(50));
}

// The cell in the middle lies inside a closed loop of mirrors, on no line: the totals decide it.
void test_a_cell_on_no_path() {
  const UndeadState either = start_of("3x3:1,1,0,aRLRaRLRL,-,-,-,-,-,-,-,-,-,-,-,-");
  const UndeadState one = start_of("3x3:1,1,0,aRLRaRLRL,1,-,-,-,-,-,-,-,-,-,-,-");
  CHECK(either.board->crossings(1).empty());
  for (const UndeadMethod method : kMethods) {
    Options o;
    o.method = method;
    o.second = true;
    CHECK(run(either, o).solutions == 2);
    const UndeadMethodResult r = run(one, o);
    CHECK(r.solutions == 1 && played(one, r.moves) == (Monsters{Monster::kVampire, Monster::kGhost}));
  }
}

// A cell before the mirror and none after it. A vampire is seen from the left alone, and only that way round
// is the difference of the two sightings one.
void test_the_zero_sum_check_keeps_its_sign() {
  const UndeadState left = start_of("2x1:0,1,0,aL,-,-,-,0,-,1");
  const UndeadState right = start_of("2x1:0,1,0,aL,-,-,-,1,-,0");
  CHECK(left.board->line_at(3) == left.board->line_at(5));
  for (const UndeadMethod method : {UndeadMethod::kSquares, UndeadMethod::kPaths, UndeadMethod::kTightened}) {
    Options o;
    o.method = method;
    o.zero_sum = true;
    CHECK(run(left, o).verdict == Verdict::kSolved);
    CHECK(run(right, o).verdict == Verdict::kUnsolvable);
  }
}

void test_switches_change_the_search() {
  const UndeadState start = start_of(kPrinted);
  const auto tries = [&](UndeadMethod method, bool zero_fill, bool zero_sum) {
    Options o;
    o.method = method;
    o.zero_fill = zero_fill;
    o.zero_sum = zero_sum;
    o.second = true;
    return run(start, o).figures.tries;
  };
  CHECK(tries(UndeadMethod::kBrute, false, false) == 19683);  // 3 to the power of 9
  CHECK(tries(UndeadMethod::kBrute, true, false) == 81);
  for (const UndeadMethod method : {UndeadMethod::kSquares, UndeadMethod::kPaths}) {
    CHECK(tries(method, true, false) < tries(method, false, false));
    CHECK(tries(method, false, true) < tries(method, false, false));
  }
  CHECK(tries(UndeadMethod::kTightened, false, false) < tries(UndeadMethod::kPaths, false, false));
}

void test_limits_and_events() {
  const UndeadState start = start_of(kPrinted);
  for (const UndeadMethod method : kMethods) {
    Options o;
    o.method = method;
    o.second = true;
    Limits limits;
    limits.nodes = 3;
    const UndeadMethodResult stopped = run(start, o, limits);
    CHECK(stopped.reason == StopReason::kNodes && stopped.stats.expanded == 3 && stopped.moves.empty());
    CancelFlag flag{true};
    Budget budget({}, &flag);
    CHECK(search_by_method(start, o, budget, nullptr).reason == StopReason::kCancelled);

    EventBuffer buffer(1, 1'000'000);
    o.tries = 100'000;
    const UndeadMethodResult r = run(start, o, {}, &buffer);
    CHECK(buffer.count(EventKind::kExpand) == r.stats.expanded && buffer.dropped() == 0);
    CHECK(buffer.count(EventKind::kPrune) == r.figures.refused);
    CHECK(buffer.count(EventKind::kGoal) >= 1);
    if (method == UndeadMethod::kBrute || method == UndeadMethod::kRandom) continue;
    CHECK(buffer.count(EventKind::kGenerate) + buffer.count(EventKind::kPrune) == r.figures.tries + 1);
    CHECK(buffer.count(EventKind::kBacktrack) == r.figures.backtracks);
    Limits tiny;
    tiny.bytes = 1000;
    CHECK(run(start, o, tiny).reason == StopReason::kMemory);
  }
}

// The way of each event leads to its position, and its move says what was tried.
void test_ways() {
  const UndeadState start = start_of(kPrinted);
  const Undead engine;
  for (const UndeadMethod method : kMethods) {
    for (const bool zero_fill : {false, true}) {
      Options o;
      o.method = method;
      o.zero_fill = zero_fill;
      o.tries = 50;
      EventBuffer buffer(3, 1'000'000);
      run(start, o, {}, &buffer);
      std::vector<std::string> way;
      for (const Event& e : buffer.drain()) {
        way.resize(e.kept);
        way.insert(way.end(), e.more.begin(), e.more.end());
        UndeadState s = start;
        for (const std::string& word : way) engine.apply(s, parse_move(engine, s, word));
        CHECK(engine.key(s) == e.key && way.size() == e.depth);
        if (e.move.empty()) {
          CHECK(e.node == 0 && e.parent == kNoNode);
          continue;
        }
        const bool of_paths = method == UndeadMethod::kPaths || method == UndeadMethod::kTightened;
        const std::size_t colon = e.move.find(':');
        CHECK(colon == std::string::npos || (of_paths && std::string("RLUD").find(e.move[0]) != std::string::npos));
        const std::string squares = colon == std::string::npos ? e.move : e.move.substr(colon + 2);
        // All of it stands there, unless a path did not fit.
        if (e.kind == EventKind::kPrune) continue;
        for (std::size_t at = 0; at < squares.size(); at = squares.find(' ', at) + 1) {
          const std::string word = squares.substr(at, squares.find(' ', at) - at);
          CHECK(std::ranges::find(way, word) != way.end());
          if (squares.find(' ', at) == std::string::npos) break;
        }
      }
    }
  }
}

// A limit that is met while a second solution is sought leaves the first one standing.
void test_a_limit_after_the_first_solution() {
  const UndeadState start = start_of(kPrinted);
  Options o;
  o.method = UndeadMethod::kSquares;
  const std::uint64_t expanded = run(start, o).stats.expanded;
  o.second = true;
  CHECK(run(start, o).stats.expanded > expanded);
  Limits limits;
  limits.nodes = expanded;
  const UndeadMethodResult r = run(start, o, limits);
  CHECK(r.verdict == Verdict::kSolved && r.reason == StopReason::kNodes && r.solutions == 1 && !r.all);
}

}  // namespace

int main() {
  test_the_printed_board();
  test_claims_under_every_option();
  test_a_cell_on_no_path();
  test_the_zero_sum_check_keeps_its_sign();
  test_switches_change_the_search();
  test_limits_and_events();
  test_ways();
  test_a_limit_after_the_first_solution();
  std::puts("the dissertation's methods: ok");
}

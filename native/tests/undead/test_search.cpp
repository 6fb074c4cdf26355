// The textbook searches on Undead, against every filling of small random boards.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "tests/check.hpp"
#include "tests/undead/cases.hpp"
#include "undead/search.hpp"

using namespace winnable;
using namespace winnable::undead_cases;

namespace {

using Features = std::vector<WeightedUndeadFeature>;

const Features kOpen = {{UndeadFeature::kOpen, kUnit}};
const Features kMixed = {{UndeadFeature::kOpen, kUnit * 3 / 5}, {UndeadFeature::kChoices, kUnit / 5}};
const Features kGreedy = {{UndeadFeature::kLines, 2 * kUnit}};  // not admissible: it leaves nothing out

UndeadResult run(const UndeadState& start, Algorithm algorithm, const Features& features, const Limits& limits = {}) {
  Budget budget(limits);
  return search_undead(start, algorithm, {}, features, budget, nullptr);
}

int open_cells(const UndeadState& s) { return static_cast<int>(std::ranges::count(s.monsters, Monster::kNone)); }

bool agrees(const Monsters& filled, const Monsters& solution) {
  for (std::size_t c = 0; c < filled.size(); ++c) {
    if (filled[c] != Monster::kNone && filled[c] != solution[c]) return false;
  }
  return true;
}

// Of this position: is a dead end one, is the right monster among the candidates, does the estimate hold?
void check_position(const UndeadState& s, const std::vector<Monsters>& solutions) {
  const UndeadNode node{s, UndeadTally(s)};
  const UndeadOutlook outlook = look_ahead(node);
  const bool winnable = std::ranges::any_of(solutions, [&](const Monsters& m) { return agrees(s.monsters, m); });
  for (const Features& features : {kOpen, kMixed}) {
    const UndeadHeuristic heuristic(features);
    const Units h = heuristic(node);
    CHECK(heuristic.admissible() && (h == kDeadEnd) == outlook.dead);
    if (winnable) CHECK(h <= open_cells(s) * kUnit);
  }
  CHECK(!UndeadHeuristic(kGreedy).admissible() && UndeadHeuristic(kGreedy)(node) != kDeadEnd);
  if (!winnable) return;
  CHECK(!outlook.dead && (outlook.cell < 0) == (open_cells(s) == 0));
  for (const Monsters& m : solutions) {
    if (!agrees(s.monsters, m)) continue;
    for (int c = 0; c < s.board->cells(); ++c) {
      if (s.monsters[c] == Monster::kNone) CHECK(node.tally.may_hold(*s.board, c, m[c]));
    }
  }
}

// Positions on the way to any filling, right or wrong, and back again.
void check_positions(const UndeadState& start, const std::vector<Monsters>& solutions, std::uint64_t& random) {
  UndeadState s = start;
  UndeadTally tally(s);
  std::vector<int> filled;
  for (int c = 0; c < s.board->cells(); ++c) {
    check_position(s, solutions);
    if (s.monsters[c] != Monster::kNone) continue;
    const Monster m = solutions.empty() || below(random, 4) == 0 ? kMonsters[below(random, 3)] : solutions[0][c];
    s.monsters[c] = m;
    tally.fill(*s.board, c, m);
    filled.push_back(c);
  }
  check_position(s, solutions);
  CHECK(tally.open() == 0);
  for (const int c : filled) tally.clear(*s.board, c, s.monsters[c]);
  CHECK(tally.open() == open_cells(start) && tally.left() == UndeadTally(start).left());
}

void test_against_every_filling() {
  std::uint64_t random = 12;
  std::array<int, 3> seen{};  // no solution, one, more
  for (int round = 0; round < some_of(1500); ++round) {
    const UndeadState start = random_start(random);
    if (start.board->cells() > 8) continue;
    const std::vector<Monsters> solutions = all_solutions(start);
    ++seen[std::min<std::size_t>(solutions.size(), 2)];
    check_positions(start, solutions, random);
    for (std::size_t a = 0; a < kAlgorithmNames.size(); ++a) {
      for (const Features& features : {kOpen, kMixed, kGreedy}) {
        const UndeadResult r = run(start, static_cast<Algorithm>(a), features);
        CHECK(r.verdict == (solutions.empty() ? Verdict::kUnsolvable : Verdict::kSolved));
        CHECK(r.stats.duplicates == 0 || static_cast<Algorithm>(a) == Algorithm::kIterativeDeepening ||
              static_cast<Algorithm>(a) == Algorithm::kIdaStar);
        if (solutions.empty()) continue;
        CHECK(std::ranges::find(solutions, played(start, r.moves)) != solutions.end());
        CHECK(r.cost == open_cells(start) && r.lower_bound <= r.cost);
      }
    }
  }
  CHECK(seen[0] > some_of(100) && seen[1] > some_of(100) && seen[2] > some_of(100));
}

// A line of its own is judged exactly where no cell stands on it twice: possible() against every filling.
void test_a_line_is_possible_where_some_filling_is_right() {
  int possible = 0;
  int impossible = 0;
  for (int edge = 0; edge < 4; ++edge) {
    for (int inner = 0; inner < 4; ++inner) {
      for (int first = -1; first < 6; ++first) {
        for (int second = -1; second < 6; ++second) {
          for (int hidden = 0; hidden < 3; ++hidden) {
            UndeadSums line;
            line.unseen = {static_cast<std::int16_t>(first), static_cast<std::int16_t>(second)};
            line.shown = {hidden != 1, hidden != 2};
            line.edge = static_cast<std::uint16_t>(edge);
            line.inner = static_cast<std::uint16_t>(inner);
            // Seen at the edge from both ends, from the first alone, from the second alone; seen inside.
            bool right = false;
            for (int both = 0; both <= edge; ++both) {
              for (int alone = 0; alone + both <= edge; ++alone) {
                for (int inside = 0; inside <= inner; ++inside) {
                  const int from_first = both + alone + inside;
                  const int from_second = edge - alone + inside;
                  right |= (!line.shown[0] || from_first == first) && (!line.shown[1] || from_second == second);
                }
              }
            }
            CHECK(line.possible() == right);
            ++(right ? possible : impossible);
          }
        }
      }
    }
  }
  CHECK(possible > 300 && impossible > 300);
}

void test_packing() {
  std::uint64_t random = 13;
  for (int round = 0; round < 300; ++round) {
    UndeadState s = random_start(random);
    for (Monster& m : s.monsters) {
      if (m == Monster::kNone && below(random, 2) == 0) m = kMonsters[below(random, 3)];
    }
    const UndeadSearch game(s, UndeadHeuristic(kOpen));
    const UndeadNode node = game.start();
    const UndeadNode back = game.unpack(game.pack(node));
    CHECK(game.same(node, back) && game.key(node) == game.key(back) && node.tally.left() == back.tally.left());
  }
}

// The memory that a line of positions holds is counted: a limit ends a search that is deep, not wide.
void test_memory_of_a_deep_search() {
  std::string id = "40x40:0,0,1600," + std::string(61, 'z') + 'n';
  for (int end = 0; end < 160; ++end) id += ",-";
  const UndeadState start = start_of(id);
  CHECK(start.board->cells() == 1600);
  const UndeadResult whole = run(start, Algorithm::kDepthFirst, {});
  CHECK(whole.verdict == Verdict::kSolved && whole.stats.depth == 1600);
  CHECK(whole.stats.peak_bytes > 1600 * 1600);  // a byte for each cell, in each position of the line
  Limits limits;
  limits.bytes = 2'000'000;
  CHECK(run(start, Algorithm::kDepthFirst, {}, limits).reason == StopReason::kMemory);
  CHECK(run(start, Algorithm::kIdaStar, kOpen, limits).reason == StopReason::kMemory);
}

}  // namespace

int main() {
  test_a_line_is_possible_where_some_filling_is_right();
  test_against_every_filling();
  test_packing();
  test_memory_of_a_deep_search();
  std::puts("the textbook searches on Undead: ok");
}

// UndeadExplainer: every step checked by other means, on Simon Tatham's boards and on small random ones
// whose fillings are all gone through.
#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/check.hpp"
#include "tests/undead/cases.hpp"
#include "undead/explain/explain.hpp"
#include "undead/explain/step_check.hpp"
#include "undead/text.hpp"

namespace {

using namespace winnable;
using namespace winnable::undead_cases;

constexpr const char* kSample = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3";
// The hard ones: what-ifs are needed for the first two, and for the third two lines at a time.
constexpr std::array<const char*, 3> kHard = {
    "6x6:11,11,5,hRaRiLLbRaLbLcRaL,1,4,3,2,4,4,4,2,3,4,0,3,0,3,0,0,4,2,5,4,1,3,3,4",
    "7x7:16,8,10,cRcRgRRgLaRaRaLRaLdLRLdLRb,0,3,5,2,3,6,4,7,5,4,2,2,6,0,4,3,2,3,2,1,2,0,1,5,5,3,1,2",
    "7x7:7,12,14,ReLaLcLLRhRcRbLReRbLRLLLd,0,6,5,7,4,5,0,0,5,9,6,0,1,4,1,2,4,5,3,6,0,0,4,4,5,5,4,0"};

std::vector<std::string> ids_of(const std::string& file) {
  std::ifstream in("tests/data/undead/" + file);
  check(in.good(), "tests/data/undead/" + file + " can be read");
  std::vector<std::string> out;
  int line = 0;
  for (std::string id; in >> id;) {
    if (line++ % tried_one_in() == 0) out.push_back(id);
  }
  return out;
}

void check_sound(const UndeadState& s, const UndeadExplanation& e) {
  const auto fault = explanation_fault(s, e);
  check(!fault, format_game_id(s.board->setup()) + ": " + fault.value_or(""));
}

Monsters filling_of(const UndeadExplanation& e) {
  Monsters out;
  for (const Candidates c : e.candidates) {
    CHECK(std::has_single_bit(c));
    out.push_back(kMonsters[static_cast<std::size_t>(std::countr_zero(c))]);
  }
  return out;
}

// Hints, one after the other, fill the board as the solution has it; each fills a cell at its last step.
void check_hints(UndeadExplainer& explainer, UndeadState s, const Monsters& solution) {
  while (!Undead().won(s)) {
    const UndeadExplanation hint = explainer.explain(s, {Rung::kWhatIf, true});
    check_sound(s, hint);
    CHECK(!hint.steps.empty());
    const UndeadState before = s;
    for (const UndeadStep::Cut& c : hint.steps.back().cuts) {
      if (!std::has_single_bit(c.left)) continue;
      const auto cell = static_cast<std::size_t>(c.cell);
      CHECK(c.left == only(solution[cell]));
      s.monsters[cell] = solution[cell];
    }
    CHECK(s.monsters != before.monsters);
    for (std::size_t i = 0; i + 1 < hint.steps.size(); ++i) {
      for (const UndeadStep::Cut& c : hint.steps[i].cuts) CHECK(!std::has_single_bit(c.left));
    }
  }
}

// Boards of sgt-puzzles: how many need a what-if.
int check_file(UndeadExplainer& explainer, const std::string& file) {
  int with_what_if = 0;
  for (const std::string& id : ids_of(file)) {
    const UndeadState s = start_of(id);
    const UndeadExplanation e = explainer.explain(s);
    CHECK(e.solved && e.all_possible && e.reason == StopReason::kExhausted && !e.passed_over);
    check_sound(s, e);
    CHECK(Undead().won({s.board, filling_of(e)}));
    const bool needed = e.hardest() == Rung::kWhatIf;
    with_what_if += needed;
    CHECK(explainer.hardest_rung(s) == (needed ? std::nullopt : e.hardest()));
    if (needed) continue;
    CHECK(explainer.explain(s, {*e.hardest(), false}).solved);
    if (e.hardest() == Rung::kSighting) continue;
    const auto easier = static_cast<Rung>(static_cast<int>(*e.hardest()) - 1);
    CHECK(!explainer.explain(s, {easier, false}).solved);
  }
  return with_what_if;
}

void test_generated_boards() {
  UndeadExplainer explainer;
  for (const char* file : {"4x4de.txt", "5x5de.txt", "6x6de.txt", "7x7de.txt", "8x8de.txt", "10x10de.txt",
                           "12x12de.txt", "4x4dn.txt", "5x5dn.txt", "6x6dn.txt", "7x7dn.txt", "8x8dn.txt"}) {
    check(check_file(explainer, file) == 0, std::string(file) + " needs no what-if");
  }
  int small = 0;
  for (const char* file : {"4x4dt.txt", "5x5dt.txt", "6x6dt.txt"}) small += check_file(explainer, file);
  CHECK(small <= 9);                               // of 90
  CHECK(check_file(explainer, "7x7dt.txt") <= 2);  // of 10
}

void test_hard_boards() {
  UndeadExplainer explainer;
  std::array<int, 3> what_ifs{};
  for (std::size_t i = 0; i < kHard.size(); ++i) {
    const UndeadState s = start_of(kHard[i]);
    const UndeadExplanation e = explainer.explain(s);
    CHECK(e.solved);
    check_sound(s, e);
    for (const UndeadStep& step : e.steps) {
      if (step.rung != Rung::kWhatIf) continue;
      ++what_ifs[i];
      CHECK(step.shortest);
      for (const UndeadStep& link : step.chain) CHECK(link.rung != Rung::kWhatIf);
    }
    check_hints(explainer, s, filling_of(e));
  }
  CHECK(what_ifs[0] > 0 && what_ifs[1] > 0 && what_ifs[2] == 0);
}

void test_hints() {
  UndeadExplainer explainer;
  for (const char* file : {"4x4de.txt", "4x4dt.txt", "5x5dt.txt", "6x6dt.txt"}) {
    for (const std::string& id : ids_of(file)) {
      const UndeadState s = start_of(id);
      check_hints(explainer, s, filling_of(explainer.explain(s)));
    }
  }
}

// One sighting settles r1c2 and r1c3 of the sample at once, so that is the first hint.
void test_the_easiest_hint() {
  UndeadExplainer explainer;
  const UndeadState s = start_of(kSample);
  const UndeadExplanation hint = explainer.explain(s, {Rung::kWhatIf, true});
  CHECK(hint.steps.size() == 1 && hint.steps[0].rung == Rung::kSighting && !hint.solved);
  CHECK(hint.steps[0].end >= 0 && hint.steps[0].lines.size() == 1);
}

// From a position of the solution with some cells entered, whichever they are.
void test_positions_on_the_way() {
  UndeadExplainer explainer;
  std::uint64_t seed = 5;
  for (const std::string& id : ids_of("5x5dt.txt")) {
    UndeadState s = start_of(id);
    const Monsters solution = filling_of(explainer.explain(s));
    for (std::size_t c = 0; c < solution.size(); ++c) {
      if (splitmix64(seed) % 3 == 0) s.monsters[c] = solution[c];
    }
    const UndeadExplanation e = explainer.explain(s);
    check_sound(s, e);
    CHECK(e.solved && filling_of(e) == solution);
  }
}

// Every wrong entry is found out, if need be by what-ifs within what-ifs.
void test_wrong_entries() {
  UndeadExplainer explainer;
  for (const std::string& id : {std::string(kSample), ids_of("4x4dt.txt")[0], ids_of("5x5dt.txt")[0]}) {
    const UndeadState s = start_of(id);
    const Monsters solution = filling_of(explainer.explain(s));
    for (std::size_t c = 0; c < solution.size(); ++c) {
      for (const Monster m : kMonsters) {
        if (m == solution[c]) continue;
        UndeadState wrong = s;
        wrong.monsters[c] = m;
        for (const bool next_cell : {false, true}) {
          const UndeadExplanation e = explainer.explain(wrong, {Rung::kWhatIf, next_cell});
          check_sound(wrong, e);
          CHECK(!e.solved && (e.broken || next_cell));
        }
        CHECK(!explainer.hardest_rung(wrong));
      }
    }
  }
}

// --- small random boards ---------------------------------------------------------------------------------

// Which candidates some filling has.
std::vector<Candidates> possible_by_brute_force(const UndeadState& s) {
  std::vector<Candidates> out(s.monsters.size(), 0);
  for (const Monsters& filling : all_solutions(s)) {
    for (std::size_t c = 0; c < out.size(); ++c) out[c] |= only(filling[c]);
  }
  return out;
}

bool cross(const UndeadLine& a, const UndeadLine& b) {
  for (const UndeadVisit& v : a.visits) {
    for (const UndeadVisit& w : b.visits) {
      if (v.cell == w.cell) return true;
    }
  }
  return false;
}

// Where the ladder ends, no reason that it has rules out any more.
void check_nothing_more(const UndeadState& s, const UndeadExplanation& e, Rung hardest) {
  std::vector<UndeadReason> reasons;
  const auto lines = s.board->lines();
  const auto is_shown = [&](const UndeadLine& l) {
    return s.board->sighting(l.ends[0]) != kHidden || s.board->sighting(l.ends[1]) != kHidden;
  };
  for (int a = 0; a < static_cast<int>(lines.size()); ++a) {
    if (!is_shown(lines[a])) continue;
    reasons.push_back({.rung = Rung::kOneLine, .lines = {a}, .totals = true});
    for (int b = a + 1; b < static_cast<int>(lines.size()) && hardest >= Rung::kTwoLines; ++b) {
      if (!is_shown(lines[b]) || !cross(lines[a], lines[b])) continue;
      reasons.push_back({.rung = Rung::kTwoLines, .lines = {a, b}, .totals = true});
    }
  }
  for (std::size_t c = 0; c < e.candidates.size(); ++c) {
    for (const Monster m : kMonsters) {
      if ((e.candidates[c] & only(m)) == 0) continue;
      std::vector<Candidates> with = e.candidates;
      with[c] = only(m);
      for (const UndeadReason& r : reasons) CHECK(can_be_met(*s.board, with, r));
    }
  }
}

void test_random_boards() {
  UndeadExplainer explainer;
  std::uint64_t random = 1;
  int solved = 0;
  int several = 0;
  int none = 0;
  int what_ifs = 0;
  for (int i = 0; i < some_of(1500); ++i) {
    const UndeadState s = random_start(random);
    const std::vector<Candidates> possible = possible_by_brute_force(s);
    const UndeadExplanation e = explainer.explain(s);
    check_sound(s, e);
    CHECK(e.reason == StopReason::kExhausted);
    for (std::size_t c = 0; c < possible.size(); ++c) CHECK((possible[c] & ~e.candidates[c]) == 0);
    if (e.all_possible) CHECK(e.candidates == possible);
    const bool solvable = std::ranges::find(possible, 0) == possible.end();
    if (!possible.empty()) CHECK(solvable != e.broken.has_value());
    solved += e.solved;
    several += !e.solved && e.all_possible;
    none += !solvable;
    what_ifs += e.hardest() == Rung::kWhatIf;
    for (const Rung hardest : {Rung::kOneLine, Rung::kTwoLines}) {
      const UndeadExplanation easy = explainer.explain(s, {hardest, false});
      check_sound(s, easy);
      CHECK(easy.hardest().value_or(Rung::kSighting) <= hardest);
      if (!easy.broken) check_nothing_more(s, easy, hardest);
    }
  }
  CHECK(solved > some_of(500) && several > some_of(100) && none > some_of(100) && what_ifs >= some_of(3));
}

// --- the check itself, and limits ------------------------------------------------------------------------

void test_the_check_finds_faults() {
  UndeadExplainer explainer;
  const UndeadState s = start_of(kHard[0]);
  const UndeadExplanation good = explainer.explain(s);
  const auto is_bad = [&](auto&& spoil) {
    UndeadExplanation e = good;
    spoil(e);
    CHECK(explanation_fault(s, e).has_value());
  };
  CHECK(!explanation_fault(s, good));
  for (std::size_t i = 0; i < good.steps.size(); ++i) {
    is_bad([&](UndeadExplanation& e) { e.steps.erase(e.steps.begin() + static_cast<std::ptrdiff_t>(i)); });
  }
  // Another cell's candidates, or all but one of them, cannot follow from the first sighting.
  is_bad([](UndeadExplanation& e) { e.steps[0].cuts[0].left = only(Monster::kGhost); });
  is_bad([](UndeadExplanation& e) { e.steps[0].end = -1; });
  is_bad([](UndeadExplanation& e) { e.steps[0].lines[0] = (e.steps[0].lines[0] + 1) % 6; });
  is_bad([](UndeadExplanation& e) { e.candidates[0] = 0; });
  is_bad([](UndeadExplanation& e) { e.solved = false; });
  is_bad([](UndeadExplanation& e) { ++e.by_rung[0]; });
  for (std::size_t i = 0; i < good.steps.size(); ++i) {
    if (good.steps[i].rung != Rung::kWhatIf || good.steps[i].chain.empty()) continue;
    // Nothing in a chain can be left out.
    for (std::size_t link = 0; link < good.steps[i].chain.size(); ++link) {
      is_bad([&](UndeadExplanation& e) {
        auto& chain = e.steps[i].chain;
        chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(link));
      });
    }
    is_bad([&](UndeadExplanation& e) { e.steps[i].assumed_cell = (e.steps[i].assumed_cell + 1) % 27; });
  }
}

void test_limits() {
  UndeadExplainer explainer;
  const UndeadState s = start_of(kHard[1]);
  const std::uint64_t all = explainer.explain(s).nodes;
  for (const std::uint64_t nodes : {std::uint64_t{1}, std::uint64_t{50}, all / 10, all / 2, all - 1}) {
    for (const bool next_cell : {false, true}) {
      const UndeadExplanation e = explainer.explain(s, {Rung::kWhatIf, next_cell}, {.nodes = nodes});
      check_sound(s, e);
      CHECK(e.nodes <= nodes);
      if (!next_cell) CHECK(e.reason == StopReason::kNodes);
    }
  }
  CHECK(explainer.explain(s, {}, {.bytes = 1000}).reason == StopReason::kMemory);
  const CancelFlag cancelled{true};
  CHECK(explainer.explain(s, {}, {}, &cancelled).reason == StopReason::kCancelled);
  CHECK(!explainer.hardest_rung(start_of(kSample), Rung::kTwoLines, {.nodes = 3}));
  bool thrown = false;
  try {
    explainer.explain({s.board, Monsters(3)});
  } catch (const std::invalid_argument&) {
    thrown = true;
  }
  CHECK(thrown);
}

// A board without lines that say anything: the totals alone decide it.
void test_totals_alone() {
  UndeadExplainer explainer;
  const UndeadState s = start_of("2x2:0,4,0,d,-,-,-,-,-,-,-,-");
  const UndeadExplanation e = explainer.explain(s);
  CHECK(e.solved && e.steps.size() == 1 && e.steps[0].rung == Rung::kTotals);
  check_sound(s, e);
  const UndeadState open = start_of("2x2:1,1,2,d,-,-,-,-,-,-,-,-");
  const UndeadExplanation nothing = explainer.explain(open);
  CHECK(!nothing.solved && nothing.steps.empty() && nothing.all_possible && !nothing.hardest());
}

}  // namespace

int main() {
  test_generated_boards();
  test_hard_boards();
  test_hints();
  test_the_easiest_hint();
  test_positions_on_the_way();
  test_wrong_entries();
  test_random_boards();
  test_the_check_finds_faults();
  test_limits();
  test_totals_alone();
  return 0;
}

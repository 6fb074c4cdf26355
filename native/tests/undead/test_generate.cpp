// UndeadGenerator: what it makes is what was asked for, and the same for the same seed.
#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/check.hpp"
#include "undead/explain/explain.hpp"
#include "undead/generate/draft.hpp"
#include "undead/generate/generate.hpp"
#include "undead/sgt/grade.hpp"
#include "undead/solve/solver.hpp"
#include "undead/text.hpp"

namespace {

using namespace winnable;

UndeadRecipe recipe(int width, int height, char grade = 0, std::optional<Rung> technique = std::nullopt,
                    std::optional<int> mirrors = std::nullopt, int hidden = 0) {
  return {width, height, grade, technique, mirrors, hidden};
}

std::string name(const UndeadRecipe& r) {
  std::string out = std::to_string(r.width) + "x" + std::to_string(r.height);
  if (r.grade != 0) out += std::string("d") + r.grade;
  if (r.technique) out += " by " + std::string(rung_name(*r.technique));
  return out;
}

UndeadMade made_by(UndeadGenerator& generator, const UndeadRecipe& r, std::uint64_t seed) {
  constexpr std::uint64_t kMostLooked = 200'000;
  UndeadMade made = generator.make(seed, {kMostLooked, 0, 0});
  check(made.board != nullptr && made.reason == StopReason::kGoal, "no board: " + name(r));
  return made;
}

// All solutions by trying everything that no line contradicts, cell by cell; for boards with few cells.
void fill(UndeadState& s, std::size_t cell, std::vector<Monsters>& out) {
  if (impossible_line(s)) return;
  if (cell == s.monsters.size()) {
    if (Undead().won(s)) out.push_back(s.monsters);
    return;
  }
  for (const Monster m : kMonsters) {
    s.monsters[cell] = m;
    fill(s, cell + 1, out);
  }
  s.monsters[cell] = Monster::kNone;
}

void check_made(const UndeadRecipe& r, const UndeadMade& made) {
  const std::string what = name(r) + ": " + format_game_id(made.board->setup());
  const UndeadState start = Undead::start(made.board);
  check(Undead().won({made.board, made.solution}), "not its solution: " + what);
  check(made.board->width() == r.width && made.board->height() == r.height, "the size: " + what);
  if (r.mirrors) check(r.width * r.height - made.board->cells() == *r.mirrors, "the mirrors: " + what);
  check(std::ranges::count(made.board->setup().sightings, kHidden) == r.hidden, "the hidden clues: " + what);
  SgtGrader grader;
  const SgtGraded graded = grader.grade(start);
  check(graded.solutions == 1, "not one solution: " + what);
  const SgtGrade wanted = r.grade == 'e' ? SgtGrade::kEasy : r.grade == 'n' ? SgtGrade::kNormal : SgtGrade::kTricky;
  if (r.grade != 0) check(graded.grade == wanted, "the grade: " + what);
  UndeadExplainer explainer;
  if (r.technique == Rung::kWhatIf) {
    check(!explainer.hardest_rung(start), "no what-if needed: " + what);
  } else if (r.technique) {
    check(explainer.hardest_rung(start) == *r.technique, "the technique: " + what);
  }
}

void test_grades() {
  for (const auto& [w, h] : {std::pair(4, 4), std::pair(7, 7), std::pair(3, 8), std::pair(10, 10)}) {
    for (const char grade : {'\0', 'e', 'n', 't'}) {
      const UndeadRecipe r = recipe(w, h, grade);
      UndeadGenerator generator(r);
      for (int seed = 1; seed <= some_of(5); ++seed) check_made(r, made_by(generator, r, std::uint64_t(seed)));
    }
  }
}

void test_techniques() {
  for (int rung = 0; rung < kRungs; ++rung) {
    const UndeadRecipe r = recipe(6, 6, 0, static_cast<Rung>(rung));
    UndeadGenerator generator(r);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) check_made(r, made_by(generator, r, seed));
  }
  const UndeadRecipe both = recipe(7, 7, 't', Rung::kTwoLines);
  UndeadGenerator generator(both);
  check_made(both, made_by(generator, both, 1));
}

void test_mirrors_and_hidden_clues() {
  for (const int mirrors : {0, 10, 30, 45}) {
    const UndeadRecipe r = recipe(7, 7, 0, std::nullopt, mirrors, 5);
    UndeadGenerator generator(r);
    check_made(r, made_by(generator, r, 3));
  }
}

void test_small_boards_by_trying_everything() {
  for (const auto& [w, h] : {std::pair(1, 1), std::pair(1, 6), std::pair(3, 3), std::pair(4, 3)}) {
    const UndeadRecipe r = recipe(w, h);
    UndeadGenerator generator(r);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const UndeadMade made = made_by(generator, r, seed);
      UndeadState start = Undead::start(made.board);
      std::vector<Monsters> solutions;
      fill(start, 0, solutions);
      check(solutions == std::vector<Monsters>{made.solution}, "solutions of " + format_game_id(made.board->setup()));
    }
  }
}

void test_a_seed_is_a_board() {
  const UndeadRecipe r = recipe(7, 7, 't');
  UndeadGenerator first(r);
  UndeadGenerator second(r);
  const UndeadMade made = made_by(first, r, 617);
  made_by(second, r, 1);  // what was made before does not matter
  const UndeadMade again = made_by(second, r, 617);
  CHECK(*made.board == *again.board && made.solution == again.solution && made.looked == again.looked);
  CHECK(!(*made.board == *made_by(second, r, 618).board));
}

// Boards that must never change: they are what these seeds name.
void test_golden_boards() {
  const std::vector<std::pair<UndeadRecipe, std::string>> golden = {
      {recipe(7, 7),
       "7x7:7,12,13,bRRRbRRLcLcLaLfRcLLbLcLbLRbRc,1,2,0,4,5,3,0,6,1,1,1,4,6,2,6,4,7,2,1,9,3,1,3,3,5,6,0,2"},
      {recipe(5, 5, 'e'), "5x5:6,7,3,dLLRLaRLbLbLgR,2,1,4,3,0,0,5,0,2,0,0,0,5,0,2,4,2,0,2,4"},
      {recipe(7, 7, 't'),
       "7x7:9,13,10,bLLaRaRRaLbLcLaLfRcLLbLcLbLRbRc,1,2,2,1,6,1,0,1,1,1,1,2,6,2,3,4,6,2,1,9,3,1,3,3,6,6,0,6"},
      {recipe(10, 10, 't'),
       "10x10:20,36,9,dRRLcRLbRRaRaReRRdRLaRRRgRdRLLbRRgLRbRcLRbLaRRdLbLLeLbLc,0,1,5,5,2,1,3,0,8,5,0,3,4,4,5,3,4,1,2,3,"
       "0,2,0,3,6,7,3,2,2,3,1,2,3,7,2,4,4,6,1,3"},
      {recipe(9, 6, 0, Rung::kTwoLines, std::nullopt, 4),
       "9x6:12,18,5,cLRfLaRLRRgLLRRRaRLfReLbLRbLb,0,4,2,0,0,0,2,3,2,4,-,1,4,1,5,4,2,0,8,5,0,-,4,3,-,1,3,5,-,1"},
  };
  for (const auto& [r, id] : golden) {
    UndeadGenerator generator(r);
    const std::string found = format_game_id(made_by(generator, r, 617).board->setup());
    check(found == id, "the board of 617, " + name(r) + ", is now " + found);
  }
}

void test_limits_and_cancelling() {
  UndeadGenerator generator(recipe(2, 2, 't'));  // there is no such board
  const UndeadMade limited = generator.make(1, {1000, 0, 0});
  CHECK(!limited.board && limited.reason == StopReason::kNodes && limited.looked == 1000 && limited.drafts > 1);
  const CancelFlag cancel = true;
  std::atomic<std::uint64_t> looked = 0;
  const UndeadMade cancelled = generator.make(1, {}, &cancel, &looked);
  CHECK(!cancelled.board && cancelled.reason == StopReason::kCancelled && looked == 1);
}

void test_recipes_that_nothing_meets() {
  for (const UndeadRecipe& r :
       {recipe(0, 5), recipe(5, 101), recipe(3, 3, 0, std::nullopt, 9), recipe(3, 3, 0, std::nullopt, -1),
        recipe(3, 3, 0, std::nullopt, std::nullopt, 13), recipe(7, 7, 't', Rung::kSighting)}) {
    bool refused = false;
    try {
      const UndeadGenerator generator(r);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    check(refused, "not refused: " + name(r));
  }
}

}  // namespace

int main() {
  test_grades();
  test_techniques();
  test_mirrors_and_hidden_clues();
  test_small_boards_by_trying_everything();
  test_a_seed_is_a_board();
  test_golden_boards();
  test_limits_and_cancelling();
  test_recipes_that_nothing_meets();
}

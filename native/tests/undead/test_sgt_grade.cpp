// sgt's grade: lines against every filling of theirs, and boards whose grade sgt's own program has told.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/deal_numbers.hpp"
#include "tests/check.hpp"
#include "undead/sgt/grade.hpp"
#include "undead/text.hpp"

namespace {

using namespace winnable;

struct Random {
  std::uint64_t state;
  int below(int n) { return static_cast<int>(splitmix64(state) % static_cast<std::uint64_t>(n)); }
};

UndeadState board_of(std::string_view id) {
  return Undead::start(std::make_shared<const UndeadBoard>(parse_game_id(id).setup));
}

// A board with mirrors anywhere, and sightings that some filling shows; some of them hidden.
UndeadBoard random_board(Random& random, int width, int height) {
  UndeadSetup setup{width, height, {}, {}, {}};
  Monsters filling;
  for (int i = 0; i < width * height; ++i) {
    const int what = random.below(5);
    setup.squares.push_back(what == 0 ? Square::kSlash : what == 1 ? Square::kBackslash : Square::kOpen);
    if (what < 2) continue;
    filling.push_back(kMonsters[random.below(3)]);
    ++setup.totals[kind_of(filling.back())];
  }
  setup.sightings.assign(2 * (width + height), kHidden);
  const UndeadState shown{std::make_shared<const UndeadBoard>(setup), filling};
  for (int end = 0; end < shown.board->ends(); ++end) {
    if (random.below(8) != 0) setup.sightings[end] = seen_from(shown, end);
  }
  return UndeadBoard(std::move(setup));
}

// What is asked of a line: what its cells may hold, and how many of each monster open cells may take.
struct Question {
  const SgtLine& line;
  const std::vector<Candidates>& candidates;
  std::array<int, 3> room;
};

// Goes through every filling, monster by monster.
class EveryFilling {
 public:
  explicit EveryFilling(const Question& q) : q_(q), left_(q.line.cells.size()), holds_(q.line.cells.size()) { fill(0); }
  const std::vector<Candidates>& left() const { return left_; }

 private:
  void fill(std::size_t i) {
    if (i == holds_.size()) {
      if (!fits()) return;
      for (std::size_t j = 0; j < i; ++j) left_[j] |= static_cast<Candidates>(1U << holds_[j]);
      return;
    }
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if ((q_.candidates[q_.line.cells[i].cell] >> kind & 1) == 0) continue;
      holds_[i] = kind;
      fill(i + 1);
    }
  }

  bool fits() const {
    std::array<int, 2> sums{};
    std::array<int, 3> taken{};
    for (std::size_t j = 0; j < holds_.size(); ++j) {
      const SgtLineCell& cell = q_.line.cells[j];
      for (std::size_t end = 0; end < 2; ++end) sums[end] += cell.seen[holds_[j]][end];
      const Candidates could = q_.candidates[cell.cell];
      taken[holds_[j]] += could != 1 && could != 2 && could != 4;
    }
    for (std::size_t end = 0; end < 2; ++end) {
      if (q_.line.sightings[end] != kHidden && q_.line.sightings[end] != sums[end]) return false;
    }
    return taken[0] <= q_.room[0] && taken[1] <= q_.room[1] && taken[2] <= q_.room[2];
  }

  const Question& q_;
  std::vector<Candidates> left_;
  std::vector<std::size_t> holds_;
};

void check_random_lines() {
  Random random{2026};
  SgtLineTable table;
  int fillable = 0;
  int cut = 0;
  for (int round = 0; round < 400; ++round) {
    const UndeadBoard board = random_board(random, 2 + random.below(4), 2 + random.below(4));
    std::vector<Candidates> candidates;
    for (int c = 0; c < board.cells(); ++c) {
      candidates.push_back(random.below(2) == 0 ? kAnyMonster : static_cast<Candidates>(1 + random.below(7)));
    }
    for (const SgtLine& line : sgt_lines(board)) {
      if (line.cells.size() > 9) continue;
      const Question question{line, candidates, {random.below(8), random.below(8), random.below(8)}};
      Budget budget{Limits{}};
      const auto found = table.fillings(line, candidates, question.room, budget);
      const EveryFilling wanted(question);
      CHECK(found && std::ranges::equal(*found, wanted.left()));
      fillable += wanted.left().front() != 0;
      for (std::size_t i = 0; i < line.cells.size(); ++i) cut += wanted.left()[i] != candidates[line.cells[i].cell];
    }
  }
  CHECK(fillable > 500 && cut > 1000);
}

// Too long to go through: a straight line of 90 cells that shows 60 has 30 ghosts, and the other two
// monsters share the rest.
void check_long_line() {
  UndeadSetup setup{90, 1, std::vector<Square>(90), {30, 30, 30}, std::vector<int>(182, kHidden)};
  setup.sightings[90] = 60;
  setup.sightings[181] = 60;
  const UndeadBoard board(setup);
  const SgtLine line = sgt_lines(board).back();
  CHECK(line.cells.size() == 90);
  const std::vector<Candidates> open(90, kAnyMonster);
  const auto holds = [&](const std::array<int, 3>& room) {
    SgtLineTable table;
    Budget budget{Limits{}};
    const auto left = table.fillings(line, open, room, budget);
    CHECK(left && std::ranges::count(*left, left->front()) == 90);
    return int{left->front()};
  };
  CHECK(holds({30, 30, 30}) == 7);
  CHECK(holds({30, 60, 60}) == 7);
  CHECK(holds({29, 60, 60}) == 0);
  CHECK(holds({90, 29, 30}) == 0);
  CHECK(holds({30, 0, 60}) == 5);
  CHECK(holds({30, 60, 0}) == 3);
  CHECK(holds({30, -1, 61}) == 0);
}

void check_memory_limit() {
  UndeadSetup setup{90, 1, std::vector<Square>(90), {30, 30, 30}, std::vector<int>(182, kHidden)};
  setup.sightings[90] = 60;
  setup.squares[0] = Square::kGhost;
  Limits limits;
  limits.bytes = 1000;
  const SgtPasses stopped = SgtGrader().passes(Undead::start(std::make_shared<const UndeadBoard>(setup)), limits);
  CHECK(stopped.reason == StopReason::kMemory);
  limits.bytes = 0;
  limits.nodes = 1;
  const SgtPasses short_of_nodes = SgtGrader().passes(board_of("2x2:1,1,2,d,2,1,1,2,1,2,2,1"), limits);
  CHECK(short_of_nodes.reason == StopReason::kNodes && short_of_nodes.passes == 0);
}

struct Known {
  std::string_view id;
  SgtGrade grade;
  int passes;
  int open;
};

// From sgt-puzzles' generator, asked for the grade; passes and open cells counted by a program of its own
// that goes through every filling of every line.
constexpr std::array<Known, 8> kKnown = {{
    {"4x4:6,1,4,cLbRLbRbRb,1,2,3,0,0,3,2,1,4,0,2,1,3,1,3,1", SgtGrade::kEasy, 1, 0},
    {"6x6:6,12,2,cRRcLcRLaRLRcRaRRRbLdRRR,2,1,3,2,2,2,3,2,1,0,2,0,0,0,0,4,1,0,2,1,2,0,2,3", SgtGrade::kEasy, 2, 0},
    {"7x7:8,16,2,aRLcRLaRaRaLaRaRcRLRLaRRLfRcLLcRLRaR,0,1,0,2,3,3,0,0,0,3,0,3,3,0,0,3,0,0,0,8,8,9,0,0,0,2,0,0",
     SgtGrade::kEasy, 3, 0},
    {"5x5:9,5,4,bRdLaRLeLLRf,4,3,2,5,3,3,2,4,2,2,1,0,2,2,1,2,0,1,6,0", SgtGrade::kNormal, 4, 0},
    {"5x5:6,4,3,RRLLLaLaLRbLRRbLg,0,4,0,0,0,0,2,0,3,4,2,0,3,3,1,4,0,2,2,0", SgtGrade::kNormal, 3, 1},
    {"5x5:4,11,2,LRRaReLiRRaLa,0,0,0,2,3,0,3,5,3,4,4,0,3,0,0,0,3,0,3,1", SgtGrade::kNormal, 3, 3},
    {"6x6:8,8,10,aLhRaRaLcLfRaRLRRe,2,4,4,4,4,5,0,6,5,6,1,3,1,0,2,4,4,3,0,3,0,2,4,2", SgtGrade::kTricky, 5, 4},
    {"7x7:14,10,11,fReRaRaRRaRaRaLaLdRRdRgRcR,2,4,0,3,5,6,5,5,4,1,5,5,4,0,0,5,4,0,5,3,5,3,4,4,2,2,3,3",
     SgtGrade::kTricky, 3, 14},
}};

void check_known_grades() {
  SgtGrader grader;
  for (const Known& known : kKnown) {
    const SgtGraded graded = grader.grade(board_of(known.id));
    check(graded.grade == known.grade && graded.verdict == Verdict::kSolved, std::string(known.id));
    check(graded.passes.passes == known.passes && graded.passes.open == known.open, std::string(known.id));
  }
}

void check_boards_without_grade() {
  SgtGrader grader;
  const SgtGraded loose = grader.grade(board_of("2x2:2,2,0,d,1,1,1,1,1,1,1,1"));  // two ways
  CHECK(loose.grade == SgtGrade::kNone && loose.solutions == 2);
  const SgtGraded impossible = grader.grade(board_of("2x2:2,2,0,d,2,2,0,0,0,0,2,2"));
  CHECK(impossible.grade == SgtGrade::kNone && impossible.verdict == Verdict::kUnsolvable);
  const SgtPasses contradicted = grader.passes(board_of("2x2:2,2,0,d,2,1,1,1,1,1,1,1"));
  CHECK(!contradicted.possible);
}

// Cells where two loops of mirrors cross are on no line, and left to brute force even where only one
// monster is left for them.
void check_cells_off_every_line() {
  UndeadSetup setup = parse_game_id("4x4:0,0,8,RaLbRaLLaRbLaR,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0").setup;
  const UndeadState zombies{std::make_shared<const UndeadBoard>(setup), Monsters(8, Monster::kZombie)};
  for (int end = 0; end < zombies.board->ends(); ++end) setup.sightings[end] = seen_from(zombies, end);
  const SgtGraded graded = SgtGrader().grade(Undead::start(std::make_shared<const UndeadBoard>(setup)));
  CHECK(graded.passes.open == 2 && graded.grade == SgtGrade::kNormal);
}

}  // namespace

int main() {
  check_random_lines();
  check_long_line();
  check_memory_limit();
  check_known_grades();
  check_boards_without_grade();
  check_cells_off_every_line();
}

// UndeadSolver against plain backtracking over cells, on small random boards of every kind.
#include <algorithm>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "tests/check.hpp"
#include "undead/solve/count.hpp"
#include "undead/solve/solver.hpp"
#include "undead/text.hpp"

namespace {

using namespace winnable;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  int below(int n) { return static_cast<int>(splitmix64(state_) % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

// A question and the board that it is about.
struct Case {
  UndeadState state;
  std::vector<Candidates> candidates;
  std::vector<std::uint8_t> left_out;
  bool totals = true;

  UndeadQuestion question() const { return {candidates, left_out, totals}; }
  std::string text() const {
    std::string out = format_game_id(state.board->setup()) + " ";
    for (const Monster m : state.monsters) out += letter_of(m);
    for (const Candidates c : candidates) out += std::to_string(int(c));
    for (const std::uint8_t l : left_out) out += l != 0 ? '-' : '+';
    return out + (totals ? "" : " no totals");
  }
};

// Every filling, by cells in order; nothing but how many monsters each end sees so far cuts it short.
class Plain {
 public:
  explicit Plain(const Case& c) : case_(c), board_(*c.state.board), seen_(board_.ends()), unseen_(board_.ends()) {
    for (int end = 0; end < board_.ends(); ++end) {
      unseen_[end] = static_cast<int>(board_.lines()[board_.line_at(end)].visits.size());
    }
    filling_.resize(board_.cells());
    fill(0);
  }
  std::uint64_t solutions() const { return solutions_; }

 private:
  void fill(int cell) {
    if (cell == board_.cells()) {
      solutions_ += !case_.totals || count_monsters(filling_) == board_.totals();
      return;
    }
    for (const Monster m : kMonsters) {
      const Monster entered = case_.state.monsters[cell];
      if (entered != Monster::kNone && entered != m) continue;
      if (!case_.candidates.empty() && (case_.candidates[cell] & only(m)) == 0) continue;
      filling_[cell] = m;
      if (put(cell, m, 1)) fill(cell + 1);
      put(cell, m, -1);
    }
  }

  bool put(int cell, Monster m, int by) {
    bool fits = true;
    for (const UndeadCrossing& x : board_.crossings(cell)) {
      const UndeadLine& line = board_.lines()[x.line];
      for (int side = 0; side < 2; ++side) {
        const int end = line.ends[side];
        seen_[end] += is_seen(m, line.visits[x.visit].part, side) ? by : 0;
        unseen_[end] -= by;
        const int sighting = board_.sighting(end);
        if (sighting == kHidden || (!case_.left_out.empty() && case_.left_out[end] != 0)) continue;
        fits = fits && seen_[end] <= sighting && seen_[end] + unseen_[end] >= sighting;
      }
    }
    return fits;
  }

  const Case& case_;
  const UndeadBoard& board_;
  std::vector<int> seen_, unseen_;
  Monsters filling_;
  std::uint64_t solutions_ = 0;
};

// Some more of one monster, as many less of another, but not less than are given.
void shift_a_total(Random& random, UndeadSetup& setup) {
  const int less = random.below(3), more = random.below(3);
  const auto given = std::ranges::count(setup.squares, static_cast<Square>(less + 1));
  const int by = random.below(setup.totals[less] - static_cast<int>(given) + 1);
  setup.totals[less] -= by;
  setup.totals[more] += by;
}

// A board with a filling; its sightings and totals are mostly right.
Case random_case(Random& random, int width, int height) {
  UndeadSetup setup;
  setup.width = width;
  setup.height = height;
  const int mirrors = 1 + random.below(4);  // in five
  for (int i = 0; i < width * height; ++i) {
    const bool mirror = random.below(5) < mirrors;
    setup.squares.push_back(!mirror ? Square::kOpen : random.one_in(2) ? Square::kSlash : Square::kBackslash);
  }
  setup.sightings.assign(2 * (width + height), kHidden);
  setup.totals[0] = static_cast<int>(std::ranges::count(setup.squares, Square::kOpen));
  Case c{Undead::start(std::make_shared<const UndeadBoard>(setup)), {}, {}, true};
  Monsters filling;
  for (int i = 0; i < c.state.board->cells(); ++i) filling.push_back(kMonsters[random.below(3)]);
  setup.totals = count_monsters(filling);
  const int hidden = 1 + random.below(8);
  for (int end = 0; end < c.state.board->ends(); ++end) {
    if (hidden < 6 && random.one_in(hidden)) continue;
    const auto most = c.state.board->lines()[c.state.board->line_at(end)].visits.size();
    setup.sightings[end] = seen_from({c.state.board, filling}, end);
    if (random.one_in(60)) setup.sightings[end] = random.below(static_cast<int>(most) + 1);
  }
  for (int i = 0; i < c.state.board->cells(); ++i) {
    if (random.one_in(12)) setup.squares[c.state.board->square_of(i)] = static_cast<Square>(filling[i]);
  }
  if (random.one_in(3)) shift_a_total(random, setup);
  c.state = Undead::start(std::make_shared<const UndeadBoard>(std::move(setup)));
  for (int i = 0; i < c.state.board->cells(); ++i) {
    if (random.one_in(20) && c.state.monsters[i] == Monster::kNone) c.state.monsters[i] = kMonsters[random.below(3)];
  }
  if (random.one_in(3)) {
    for (const Monster m : filling) {
      c.candidates.push_back(static_cast<Candidates>(random.one_in(9) ? random.below(8) : only(m) | random.below(8)));
    }
  }
  if (random.one_in(3)) {
    for (int end = 0; end < c.state.board->ends(); ++end) c.left_out.push_back(random.one_in(3) ? 1 : 0);
  }
  c.totals = !random.one_in(5);
  return c;
}

void check_fillings(const Case& c, const UndeadAnswer& a) {
  for (const Monsters& filling : a.fillings) {
    for (int i = 0; i < c.state.board->cells(); ++i) {
      check(c.state.monsters[i] == Monster::kNone || c.state.monsters[i] == filling[i],
            "an entry changed: " + c.text());
      check(c.candidates.empty() || (c.candidates[i] & only(filling[i])) != 0, "no candidate: " + c.text());
    }
    if (!c.totals || !c.left_out.empty()) continue;
    check(Undead().outcome({c.state.board, filling}) == Outcome::kWon, "a filling that is none: " + c.text());
  }
  check(a.fillings.size() < 2 || a.fillings[0] != a.fillings[1], "the same filling twice: " + c.text());
}

void check_answer(const Case& c, const UndeadAnswer& a, std::uint64_t there_are, std::uint64_t sought) {
  const std::uint64_t found = sought == 0 ? there_are : std::min(there_are, sought);
  check(a.solutions == found,
        std::to_string(a.solutions) + " solutions for " + std::to_string(there_are) + ": " + c.text());
  check(a.fillings.size() == std::min<std::uint64_t>(found, 2), "fillings: " + c.text());
  check(a.verdict == (found > 0 ? Verdict::kSolved : Verdict::kUnsolvable), "verdict: " + c.text());
  check(!a.all || a.solutions == there_are, "all of them, but it is not: " + c.text());
  check(a.all || found == sought, "not known to be all: " + c.text());
  const auto open = std::ranges::count(c.state.monsters, Monster::kNone);
  check(a.moves.size() == (found > 0 ? static_cast<std::size_t>(open) : 0), "moves: " + c.text());
  if (found > 0) {
    UndeadState s = c.state;
    for (const UndeadMove& m : a.moves) {
      check(!Undead().why_illegal(s, m), "an illegal move: " + c.text());
      Undead().apply(s, m);
    }
    check(s.monsters == a.fillings[0], "the moves fill in something else: " + c.text());
  }
  check_fillings(c, a);
}

void against_plain_backtracking(int width, int height, int cases, std::uint64_t seed) {
  Random random(seed);
  UndeadSolver first({1}), second({2}), up_to({20}), all({0});
  // All sums together from the first decision on, or from the first conflict.
  UndeadSolver at_once({2, 0}), all_at_once({0, 0}), soon({2, 1}), all_soon({0, 1});
  int none = 0, one = 0, more = 0;
  for (int i = 0; i < cases; ++i) {
    const Case c = random_case(random, width, height);
    if (c.state.board->cells() > 13) continue;  // plain backtracking takes too long
    const std::uint64_t there_are = Plain(c).solutions();
    ++(there_are == 0 ? none : there_are == 1 ? one : more);
    check_answer(c, first.solve(c.state, c.question()), there_are, 1);
    check_answer(c, second.solve(c.state, c.question()), there_are, 2);
    check_answer(c, up_to.solve(c.state, c.question()), there_are, 20);
    check_answer(c, at_once.solve(c.state, c.question()), there_are, 2);
    check_answer(c, soon.solve(c.state, c.question()), there_are, 2);
    if (there_are >= 1000) continue;
    check_answer(c, all.solve(c.state, c.question()), there_are, 0);
    check_answer(c, all_at_once.solve(c.state, c.question()), there_are, 0);
    check_answer(c, all_soon.solve(c.state, c.question()), there_are, 0);
  }
  check(none > cases / 50 && one > cases / 50 && more > cases / 10, "one-sided boards");
}

// One line, or the totals, by themselves: what cannot be met is seen without a search.
void one_line_needs_no_search(int cases, std::uint64_t seed) {
  Random random(seed);
  UndeadSolver solver({1});
  Limits no_search;
  no_search.nodes = 1;
  int none = 0, some = 0;
  for (int i = 0; i < cases; ++i) {
    Case c = random_case(random, 4, 4);
    const UndeadBoard& board = *c.state.board;
    if (board.cells() > 11 || board.cells() == 0) continue;
    c.totals = random.one_in(4);
    c.left_out.assign(board.ends(), 1);
    const UndeadLine& line = board.lines()[random.below(static_cast<int>(board.lines().size()))];
    for (const std::uint16_t end : line.ends) c.left_out[end] = c.totals ? 1 : 0;
    c.candidates.clear();
    for (int cell = 0; cell < board.cells(); ++cell) {
      const int narrow = random.below(3);
      c.candidates.push_back(static_cast<Candidates>(narrow == 0 ? 7 : 1 + random.below(7)));
    }
    const bool possible = Plain(c).solutions() != 0;
    ++(possible ? some : none);
    const UndeadAnswer a = solver.solve(c.state, c.question(), no_search);
    check((a.verdict == Verdict::kUnsolvable) == !possible, "one line is not consistent: " + c.text());
  }
  check(none > cases / 10 && some > cases / 10, "one-sided lines");
}

UndeadState parse(const std::string& id) {
  return Undead::start(std::make_shared<const UndeadBoard>(parse_game_id(id).setup));
}

void known_boards() {
  UndeadSolver solver;
  const UndeadAnswer sample = solver.solve(parse("4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"));
  check(sample.solutions == 1 && sample.all, "the sample is unique");
  std::string letters;
  for (const Monster m : sample.fillings.at(0)) letters += letter_of(m);
  check(letters == "vvvgzgzvg", "the sample's solution is another: " + letters);
  // No mirror, nothing shown: any arrangement of the totals.
  const UndeadAnswer any = UndeadSolver({0}).solve(parse("4x1:1,1,2,d,-,-,-,-,-,-,-,-,-,-"));
  check(any.solutions == 12 && any.all, "4!/2! ways");
  // 625 cells in any way: more than can be counted.
  std::string open = "25x25:200,200,225,";
  for (int i = 0; i < 25; ++i) open += "y";
  for (int i = 0; i < 100; ++i) open += ",-";
  const UndeadAnswer many = UndeadSolver({0}).solve(parse(open));
  check(many.verdict == Verdict::kSolved && !many.all && many.solutions == undead::kMany, "too many to count");
  check(many.reason == StopReason::kIncomplete, "and that is said");
}

// A board that takes a search.
const char* const kLoose =
    "10x10:26,26,20,bRRLeLRcRaLaRbRgRaLcLhRaLLaRcLRLLLhRaLeRhLcLhRaR,1,2,2,1,3,6,4,3,4,2,3,3,14,3,3,9,3,1,11,0,0,5,6,8,"
    "5,1,14,7,8,6,9,5,7,14,4,7,0,3,0,1";

void limits() {
  const UndeadState loose = parse(kLoose);
  UndeadSolver all({0});
  Limits nodes;
  nodes.nodes = 100;
  const UndeadAnswer a = all.solve(loose, nodes);
  check(a.reason == StopReason::kNodes && a.stats.expanded == 100 && !a.all, "nodes");
  Limits time;
  time.seconds = 0.05;
  const UndeadAnswer b = all.solve(loose, time);
  check(b.reason == StopReason::kTime && !b.all && b.stats.seconds < 5, "seconds");
  Limits memory;
  memory.bytes = 100'000;
  const UndeadAnswer c = all.solve(loose, memory);
  check(c.reason == StopReason::kMemory && !c.all && c.stats.peak_bytes <= 100'000, "bytes");
  const CancelFlag cancel{true};
  const UndeadAnswer d = all.solve(loose, {}, &cancel);
  check(d.reason == StopReason::kCancelled && d.verdict == Verdict::kUnknown, "cancelled");
}

// What was solved before changes nothing.
void the_same_again() {
  UndeadSolver used({50});
  used.solve(parse("4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"));
  const UndeadState loose = parse(kLoose);
  const UndeadAnswer a = used.solve(loose);
  const UndeadAnswer b = used.solve(loose);
  const UndeadAnswer c = UndeadSolver({50}).solve(loose);
  check(a.fillings == b.fillings && b.fillings == c.fillings, "other fillings");
  check(a.stats.expanded == b.stats.expanded && b.stats.expanded == c.stats.expanded, "other nodes");
  check(a.stats.peak_bytes == b.stats.peak_bytes && b.stats.peak_bytes == c.stats.peak_bytes, "other bytes");
}

}  // namespace

int main() {
  against_plain_backtracking(3, 3, some_of(4000), 1);
  against_plain_backtracking(4, 4, some_of(3000), 2);
  against_plain_backtracking(5, 4, some_of(1500), 3);
  against_plain_backtracking(1, 6, some_of(500), 4);
  one_line_needs_no_search(some_of(6000), 5);
  known_boards();
  limits();
  the_same_again();
}

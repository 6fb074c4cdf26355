// What all sums of an Undead board say together, against every filling of small boards: the relaxation meets
// what it says it meets, its weights prove what is so, and what odd and even cut off is no solution.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "tests/undead/cases.hpp"
#include "undead/solve/balance.hpp"

namespace {

using namespace winnable;
using namespace winnable::undead;
using namespace winnable::undead_cases;

// Every right filling: cell by cell, as long as no end sees too many or can see too few.
class Fillings {
 public:
  explicit Fillings(const UndeadState& start) : start_(start), board_(*start.board), filling_(start.monsters) {
    for (int end = 0; end < board_.ends(); ++end) {
      const auto visits = board_.lines()[static_cast<std::size_t>(board_.line_at(end))].visits.size();
      open_.push_back(static_cast<int>(visits));
      seen_.push_back(0);
    }
    fill(0);
  }
  std::vector<Monsters> found;

 private:
  void fill(int cell) {
    if (cell == board_.cells()) {
      if (Undead().won({start_.board, filling_})) found.push_back(filling_);
      return;
    }
    const Monster entered = start_.monsters[static_cast<std::size_t>(cell)];
    for (const Monster m : kMonsters) {
      if (entered != Monster::kNone && entered != m) continue;
      filling_[static_cast<std::size_t>(cell)] = m;
      if (put(cell, m, 1)) fill(cell + 1);
      put(cell, m, -1);
    }
  }

  bool put(int cell, Monster m, int by) {
    bool fits = true;
    for (const UndeadCrossing& x : board_.crossings(cell)) {
      const UndeadLine& line = board_.lines()[x.line];
      for (int side = 0; side < 2; ++side) {
        const std::size_t end = line.ends[static_cast<std::size_t>(side)];
        seen_[end] += is_seen(m, line.visits[x.visit].part, side) ? by : 0;
        open_[end] -= by;
        const int sighting = board_.sighting(static_cast<int>(end));
        fits = fits && (sighting == kHidden || (seen_[end] <= sighting && seen_[end] + open_[end] >= sighting));
      }
    }
    return fits;
  }

  const UndeadState& start_;
  const UndeadBoard& board_;
  Monsters filling_;
  std::vector<int> seen_, open_;
};

// A board as the search takes it over, and all fillings that are right.
struct Board {
  explicit Board(const UndeadState& start) : state(start), solutions(Fillings(start).found) {
    model.build(*start.board, {});
    trail.start(model, start.board->totals(), true);
    for (std::uint32_t c = 0; c < trail.cells(); ++c) {
      const Monster m = start.monsters[c];
      if (m != Monster::kNone) {
        possible = possible && trail.assert_literal(literal(c, static_cast<std::uint32_t>(kind_of(m)), true), {});
      }
    }
    possible = possible && trail.settle();
    if (possible) sums.build(model, trail);
  }

  bool allows(const Monsters& filling) const {
    for (std::uint32_t c = 0; c < trail.cells(); ++c) {
      if ((trail.could(c) & only(filling[c])) == 0) return false;
    }
    return true;
  }
  std::size_t left() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(solutions, [&](const Monsters& filling) { return allows(filling); }));
  }
  std::vector<std::uint8_t> any_filling(std::uint64_t& random) const {
    std::vector<std::uint8_t> kinds;
    for (std::uint32_t c = 0; c < trail.cells(); ++c) kinds.push_back(static_cast<std::uint8_t>(below(random, 3)));
    return kinds;
  }

  UndeadState state;
  std::vector<Monsters> solutions;
  LineModel model;
  Trail trail;
  Sums sums;
  bool possible = true;
};

// A board with the sightings of some filling, some hidden, and as many monsters, but of other kinds.
UndeadState shifted(std::uint64_t& random) {
  UndeadSetup setup;
  setup.width = 2 + static_cast<int>(below(random, 4));
  setup.height = 2 + static_cast<int>(below(random, 3));
  const std::uint64_t mirrors = below(random, 5);
  for (int i = 0; i < setup.width * setup.height; ++i) {
    const bool mirror = below(random, 8) < mirrors;
    setup.squares.push_back(!mirror ? Square::kOpen : below(random, 2) != 0 ? Square::kSlash : Square::kBackslash);
  }
  setup.totals[0] = static_cast<int>(std::ranges::count(setup.squares, Square::kOpen));
  setup.sightings.assign(static_cast<std::size_t>(2 * (setup.width + setup.height)), kHidden);
  UndeadState truth = Undead::start(std::make_shared<const UndeadBoard>(setup));
  for (Monster& m : truth.monsters) m = kMonsters[below(random, 3)];
  const std::uint64_t shown = 1 + below(random, 8);
  for (int end = 0; end < truth.board->ends(); ++end) {
    if (below(random, 8) < shown) setup.sightings[static_cast<std::size_t>(end)] = seen_from(truth, end);
  }
  setup.totals = count_monsters(truth.monsters);
  const std::uint64_t less = below(random, 3), more = below(random, 3);
  const int by = std::min(setup.totals[less], static_cast<int>(below(random, 4)));
  setup.totals[less] -= by;
  setup.totals[more] += by;
  return Undead::start(std::make_shared<const UndeadBoard>(setup));
}

std::string text(const Board& b) { return format_game_id(b.state.board->setup()); }

// The parts of each cell add up to one, and the rows to their targets.
void check_met(const Relaxation& r, const Board& b) {
  std::vector<double> sums(r.rows());
  for (std::uint32_t c = 0; c < r.cells(); ++c) {
    double whole = 0.0;
    for (std::uint32_t kind = 0; kind < 3; ++kind) {
      const double part = r.part(c, kind);
      whole += part;
      check(part > -1e-5, "less than nothing: " + text(b));
      check(part < 1e-5 || (b.trail.could(c) >> kind & 1) != 0, "part of what cannot be: " + text(b));
      for (const Relaxation::Share& s : r.shares(c)) sums[s.sum] += part * s.adds[kind];
    }
    check(std::abs(whole - 1.0) < 1e-5, "not one monster in a cell: " + text(b));
  }
  for (std::size_t i = 0; i < r.rows(); ++i) {
    const double missed = sums[i] - r.target(i);
    check(i < r.exact_rows() ? std::abs(missed) < 1e-4 : missed > -1e-4, "a row that is not met: " + text(b));
  }
}

struct Met {
  int met = 0, proved = 0, cut = 0, explained = 0;
};

// What an explanation names can be in no solution.
void check_explanation(Board& b, Weights& weights, Met& met) {
  std::vector<Lit> lits;
  weights.explain(b.trail, lits);
  for (const Lit l : lits) check(b.trail.is_true(l), "a reason that is not known: " + text(b));
  for (const Monsters& filling : b.solutions) {
    const bool all = std::ranges::all_of(lits, [&](Lit l) {
      const bool is = kind_of(filling[l / 6]) == l % 6 / 2;
      return is == is_positive(l);
    });
    check(!all, "a solution against the reasons: " + text(b));
  }
  ++met.explained;
}

// True: it is proved that nothing is left.
bool relax(Board& b, Relaxation& r, Weights& weights, Met& met) {
  Budget budget{Limits{}};
  switch (r.run(b.trail, budget)) {
    case Relaxation::End::kMet: check_met(r, b); return ++met.met, false;
    case Relaxation::End::kUnmet:
      check(b.left() == 0, "a solution where the rows cannot be met: " + text(b));
      check(weights.prove(r, b.trail), "weights that prove nothing: " + text(b));
      check_explanation(b, weights, met);
      return ++met.proved, true;
    default: check(false, "neither met nor not: " + text(b));
  }
  return false;
}

// Every set that odd and even name has a monster of each solution.
bool cut(Board& b, Relaxation& r, Parity& parity, Met& met) {
  const auto& sets = parity.find(r, b.trail.could(), 20);
  for (const std::vector<std::uint32_t>& set : sets) {
    double held = 0.0;
    for (const std::uint32_t v : set) held += r.part(v / 3, v % 3);
    check(held < 0.95, "nothing is cut off: " + text(b));
    for (const Monsters& filling : b.solutions) {
      const bool holds = std::ranges::any_of(set, [&](std::uint32_t v) { return kind_of(filling[v / 3]) == v % 3; });
      check(holds || !b.allows(filling), "a solution is cut off: " + text(b));
    }
    ++met.cut;
    if (set.empty()) return false;
    r.at_least_one(set);
  }
  return !sets.empty();
}

// Cells become known and open again in any order, and the relaxation goes on from where it stood.
void go_on(Board& b, Relaxation& r, Weights& weights, std::uint64_t& random, Met& met) {
  for (int i = 0; i < 12; ++i) {
    if (b.trail.level() > 0 && below(random, 3) == 0) {
      b.trail.back_to(static_cast<std::uint32_t>(below(random, b.trail.level())));
    }
    const auto v = static_cast<std::uint32_t>(below(random, 3 * b.trail.cells()));
    if (b.trail.is_known(v)) continue;
    b.trail.open_level();
    b.trail.assert_literal(2 * v + static_cast<std::uint32_t>(below(random, 2)), {});
    if (b.trail.settle()) {
      relax(b, r, weights, met);
    } else {
      b.trail.back_to(b.trail.level() - 1);
    }
  }
}

void small_boards(int cases, std::uint64_t random) {
  Met met;
  Relaxation relaxation;
  Parity parity;
  Weights weights;
  for (int i = 0; i < cases; ++i) {
    const UndeadState start = shifted(random);
    if (start.board->cells() > 12) continue;  // every filling takes too long
    Board b(start);
    if (!b.possible || b.trail.cells() == 0) continue;
    relaxation.start(b.sums, b.any_filling(random));
    bool none = false;
    for (int round = 0; round < 5 && !none; ++round) {
      none = relax(b, relaxation, weights, met);
      if (none || !cut(b, relaxation, parity, met)) break;
      relaxation.drop_idle_rows();
    }
    if (!none) go_on(b, relaxation, weights, random, met);
  }
  check(met.met > cases / 10 && met.proved > cases / 100 && met.cut > cases / 100, "one-sided boards");
}

}  // namespace

int main() { small_boards(some_of(12'000), 1); }

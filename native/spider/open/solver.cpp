#include "spider/open/solver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "patience/text.hpp"
#include "spider/dead_end.hpp"
#include "spider/moveblocks/moveblocks.hpp"
#include "spider/open/beam.hpp"
#include "spider/open/played.hpp"
#include "spider/open/search.hpp"
#include "spider/open/tidy.hpp"

namespace winnable {

namespace {

enum class Play : std::uint8_t { kNo, kIfToFill, kAlways };

// One attempt: games of the player without undo, a beam of this width, or a complete search of so many
// positions (0: without end).
struct Attempt {
  Play play = Play::kNo;
  std::size_t width = 0;
  bool splits = false;
  std::uint64_t positions = 0;
};

// Set by hand: the next attempt costs a few times what the one before it does.
constexpr std::uint64_t kGames = 4;  // of an attempt to play
constexpr Attempt kAttempts[] = {
    {.positions = 3'000},
    {.play = Play::kIfToFill},
    {.width = 150},
    {.positions = 30'000},
    {.width = 600},
    {.play = Play::kAlways},
    {.width = 2'400},
    {.width = 2'400, .splits = true},
    {.width = 9'600},
    {.width = 9'600, .splits = true},
    {.positions = 300'000},
    {.width = 40'000, .splits = true},
    {},
};

// What leads the complete search: first to wins, if there are any.
std::vector<WeightedSpiderFeature> proof_order() {
  return {{SpiderFeature::kLoose, kUnit},
          {SpiderFeature::kDown, 2 * kUnit},
          {SpiderFeature::kRows, 10 * kUnit},
          {SpiderFeature::kRuns, 20 * kUnit}};
}

// The limits of the whole, less what the attempts have used.
class Remaining {
 public:
  Remaining(const Limits& limits, const CancelFlag* cancel) : limits_(limits), whole_(limits, cancel) {}

  // False: nothing is left.
  bool next(std::uint64_t positions, Limits& out) {
    if (!whole_.poll()) return end(whole_.stop_reason());
    if (limits_.nodes != 0 && nodes_ >= limits_.nodes) return end(StopReason::kNodes);
    out = limits_;
    if (limits_.nodes != 0) out.nodes = limits_.nodes - nodes_;
    if (positions != 0 && (out.nodes == 0 || positions < out.nodes)) out.nodes = positions;
    if (limits_.seconds > 0) out.seconds = std::max(limits_.seconds - whole_.seconds(), 1e-9);
    return true;
  }
  void used(const Budget& attempt) {
    nodes_ += attempt.nodes();
    peak_ = std::max(peak_, attempt.peak_bytes());
    if (attempt.stop_reason() != StopReason::kExhausted) reason_ = attempt.stop_reason();
  }

  StopReason reason() const { return reason_; }
  std::uint64_t peak_bytes() const { return peak_; }
  double seconds() const { return whole_.seconds(); }

 private:
  bool end(StopReason reason) {
    reason_ = reason;
    return false;
  }

  Limits limits_;
  Budget whole_;  // for the clock and for cancelling
  std::uint64_t nodes_ = 0;
  std::uint64_t peak_ = 0;
  StopReason reason_ = StopReason::kIncomplete;
};

PatienceRules with_runs_leaving(PatienceRules rules) {
  rules.run_removal = RunRemoval::kAuto;
  return rules;
}

// A line of the rules where runs leave by themselves, as moves of the rules where a move takes each off.
std::vector<PatienceMove> with_removals(const Spider& game, SpiderState s, const std::vector<PatienceMove>& moves) {
  if (!game.takes_runs_off()) return moves;
  std::vector<PatienceMove> out;
  const auto take_off = [&] {
    for (int column = 0; column < game.rules().columns; ++column) {
      while (game.complete_run(s, column)) {
        const int suit = suit_of(game.printed(s.top[column]));
        out.push_back({static_cast<Pile>(column), static_cast<Pile>(kFirstHome + suit), kRanks});
        game.apply(s, out.back());
      }
    }
  };
  take_off();
  for (const PatienceMove& m : moves) {
    out.push_back(m);
    game.apply(s, m);
    take_off();
  }
  return out;
}

void add(Stats& to, const Stats& of) {
  to.expanded += of.expanded;
  to.generated += of.generated;
  to.duplicates += of.duplicates;
  to.backtracks += of.backtracks;
  to.depth = std::max(to.depth, of.depth);
}

}  // namespace

class SpiderOpenSolver::Impl {
 public:
  explicit Impl(const PatienceRules& rules) : game_(rules), leaving_(with_runs_leaving(rules)) {}

  SpiderAnswer solve(const SpiderState& start, const Limits& limits, const CancelFlag* cancel) {
    const SpiderPiles piles = game_.start(start);
    Remaining remaining(limits, cancel);
    SpiderAnswer r = at_sight(start);
    if (r.verdict == Verdict::kUnknown) attempt_all(start, remaining, cancel, r);
    if (r.verdict == Verdict::kSolved) {
      Limits left = limits;
      if (limits.seconds > 0) left.seconds = std::max(limits.seconds - remaining.seconds(), 1e-9);
      Budget budget(left, cancel);
      r.moves = tidy_spider(game_, piles, std::move(r.moves), budget);
      replay(start, r.moves);
      r.cost = static_cast<double>(r.moves.size());
    }
    r.stats.depth = std::max<std::uint64_t>(r.stats.depth, r.moves.size());
    r.stats.peak_bytes = remaining.peak_bytes();
    r.stats.seconds = remaining.seconds();
    return r;
  }

 private:
  SpiderAnswer at_sight(const SpiderState& start) const {
    SpiderAnswer r;
    SpiderState s = start;
    r.moves = with_removals(game_.engine(), start, {});
    for (const PatienceMove& m : r.moves) game_.engine().apply(s, m);
    if (game_.engine().won(s)) {
      r.verdict = Verdict::kSolved;
      r.reason = StopReason::kGoal;
      return r;
    }
    r.moves.clear();
    r.why = spider_dead_end(game_.engine(), start);
    if (!r.why.empty()) {
      r.verdict = Verdict::kUnsolvable;
      r.reason = StopReason::kExhausted;
    }
    return r;
  }

  // Narrow beams and the player look for wins of the rules where runs leave by themselves: with a move for each
  // run these are wins of the other rules, too. The other attempts keep to the rules of the game itself.
  void attempt_all(const SpiderState& start, Remaining& remaining, const CancelFlag* cancel, SpiderAnswer& r) {
    SpiderState bare = start;
    for (const PatienceMove& m : with_removals(game_.engine(), start, {})) game_.engine().apply(bare, m);
    const SpiderPiles piles = leaving_.start(bare);
    const bool lost = leaving_.dead(piles);
    Limits limits;
    bool played = false;
    for (const Attempt& attempt : kAttempts) {
      const bool plays_it = attempt.play != Play::kNo;
      const bool own = !plays_it && (attempt.width == 0 || (attempt.splits && game_.engine().takes_runs_off()));
      if (lost && !own) continue;
      if (plays_it && (played || !plays(attempt, piles))) continue;
      if (!remaining.next(attempt.positions, limits)) break;
      Budget budget(limits, cancel);
      Verdict verdict = Verdict::kUnknown;
      if (plays_it) {
        played = true;
        verdict = play(bare, budget, cancel, r);
      } else if (attempt.width > 0) {
        verdict = own ? look(game_, game_.start(start), attempt, budget, r) : look(leaving_, piles, attempt, budget, r);
      } else {
        verdict = prove(game_.start(start), budget, r);
      }
      if (verdict == Verdict::kSolved && !own) r.moves = with_removals(game_.engine(), start, r.moves);
      remaining.used(budget);
      if (verdict == Verdict::kUnknown) continue;
      r.verdict = verdict;
      r.reason = verdict == Verdict::kSolved ? StopReason::kGoal : StopReason::kExhausted;
      return;
    }
    r.reason = remaining.reason();
  }

  bool plays(const Attempt& attempt, const SpiderPiles& piles) const {
    if (!moves_runs_in_suit(leaving_.rules()) || covers_a_run(piles)) return false;
    if (attempt.play == Play::kAlways) return true;
    return piles.stock > 0 && !leaving_.rules().deal_over_empty && leaving_.empty_columns(piles) > 0;
  }

  // Is there a complete run that other cards lie on? The player knows of none, since they leave before.
  bool covers_a_run(SpiderPiles s) const {
    if (!game_.engine().takes_runs_off()) return false;
    for (int i = 0; i < game_.columns(); ++i) {
      while (s.length[i] - s.down[i] > kRanks) {
        --s.length[i];
        if (game_.complete(s, i)) return true;
      }
    }
    return false;
  }

  Verdict play(const SpiderState& start, Budget& budget, const CancelFlag* cancel, SpiderAnswer& r) {
    if (!player_) player_.emplace(leaving_.rules());
    for (std::uint64_t seed = 0; seed < kGames && r.moves.empty() && budget.poll(); ++seed) {
      r.moves = player_->play(leaving_.engine(), start, seed, budget, r.stats, cancel);
    }
    return r.moves.empty() ? Verdict::kUnknown : Verdict::kSolved;
  }

  static Verdict look(const OpenSpider& game, const SpiderPiles& start, const Attempt& attempt, Budget& budget,
                      SpiderAnswer& r) {
    SpiderBeam beam(game, SpiderOpenWeights(), {attempt.width, attempt.splits}, budget, r.stats);
    r.moves = beam.search(start);
    return r.moves.empty() ? Verdict::kUnknown : Verdict::kSolved;
  }

  Verdict prove(const SpiderPiles& start, Budget& budget, SpiderAnswer& r) {
    const SpiderSearch problem(game_, SpiderHeuristic(proof_order()));
    Result<PatienceMove> found = search(problem, start, Algorithm::kGreedy, {}, budget);
    add(r.stats, found.stats);
    r.moves = std::move(found.moves);
    return found.verdict;
  }

  void replay(const SpiderState& start, const std::vector<PatienceMove>& moves) const {
    const Spider& engine = game_.engine();
    SpiderState s = start;
    for (const PatienceMove& m : moves) {
      if (const auto why = engine.why_illegal(s, m)) throw std::logic_error("a solution does not replay: " + *why);
      engine.apply(s, m);
    }
    if (!engine.won(s)) throw std::logic_error("a solution does not win");
  }

  OpenSpider game_;
  OpenSpider leaving_;                     // the same game, but complete runs leave by themselves
  std::optional<SpiderPlayedWin> player_;  // made when it is first asked
};

SpiderOpenSolver::SpiderOpenSolver(const PatienceRules& rules) : impl_(std::make_unique<Impl>(rules)) {}
SpiderOpenSolver::SpiderOpenSolver(SpiderOpenSolver&&) noexcept = default;
SpiderOpenSolver& SpiderOpenSolver::operator=(SpiderOpenSolver&&) noexcept = default;
SpiderOpenSolver::~SpiderOpenSolver() = default;

SpiderAnswer SpiderOpenSolver::solve(const SpiderState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

}  // namespace winnable

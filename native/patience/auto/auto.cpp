#include "patience/auto/auto.hpp"

#include <span>
#include <stdexcept>

#include "patience/auto/greedy.hpp"
#include "patience/auto/leap.hpp"
#include "patience/auto/plan.hpp"
#include "patience/auto/refine.hpp"
#include "patience/auto/tidy.hpp"
#include "patience/forced.hpp"
#include "patience/short/beam.hpp"

namespace winnable {

using namespace auto_solver;

class AutoSolver::Impl {
 public:
  virtual ~Impl() = default;
  virtual Result<PatienceMove> solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel) = 0;
};

namespace {

using Move = PatienceMove;
using State = PatienceState;

// Solutions longer than this are worth a search for shorter ways; of player's moves where the rest are forced.
constexpr std::size_t kWandering = 150;
constexpr std::size_t kWanderingForced = 80;
// More moves that take no card home than any beam needs.
constexpr int kAnyLength = 250;

template <class Engine>
class Portfolio : public AutoSolver::Impl {
 public:
  Portfolio(Engine engine, Autoplay policy)
      : engine_(std::move(engine)),
        policy_(policy),
        tables_(engine_.rules()),
        plan_(make_plan(engine_.rules())),
        greedy_(engine_, tables_, policy),
        tidy_(engine_, tables_) {}

  Result<Move> solve(const State& start, const Limits& limits, const CancelFlag* cancel) override {
    Budget budget(limits, cancel);
    Result<Move> result;
    switch (search(start, budget, result)) {
      case Found::kGoal:
        shorten(start, result.moves, budget);
        verify(start, result.moves);
        result.verdict = Verdict::kSolved;
        result.reason = StopReason::kGoal;
        result.cost = static_cast<double>(result.moves.size());
        break;
      case Found::kNothing:
        result.verdict = Verdict::kUnsolvable;
        result.reason = StopReason::kExhausted;
        break;
      case Found::kNodes:
      case Found::kStopped:
        result.verdict = Verdict::kUnknown;
        result.reason = budget.stop_reason();
        break;
    }
    if (result.verdict != Verdict::kSolved) result.moves.clear();
    result.stats.expanded = budget.nodes();
    result.stats.peak_bytes = budget.peak_bytes();
    result.stats.seconds = budget.seconds();
    return result;
  }

 private:
  Found search(const State& start, Budget& budget, Result<Move>& result) {
    if (!budget.poll()) return Found::kStopped;
    root_ = start;
    autoplay(root_, result.moves);
    if (engine_.won(root_)) return Found::kGoal;
    deal_.reset(root_, engine_.rules().columns, tables_);
    Found found = attempts(plan_.before, budget, result);
    if (found != Found::kNothing) return found;
    {
      Refined<Engine, 2> proof(engine_, tables_, policy_);
      if (proof.prepare(start)) return decide(proof, start, budget, result);
    }
    Refined<Engine, 3> wide(engine_, tables_, policy_);
    if (!wide.prepare(start)) throw std::logic_error("auto: positions need more than 192 bits");
    return decide(wide, start, budget, result);
  }

  // kNothing: no attempt won, which proves nothing.
  Found attempts(std::span<const Attempt> list, Budget& budget, Result<Move>& result) {
    Found found = Found::kNothing;
    for (const Attempt& a : list) {
      const std::uint64_t bytes = greedy_.bytes(a.nodes);
      if (!budget.has_room(bytes) || !budget.reserve(bytes)) break;  // the exhaustive search may still get by with less
      found = greedy_.search(root_, deal_, a.weights, a.nodes, budget);
      budget.release(bytes);
      result.stats.generated += greedy_.generated();
      result.stats.duplicates += greedy_.duplicates();
      if (found == Found::kGoal) append_path(result.moves);
      if (found != Found::kNodes) break;  // weights change nothing where no position is left
      found = Found::kNothing;
    }
    greedy_.trim(found == Found::kGoal ? kSmall : 0);  // the exhaustive search may hold all there is
    return found;
  }

  void append_path(std::vector<Move>& moves) {
    for (const Move& m : greedy_.path()) {
      moves.push_back(m);
      engine_.apply(root_, m);
      autoplay(root_, moves);
    }
  }

  // Quick searches and the exhaustive one in turn, until one of them decides. Where memory ends the
  // exhaustive search, the quick ones still have theirs.
  template <int kWords>
  Found decide(Refined<Engine, kWords>& proof, const State& start, Budget& budget, Result<Move>& result) {
    const auto undecided = [&](Found found) {
      return found == Found::kNodes || (found == Found::kStopped && budget.stop_reason() == StopReason::kMemory);
    };
    Found found = proof.search(budget, plan_.proof, result.stats);
    if (undecided(found)) proof.clear(budget);
    for (const Round& round : plan_.rounds) {
      if (!undecided(found)) break;
      const Found quickly = quick(round, start, budget, result);
      if (quickly != Found::kNothing) {
        proof.clear(budget);  // what is found is shortened next
        return quickly;
      }
      if (found == Found::kStopped) continue;
      found = proof.search(budget, round.proof, result.stats);
      if (found == Found::kStopped && undecided(found)) proof.clear(budget);
    }
    if (found == Found::kGoal) result.moves = proof.path();
    return found;
  }

  // kNothing as in attempts().
  Found quick(const Round& round, const State& start, Budget& budget, Result<Move>& result) {
    for (const int width : round.beams) {
      const Found found = beam(width, start, budget, result);
      if (found != Found::kNothing) return found;
    }
    return attempts(round.attempts, budget, result);
  }

  // Its memory lasts no longer than the search: the exhaustive one may need all there is.
  Found beam(int width, const State& start, Budget& budget, Result<Move>& result) {
    using Beam = ShortBeam<Engine>;
    const std::uint64_t bytes = Beam::bytes(width);
    if (!budget.has_room(bytes) || !budget.reserve(bytes)) return Found::kNothing;
    Beam search(engine_, policy_);
    const auto end = search.run(start, width, kAnyLength, {}, budget);
    budget.release(bytes);
    result.stats.generated += search.generated();
    result.stats.duplicates += search.duplicates();
    if (end == Beam::End::kFound) result.moves = search.moves();
    return end == Beam::End::kFound ? Found::kGoal : end == Beam::End::kStopped ? Found::kStopped : Found::kNothing;
  }

  // As far as time and memory go: what there is wins already.
  void shorten(const State& start, std::vector<Move>& moves, Budget& budget) {
    if (policy_ == Autoplay::kMax) return shorten_forced(start, moves, budget);
    if (moves.size() > kWandering) {
      const std::uint64_t bytes = Leaps<Engine>::bytes(moves);
      if (!budget.reserve(bytes)) return;
      Leaps<Engine>(engine_).shorten(start, moves, kWandering, budget);
      budget.release(bytes);
    }
    const std::uint64_t bytes = tidy_.bytes(moves);
    if (!budget.reserve(bytes)) return;
    tidy_.shorten(start, moves);
    budget.release(bytes);
  }

  // Tidying looks at single moves, and so cannot tell which of them are forced.
  void shorten_forced(const State& start, std::vector<Move>& moves, Budget& budget) {
    std::vector<Move> player = player_moves(engine_, start, moves, policy_);
    const std::uint64_t bytes = Leaps<Engine>::bytes(player);
    if (player.size() <= kWanderingForced || !budget.has_room(bytes) || !budget.reserve(bytes)) return;
    Leaps<Engine>(engine_, policy_).shorten(start, player, kWanderingForced, budget);
    budget.release(bytes);
    moves = with_forced_moves(engine_, start, player, policy_);
  }

  void autoplay(State& s, std::vector<Move>& moves) const {
    while (const auto m = engine_.autoplay(s, policy_)) {
      moves.push_back(*m);
      engine_.apply(s, *m);
    }
  }

  void verify(const State& start, const std::vector<Move>& moves) const {
    State s = start;
    for (const Move& m : moves) {
      if (!engine_.is_legal(s, m)) throw std::logic_error("auto: the solution found does not replay");
      engine_.apply(s, m);
    }
    if (!engine_.won(s)) throw std::logic_error("auto: the solution found does not win");
    if (policy_ == Autoplay::kMax) player_moves(engine_, start, moves, policy_);
  }

  Engine engine_;
  Autoplay policy_;  // kSafe or kMax: home moves that are made at once
  RuleTables tables_;
  Plan plan_;
  Greedy<Engine> greedy_;
  Tidy<Engine> tidy_;
  StartTables deal_;
  State root_;
};

std::unique_ptr<AutoSolver::Impl> make_impl(const PatienceRules& rules, Autoplay autoplay) {
  const Autoplay policy =
      autoplay == Autoplay::kMax && rules.leave == Leave::kSingly ? Autoplay::kMax : Autoplay::kSafe;
  // How cards are dealt makes no difference to how a position is solved.
  PatienceRules play = rules;
  play.base = kFreecellRules.base;
  play.cells_filled = kFreecellRules.cells_filled;
  play.base_cards_out = kFreecellRules.base_cards_out;
  play.deal_to_foundations = kFreecellRules.deal_to_foundations;
  play.kings = kFreecellRules.kings;
  play.column_cards = kFreecellRules.column_cards;
  if (play == kFreecellRules) return std::make_unique<Portfolio<FixedFreecell>>(FixedFreecell(), policy);
  return std::make_unique<Portfolio<Patience>>(Patience(rules), policy);
}

}  // namespace

AutoSolver::AutoSolver(const PatienceRules& rules, Autoplay autoplay) {
  validate(rules);
  impl_ = make_impl(rules, autoplay);
}
AutoSolver::AutoSolver(AutoSolver&&) noexcept = default;
AutoSolver& AutoSolver::operator=(AutoSolver&&) noexcept = default;
AutoSolver::~AutoSolver() = default;

Result<PatienceMove> AutoSolver::solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

Result<PatienceMove> solve_auto(const Patience& game, const PatienceState& start, const Limits& limits,
                                const CancelFlag* cancel, Autoplay autoplay) {
  return AutoSolver(game.rules(), autoplay).solve(start, limits, cancel);
}

}  // namespace winnable

#include "patience/short/short.hpp"

#include <algorithm>
#include <limits>

#include "patience/auto/auto.hpp"
#include "patience/forced.hpp"
#include "patience/metric.hpp"
#include "patience/short/beam.hpp"

namespace winnable {

namespace {

constexpr int kFirstWidth = 80;
constexpr int kWidest = 1 << 20;
// Growth after a failure, and while plenty of the budget is left.
constexpr int kWidenFailed = 4;
constexpr int kWiden = 8;
// Beams that fail before the complete search is asked.
constexpr int kFailures = 3;
// Repairs start from every so many extra moves along the solution.
constexpr int kRepairStep = 2;
constexpr int kNoBound = 250;

}  // namespace

class ShortSolver::Search {
 public:
  virtual ~Search() = default;
  virtual Result<PatienceMove> solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel,
                                     const ImprovementCallback& on_improvement) = 0;
};

template <class Engine>
class ShortSolver::SearchWith final : public ShortSolver::Search {
 public:
  SearchWith(const Patience& game, const Engine& engine, Autoplay policy)
      : game_(game), engine_(engine), policy_(policy), bound_(engine), beam_(engine, policy) {}

  Result<PatienceMove> solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel,
                             const ImprovementCallback& on_improvement) override {
    Budget budget(limits, cancel);
    start_ = &start;
    callback_ = &on_improvement;
    best_ = {};
    enough_ = false;
    home_moves_ = forced_home_moves(start);
    best_.lower_bound = home_moves_ + bound_.tight_bound(start, bound_.tally(start), 0, kNoBound);
    patient_ = limits.nodes != 0 || limits.seconds > 0;
    widen(budget);
    if (best_.verdict != Verdict::kSolved && budget.stop_reason() == StopReason::kExhausted) complete(budget, cancel);
    if (best_.verdict == Verdict::kUnknown && budget.stop_reason() != StopReason::kExhausted) {
      best_.reason = budget.stop_reason();
    }
    best_.stats.expanded += budget.nodes();
    best_.stats.generated += beam_.generated();
    best_.stats.duplicates += beam_.duplicates();
    best_.stats.peak_bytes = std::max(best_.stats.peak_bytes, budget.peak_bytes());
    best_.stats.seconds = budget.seconds();
    return std::move(best_);
  }

 private:
  using End = typename ShortBeam<Engine>::End;

  int forced_home_moves(const PatienceState& s) const {
    if (game_.rules().leave == Leave::kRuns) return 0;  // runs leave by themselves
    return kDeck - s.home[0] - s.home[1] - s.home[2] - s.home[3];
  }
  int extra_to_beat() const { return best_.verdict == Verdict::kSolved ? int(best_.cost) - home_moves_ : kNoBound; }

  // Beams of growing width, until the answer will do or the budget is spent.
  void widen(Budget& budget) {
    int failures = 0;
    for (int width = kFirstWidth; !enough_;) {
      const double before = spent(budget);
      const End end = beam(*start_, width, extra_to_beat(), budget);
      if (end == End::kStopped) return;
      if (end == End::kFound) improve(beam_.moves());
      if (best_.verdict != Verdict::kSolved) {
        if (++failures == kFailures) return;
        width *= kWidenFailed;
        continue;
      }
      if (!patient_) return;
      const int wider = next_width(width, before, spent(budget));
      if (wider < 2 * width || !fits(wider, budget)) return repair(width, budget);
      width = wider;
    }
  }

  // The part of the budget that is gone, 0 to 1.
  static double spent(const Budget& budget) {
    const Limits& limits = budget.limits();
    const double nodes = limits.nodes != 0 ? double(budget.nodes()) / double(limits.nodes) : 0;
    return std::max(nodes, limits.seconds > 0 ? budget.seconds() / limits.seconds : 0);
  }

  // The last beam took `before` to `after` of the budget. Wide beams are a little slower.
  static int next_width(int width, double before, double after) {
    const double times = (1 - after) / std::max(after - before, 1e-9);
    const double growth = times > 5.0 * kWiden ? kWiden : 0.8 * times;
    return int(std::min<double>(growth * width, kWidest));
  }

  static bool fits(int width, Budget& budget) { return ShortBeam<Engine>::bytes(width) <= byte_limit(budget); }
  static std::uint64_t byte_limit(const Budget& budget) {
    return budget.limits().bytes != 0 ? budget.limits().bytes : std::numeric_limits<std::uint64_t>::max();
  }

  End beam(const PatienceState& from, int width, int fewer_than, Budget& budget) {
    const std::uint64_t bytes = ShortBeam<Engine>::bytes(width);
    if (!budget.reserve(bytes)) return End::kStopped;
    const End end = beam_.run(from, width, fewer_than, weights_, budget);
    budget.release(bytes);
    return end;
  }

  // Solves again from positions along the best solution, in rounds twice as wide each.
  void repair(int width, Budget& budget) {
    for (width = std::max(width / 4, kFirstWidth); !enough_; width *= 2) {
      if (width > kWidest || !fits(width, budget)) return;
      for (int skip = kRepairStep; skip < extra_to_beat() && !enough_; skip += kRepairStep) {
        PatienceState s = *start_;
        std::size_t kept = 0;
        for (int extra = 0; extra < skip; ++kept) {
          extra += !is_home(best_.moves[kept].to);
          engine_.apply(s, best_.moves[kept]);
        }
        const End end = beam(s, width, extra_to_beat() - skip, budget);
        if (end == End::kStopped) return;
        if (end != End::kFound) continue;
        std::vector<PatienceMove> moves(best_.moves.begin(), best_.moves.begin() + std::ptrdiff_t(kept));
        moves.insert(moves.end(), beam_.moves().begin(), beam_.moves().end());
        improve(moves);
      }
    }
  }

  void improve(const std::vector<PatienceMove>& moves) {
    if (best_.verdict == Verdict::kSolved && double(moves.size()) >= best_.cost) return;
    require_winning(game_, *start_, moves);
    if (policy_ == Autoplay::kMax) player_moves(game_, *start_, moves, policy_);
    best_.verdict = Verdict::kSolved;
    best_.reason = StopReason::kGoal;
    best_.moves = moves;
    best_.cost = double(moves.size());
    best_.stats.depth = moves.size();
    enough_ = best_.cost <= best_.lower_bound;
    if (*callback_ && !(*callback_)(best_)) enough_ = true;
  }

  void complete(const Budget& budget, const CancelFlag* cancel) {
    Limits rest = budget.limits();
    if (rest.nodes != 0) rest.nodes -= std::min(budget.nodes(), rest.nodes - 1);
    if (rest.seconds > 0) rest.seconds = std::max(rest.seconds - budget.seconds(), 1e-3);
    Result<PatienceMove> answer = solve_auto(game_, *start_, rest, cancel, policy_);
    best_.stats = answer.stats;
    if (answer.verdict == Verdict::kSolved) {
      improve(answer.moves);
    } else {
      best_.verdict = answer.verdict;
      best_.reason = answer.reason;
    }
  }

  Patience game_;
  Engine engine_;
  Autoplay policy_;  // kSafe or kMax: home moves that are made at once
  ExtraMovesBound<Engine> bound_;
  ShortBeam<Engine> beam_;
  ShortWeights weights_;
  Result<PatienceMove> best_;
  const PatienceState* start_ = nullptr;
  const ImprovementCallback* callback_ = nullptr;
  int home_moves_ = 0;
  bool patient_ = false;
  bool enough_ = false;
};

ShortSolver::ShortSolver(const Patience& game, Autoplay autoplay) {
  const Autoplay policy =
      autoplay == Autoplay::kMax && game.rules().leave == Leave::kSingly ? Autoplay::kMax : Autoplay::kSafe;
  if (game.rules() == kFreecellRules) {
    search_ = std::make_unique<SearchWith<FixedFreecell>>(game, FixedFreecell(), policy);
  } else {
    search_ = std::make_unique<SearchWith<Patience>>(game, game, policy);
  }
}
ShortSolver::~ShortSolver() = default;
ShortSolver::ShortSolver(ShortSolver&&) noexcept = default;
ShortSolver& ShortSolver::operator=(ShortSolver&&) noexcept = default;

Result<PatienceMove> ShortSolver::solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel,
                                        const ImprovementCallback& on_improvement) {
  return search_->solve(start, limits, cancel, on_improvement);
}

Result<PatienceMove> solve_short(const Patience& game, const PatienceState& start, const Limits& limits,
                                 const CancelFlag* cancel, const ImprovementCallback& on_improvement) {
  return ShortSolver(game).solve(start, limits, cancel, on_improvement);
}

}  // namespace winnable

#include "solvers/short.hpp"

#include <algorithm>
#include <limits>

#include "solvers/auto.hpp"
#include "solvers/metric.hpp"
#include "solvers/short_beam.hpp"

namespace winnable {

namespace {

constexpr int kFirstWidth = 60;
constexpr int kWiden = 4;
// Beams that fail before the complete search is asked.
constexpr int kFailures = 3;
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
  SearchWith(const Patience& game, const Engine& engine) : game_(game), engine_(engine), bound_(engine), beam_(engine) {}

  Result<PatienceMove> solve(const PatienceState& start, const Limits& limits, const CancelFlag* cancel,
                             const ImprovementCallback& on_improvement) override {
    Budget budget(limits, cancel);
    start_ = &start;
    callback_ = &on_improvement;
    best_ = {};
    enough_ = false;
    home_moves_ = forced_home_moves(start);
    best_.lower_bound = home_moves_ + bound_.bound(start);
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
  int extra_to_beat() const {
    return best_.verdict == Verdict::kSolved ? int(best_.cost) - home_moves_ : kNoBound;
  }

  // Beams of growing width, until the answer will do or the budget is spent.
  void widen(Budget& budget) {
    int failures = 0;
    for (int width = kFirstWidth; !enough_; width *= kWiden) {
      const std::uint64_t bytes = ShortBeam<Engine>::bytes(width);
      if (!budget.reserve(bytes)) return;
      const End end = beam_.run(*start_, width, extra_to_beat(), weights_, budget);
      budget.release(bytes);
      if (end == End::kStopped) return;
      if (end == End::kFound) improve(beam_.moves());
      if (best_.verdict != Verdict::kSolved && ++failures == kFailures) return;
      if (!patient_ && best_.verdict == Verdict::kSolved) return;
    }
  }

  void improve(const std::vector<PatienceMove>& moves) {
    require_winning(game_, *start_, moves);
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
    Result<PatienceMove> answer = solve_auto(game_, *start_, rest, cancel);
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

ShortSolver::ShortSolver(const Patience& game) {
  if (game.rules() == kFreecellRules) {
    search_ = std::make_unique<SearchWith<FixedFreecell>>(game, FixedFreecell());
  } else {
    search_ = std::make_unique<SearchWith<Patience>>(game, game);
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

// PatienceSolver: auto, short and shortest, one position or many.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "bindings/solver_answers.hpp"
#include "bindings/styles.hpp"
#include "patience/auto/auto.hpp"
#include "patience/bind_types.hpp"
#include "patience/metric.hpp"
#include "patience/short/short.hpp"
#include "patience/shortest/shortest.hpp"
#include "patience/text.hpp"
#include "patience/written.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using PatienceResult = Result<PatienceMove>;

using PyResult = PyAnswer<PatienceResult, PyPosition>;

enum class SolverKind { kAuto, kShort, kShortest };

SolverKind parse_kind(std::string_view name) {
  if (name == "auto") return SolverKind::kAuto;
  if (name == "short") return SolverKind::kShort;
  if (name == "shortest") return SolverKind::kShortest;
  throw nb::value_error("solver is one of auto, short, shortest");
}

constexpr Metric kMetrics[] = {Metric::kMoves, Metric::kCards, Metric::kPlayerSafe};

Metric parse_metric(std::string_view name) {
  for (const Metric m : kMetrics) {
    if (metric_name(m) == name) return m;
  }
  throw nb::value_error("unknown metric");
}

class PySolver {
 public:
  PySolver(std::shared_ptr<PyPatience> game, std::string_view kind, std::string_view metric, std::string_view autoplay,
           bool supermoves)
      : game_(std::move(game)), kind_(parse_kind(kind)), metric_(parse_metric(metric)) {
    PatienceRules rules = game_->engine.rules();
    if (!supermoves) rules.group_size = GroupSize::kOne;
    const Autoplay policy = parse_autoplay(autoplay);
    if (kind_ == SolverKind::kAuto) auto_ = std::make_unique<AutoSolver>(rules, policy);
    if (kind_ == SolverKind::kShort) short_ = std::make_unique<ShortSolver>(Patience(rules), policy);
    if (kind_ == SolverKind::kShortest && (policy == Autoplay::kMax || !supermoves)) {
      throw nb::value_error("shortest plays neither under autoplay max nor without supermoves");
    }
  }

  std::vector<PyResult> solve_many(const std::vector<PyPosition>& positions, std::uint64_t nodes, double seconds,
                                   std::uint64_t bytes, const CancelToken* token, const nb::object& on_improvement) {
    const Limits limits = make_limits(nodes, seconds, bytes);
    const bool wanted = !on_improvement.is_none();
    return solve_each<PatienceResult>(busy_, *game_, positions, token, on_improvement,
                                      [&](const PatienceState& start, const CancelFlag* cancel, const auto& improved) {
                                        ImprovementCallback callback;
                                        if (wanted) {
                                          callback = [&](const PatienceResult& r) {
                                            improved(r);
                                            return true;
                                          };
                                        }
                                        return solve_one(start, limits, cancel, callback);
                                      });
  }

 private:
  PatienceResult solve_one(const PatienceState& start, const Limits& limits, const CancelFlag* cancel,
                           const ImprovementCallback& callback) {
    switch (kind_) {
      case SolverKind::kAuto: return auto_->solve(start, limits, cancel);
      case SolverKind::kShort: return short_->solve(start, limits, cancel, callback);
      case SolverKind::kShortest: break;
    }
    return solve_shortest(game_->engine, start, metric_, limits, cancel, callback);
  }

  std::shared_ptr<PyPatience> game_;
  SolverKind kind_;
  Metric metric_;
  std::mutex busy_;
  std::unique_ptr<AutoSolver> auto_;
  std::unique_ptr<ShortSolver> short_;
};

std::vector<std::string> move_texts(const PyResult& r) {
  std::vector<std::string> out;
  PatienceState s = r.start.state;
  for (const PatienceMove& m : r.result.moves) {
    out.push_back(format_move(r.start.game->engine, s, m));
    r.start.game->engine.apply(s, m);
  }
  return out;
}

}  // namespace

void bind_patience_solvers(nb::module_& m) {
  bind_answer<PatienceResult, PyPosition>(m, "PatienceResult", &move_texts)
      .def(
          "write",
          [](const PyResult& r, std::string_view style, std::string_view autoplay) {
            return write_solution(r.start.game->engine, r.start.state, r.result.moves, parse_style(style),
                                  parse_autoplay(autoplay));
          },
          "style"_a, "autoplay"_a, "The solution written out, as PatienceGame.write does it with the moves.");

  nb::class_<PySolver>(m, "PatienceSolver", "Solves positions of one game; keeps its tables from one to the next.")
      .def(nb::init<std::shared_ptr<PyPatience>, std::string_view, std::string_view, std::string_view, bool>(),
           "game"_a, "kind"_a, "metric"_a = "moves", "autoplay"_a = "none", "supermoves"_a = true,
           "kind is auto, short or shortest; metric is what shortest minimises. Under autoplay max auto and short "
           "play a game in which every card that can go home does after each move; without supermoves cards move "
           "one at a time.")
      .def("solve_many", &PySolver::solve_many, "positions"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(), "on_improvement"_a = nb::none(),
           "Answers in the order of the positions; the limits (0: none) are for each. Solutions are replayed through "
           "the checked rules.");
  m.def(
      "metric_names",
      [] {
        nb::typed<nb::list, nb::str> out;
        for (const Metric metric : kMetrics)
          out.append(nb::str(metric_name(metric).data(), metric_name(metric).size()));
        return out;
      },
      "The metrics that the shortest solver knows.");
}

}  // namespace winnable

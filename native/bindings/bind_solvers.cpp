// PatienceSolver: auto, short and shortest, one position or many.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "bindings/interrupt.hpp"
#include "bindings/patience_types.hpp"
#include "bindings/result_names.hpp"
#include "games/patience_text.hpp"
#include "solvers/auto.hpp"
#include "solvers/metric.hpp"
#include "solvers/short.hpp"
#include "solvers/shortest.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using PatienceResult = Result<PatienceMove>;

// An answer with the position it is about; moves become Python objects only when asked for.
struct PyResult {
  PatienceResult result;
  PyPosition start;
};

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

// The newest improvement, handed from the solving thread to the watching one.
class Mailbox {
 public:
  void put(const PatienceResult& r) {
    const std::lock_guard lock(mutex_);
    newest_ = r;
  }
  std::optional<PatienceResult> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(newest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<PatienceResult> newest_;
};

Limits make_limits(std::uint64_t nodes, double seconds, std::uint64_t bytes) {
  Limits limits;
  limits.nodes = nodes;
  limits.seconds = seconds;
  limits.bytes = bytes;
  return limits;
}

class PySolver {
 public:
  PySolver(std::shared_ptr<PyPatience> game, std::string_view kind, std::string_view metric)
      : game_(std::move(game)), kind_(parse_kind(kind)), metric_(parse_metric(metric)) {
    const PatienceRules& rules = game_->engine.rules();
    if (kind_ == SolverKind::kAuto) auto_ = std::make_unique<AutoSolver>(rules);
    if (kind_ == SolverKind::kShort) short_ = std::make_unique<ShortSolver>(game_->engine);
  }

  std::vector<PyResult> solve_many(const std::vector<PyPosition>& positions, std::uint64_t nodes, double seconds,
                                   std::uint64_t bytes, const CancelToken* token, const nb::object& on_improvement) {
    const std::unique_lock use(busy_, std::try_to_lock);
    if (!use) throw std::runtime_error("a solver answers one thread at a time; make one for each");
    for (const PyPosition& p : positions) {
      if (!(p.game->engine.rules() == game_->engine.rules())) {
        throw nb::value_error("that position belongs to a game with other rules");
      }
    }
    const Limits limits = make_limits(nodes, seconds, bytes);
    Mailbox mailbox;
    const bool wanted = !on_improvement.is_none();
    ImprovementCallback callback;
    if (wanted) {
      callback = [&](const PatienceResult& r) {
        mailbox.put(r);
        return true;
      };
    }
    const auto tell = [&] {
      if (!wanted || positions.empty()) return;
      if (auto r = mailbox.take()) on_improvement(PyResult{std::move(*r), positions.front()});
    };
    auto results = run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          std::vector<PatienceResult> out;
          out.reserve(positions.size());
          for (const PyPosition& p : positions) out.push_back(solve_one(p.state, limits, cancel, callback));
          return out;
        },
        tell);
    tell();  // the last improvement, where the work ended before anybody looked
    std::vector<PyResult> out;
    out.reserve(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) out.push_back({std::move(results[i]), positions[i]});
    return out;
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

void bind_solvers(nb::module_& m) {
  nb::class_<PyResult>(m, "PatienceResult", "What a solver answers about one position.")
      .def_prop_ro("start", [](const PyResult& r) { return r.start; })
      .def_prop_ro("verdict", [](const PyResult& r) { return verdict_word(r.result.verdict); })
      .def_prop_ro("reason", [](const PyResult& r) { return reason_word(r.result.reason); })
      .def_prop_ro(
          "length", [](const PyResult& r) { return r.result.moves.size(); },
          "Moves of the solution, every one counted; 0 if there is none.")
      .def_prop_ro("moves", [](const PyResult& r) { return r.result.moves; })
      .def_prop_ro("texts", &move_texts, "The moves in standard notation.")
      .def_prop_ro("cost", [](const PyResult& r) { return r.result.cost; })
      .def_prop_ro("lower_bound", [](const PyResult& r) { return r.result.lower_bound; })
      .def_prop_ro(
          "stats", [](const PyResult& r) { return stats_to_dict(r.result.stats); },
          nb::sig("def stats(self) -> dict[str, float]"));

  nb::class_<PySolver>(m, "PatienceSolver", "Solves positions of one game; keeps its tables from one to the next.")
      .def(nb::init<std::shared_ptr<PyPatience>, std::string_view, std::string_view>(), "game"_a, "kind"_a,
           "metric"_a = "moves", "kind is auto, short or shortest; metric is what shortest minimises.")
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

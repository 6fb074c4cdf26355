// PairingSolver: auto, fewest, score and challenges, one position or many.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <mutex>
#include <utility>

#include "bindings/solver_answers.hpp"
#include "bindings/styles.hpp"
#include "pairing/bind_types.hpp"
#include "pairing/solver.hpp"
#include "pairing/text.hpp"
#include "pairing/words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using PyResult = PyAnswer<PairingAnswer, PyPairingPosition>;

constexpr std::array<std::pair<std::string_view, FewestMetric>, 3> kMetricNames = {
    {{"actions", FewestMetric::kActions}, {"removals", FewestMetric::kRemovals}, {"passes", FewestMetric::kPasses}}};

FewestMetric parse_metric(std::string_view name) {
  for (const auto& [word, metric] : kMetricNames) {
    if (word == name) return metric;
  }
  throw nb::value_error("a metric of pairing games is actions, removals or passes");
}

PairingTask parse_task(std::string_view kind, std::string_view metric) {
  PairingTask task;
  task.metric = parse_metric(metric);
  if (kind == "fewest") {
    task.kind = PairingTask::Kind::kFewest;
  } else if (kind == "score") {
    task.kind = PairingTask::Kind::kScore;
  } else if (kind != "auto") {
    throw nb::value_error("solver is one of auto, fewest, score");
  }
  return task;
}

class PyPairingSolver {
 public:
  PyPairingSolver(std::shared_ptr<PyPairing> game, const PairingTask& task)
      : game_(std::move(game)), solver_(game_->engine, task) {}

  std::vector<PyResult> solve_many(const std::vector<PyPairingPosition>& positions, std::uint64_t nodes, double seconds,
                                   std::uint64_t bytes, const CancelToken* token) {
    const Limits limits = make_limits(nodes, seconds, bytes);
    return solve_each<PairingAnswer>(busy_, *game_, positions, token, nb::none(),
                                     [&](const PairingState& start, const CancelFlag* cancel, const auto&) {
                                       return solver_.solve(start, limits, cancel);
                                     });
  }

 private:
  std::shared_ptr<PyPairing> game_;
  PairingSolver solver_;
  std::mutex busy_;
};

std::vector<std::string> move_texts(const PyResult& r) {
  std::vector<std::string> out;
  for (const PairingMove& m : r.result.moves) out.push_back(format_move(m));
  return out;
}

PairingTask challenge_task(std::string_view kind, int amount, int rank, bool board, std::string_view metric) {
  if (kind != "points" && kind != "clear") throw nb::value_error("a challenge is points or clear");
  PairingTask task;
  task.kind = metric.empty() ? PairingTask::Kind::kChallenge : PairingTask::Kind::kFewestChallenge;
  if (!metric.empty()) task.metric = parse_metric(metric);
  task.challenge.kind = kind == "points" ? Challenge::Kind::kPoints : Challenge::Kind::kClearRank;
  task.challenge.amount = amount;
  task.challenge.rank = rank;
  task.challenge.board = board;
  return task;
}

}  // namespace

void bind_pairing_solvers(nb::module_& m) {
  bind_answer<PairingAnswer, PyPairingPosition>(m, "PairingResult", &move_texts)
      .def_prop_ro(
          "score", [](const PyResult& r) { return r.result.score; }, "Points at the end of the moves.")
      .def_prop_ro(
          "score_bound", [](const PyResult& r) { return r.result.upper_score; },
          "From the score solver: no line makes more points.")
      .def(
          "write",
          [](const PyResult& r, std::string_view style) {
            return write_solution(r.start.game->engine, r.start.state, r.result.moves, parse_style(style));
          },
          "style"_a, "The moves written out, as PairingGame.write does it.");

  using S = PyPairingSolver;
  nb::class_<S>(m, "PairingSolver", "Solves positions of one game; keeps its tables from one to the next.")
      .def(
          "__init__",
          [](S* self, std::shared_ptr<PyPairing> game, std::string_view kind, std::string_view metric) {
            new (self) S(std::move(game), parse_task(kind, metric));
          },
          "game"_a, "kind"_a, "metric"_a = "actions",
          "kind is auto, fewest or score; metric is what fewest minimises: actions, removals or passes.")
      .def_static(
          "challenge",
          [](std::shared_ptr<PyPairing> game, std::string_view kind, int amount, int rank, bool board,
             std::string_view metric) {
            return std::make_unique<S>(std::move(game), challenge_task(kind, amount, rank, board, metric));
          },
          "game"_a, "kind"_a, "amount"_a, "rank"_a = 0, "board"_a = false, "metric"_a = "",
          nb::sig("def challenge(game: PairingGame, kind: str, amount: int, rank: int = 0, board: bool = False, "
                  "metric: str = '') -> PairingSolver"),
          "A solver that reaches `amount` points, or clears `amount` cards of a rank 0..12; with `board` it wins, "
          "too, and with a metric of fewest the line is the cheapest.")
      .def("solve_many", &S::solve_many, "positions"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "Answers in the order of the positions; the limits (0: none) are for each. Moves are replayed through the "
           "checked rules.");
}

}  // namespace winnable

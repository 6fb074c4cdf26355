// Open Spider: the solver that wins or proves, and the textbook searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "bindings/search_types.hpp"
#include "bindings/solver_answers.hpp"
#include "patience/text.hpp"
#include "spider/bind_types.hpp"
#include "spider/open/search.hpp"
#include "spider/open/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using PyResult = PyAnswer<SpiderAnswer, PySpiderPosition>;

class PySpiderSolver {
 public:
  explicit PySpiderSolver(std::shared_ptr<PySpider> game) : game_(std::move(game)), solver_(game_->engine.rules()) {}

  std::vector<PyResult> solve_many(const std::vector<PySpiderPosition>& positions, std::uint64_t nodes, double seconds,
                                   std::uint64_t bytes, const CancelToken* token) {
    const Limits limits = make_limits(nodes, seconds, bytes);
    return solve_each<SpiderAnswer>(busy_, *game_, positions, token, nb::none(),
                                    [&](const SpiderState& start, const CancelFlag* cancel, const auto&) {
                                      return solver_.solve(start, limits, cancel);
                                    });
  }

 private:
  std::shared_ptr<PySpider> game_;
  SpiderOpenSolver solver_;
  std::mutex busy_;
};

std::vector<std::string> move_texts(const PyResult& r) {
  std::vector<std::string> out;
  SpiderState s = r.start.state;
  for (const PatienceMove& m : r.result.moves) {
    out.push_back(format_move(r.start.game->engine, s, m));
    r.start.game->engine.apply(s, m);
  }
  return out;
}

std::vector<WeightedSpiderFeature> parse_features(const FeatureWeights& weights) {
  return parse_weights<WeightedSpiderFeature>(weights, parse_spider_feature);
}

nb::tuple search_position(const PySpider& game, const PySpiderPosition& position, const SearchSpec& spec,
                          const FeatureWeights& heuristic, const CancelToken* token, const nb::object& on_events) {
  if (!(position.game->engine.rules() == game.engine.rules())) {
    throw nb::value_error("that position belongs to a game with other rules");
  }
  const Algorithm algorithm = spec.parsed();
  const std::vector<WeightedSpiderFeature> features = parse_features(heuristic);
  return answer(search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_spider(game.engine.rules(), position.state, algorithm, spec.options(), features, budget, buffer);
  }));
}

void bind_searches(nb::module_& m) {
  m.def(
      "spider_features",
      [] { return std::vector<std::string>(kSpiderFeatureNames.begin(), kSpiderFeatureNames.end()); },
      "The features that heuristics of open Spider are made of.");
  m.def(
      "spider_heuristic_admissible",
      [](const FeatureWeights& heuristic) { return SpiderHeuristic(parse_features(heuristic)).admissible(); },
      "heuristic"_a, "Never more than the moves still to come?");
  m.def(
      "spider_heuristic_value",
      [](const PySpiderPosition& p, const FeatureWeights& heuristic) {
        OpenSpider game(p.game->engine.rules());
        const SpiderPiles piles = game.start(p.state);
        return static_cast<double>(SpiderHeuristic(parse_features(heuristic))(game, piles)) / kUnit;
      },
      "position"_a, "heuristic"_a, "The estimate of one position.");
  m.def("search_spider", &search_position, "game"_a, "position"_a, "spec"_a, "heuristic"_a, "token"_a = nb::none(),
        "on_events"_a = nb::none(),
        nb::sig("def search_spider(game: SpiderGame, position: SpiderPosition, "
                "spec: SearchSpec, "
                "heuristic: collections.abc.Sequence[tuple[str, float]], "
                "token: CancelToken | None = None, "
                "on_events: object | None = None) -> tuple[str, str, "
                "list[PatienceMove], float, float, dict[str, "
                "float]]"),
        "Verdict, reason, moves, cost, lower bound and statistics; every card "
        "counts as known.");
}

}  // namespace

void bind_spider_open(nb::module_& m) {
  bind_answer<SpiderAnswer, PySpiderPosition>(m, "SpiderResult", &move_texts);
  nb::class_<PySpiderSolver>(m, "SpiderSolver", "Solves positions of one game of the Spider kind, all cards known.")
      .def(nb::init<std::shared_ptr<PySpider>>(), "game"_a)
      .def("solve_many", &PySpiderSolver::solve_many, "positions"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "Answers in the order of the positions; the limits (0: none) are "
           "for each. Solutions are replayed through "
           "the checked rules.");
  bind_searches(m);
}

}  // namespace winnable

// The textbook searches and the dissertation's methods on Undead.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/search_types.hpp"
#include "undead/bind_types.hpp"
#include "undead/methods/methods.hpp"
#include "undead/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

UndeadHeuristic parse_heuristic(const FeatureWeights& weights) {
  return UndeadHeuristic(parse_weights<WeightedUndeadFeature>(weights, parse_undead_feature));
}

nb::tuple search_position(const PyUndeadPosition& position, const SearchSpec& spec, const FeatureWeights& heuristic,
                          const CancelToken* token, const nb::object& on_events) {
  const Algorithm algorithm = spec.parsed();
  const auto features = parse_weights<WeightedUndeadFeature>(heuristic, parse_undead_feature);
  return answer(search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_undead(position.state, algorithm, spec.options(), features, budget, buffer);
  }));
}

nb::tuple search_as_dissertation(const PyUndeadPosition& position, const SearchSpec& spec,
                                 const UndeadMethodOptions& options, const CancelToken* token,
                                 const nb::object& on_events) {
  const UndeadMethodResult r = search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_by_method(position.state, options, budget, buffer);
  });
  const UndeadMethodFigures& f = r.figures;
  return nb::make_tuple(answer(r), r.solutions, r.all, r.second,
                        nb::make_tuple(f.zero_filled, f.made, f.listed, f.tries, f.refused, f.backtracks, f.seconds));
}

void bind_features(nb::module_& m) {
  m.def(
      "undead_features",
      [] { return std::vector<std::string>(kUndeadFeatureNames.begin(), kUndeadFeatureNames.end()); },
      "The features that heuristics of Undead are made of.");
  m.def(
      "undead_heuristic_admissible",
      [](const FeatureWeights& heuristic) { return parse_heuristic(heuristic).admissible(); }, "heuristic"_a,
      "Never more than the moves still to come?");
  m.def(
      "undead_heuristic_value",
      [](const PyUndeadPosition& p, const FeatureWeights& heuristic) {
        const Units h = parse_heuristic(heuristic)({p.state, UndeadTally(p.state)});
        return h == kDeadEnd ? std::numeric_limits<double>::infinity() : static_cast<double>(h) / kUnit;
      },
      "position"_a, "heuristic"_a, "The estimate of one position; infinite where it shows a dead end.");
}

void bind_methods(nb::module_& m) {
  m.def(
      "undead_methods", [] { return std::vector<std::string>(kUndeadMethodNames.begin(), kUndeadMethodNames.end()); },
      "The dissertation's methods.");
  nb::class_<UndeadMethodOptions>(m, "UndeadMethodOptions", "One of the dissertation's methods, and its switches.")
      .def(
          "__init__",
          [](UndeadMethodOptions* self, std::string_view method) {
            const std::optional<UndeadMethod> known = parse_undead_method(method);
            if (!known) throw nb::value_error(("unknown method " + std::string(method)).c_str());
            new (self) UndeadMethodOptions{.method = *known};
          },
          "method"_a)
      .def_rw("zero_fill", &UndeadMethodOptions::zero_fill, "First fill in the lines that show nothing.")
      .def_rw("zero_sum", &UndeadMethodOptions::zero_sum, "Check the difference of the two sightings of a line.")
      .def_rw("second", &UndeadMethodOptions::second, "Go on for a second solution.")
      .def_rw("seed", &UndeadMethodOptions::seed, "Of random.")
      .def_rw("tries", &UndeadMethodOptions::tries, "Boards that random draws, at most.");
  m.def("search_undead_by_method", &search_as_dissertation, "position"_a, "spec"_a, "options"_a, "token"_a = nb::none(),
        "on_events"_a = nb::none(),
        nb::sig("def search_undead_by_method(position: UndeadPosition, spec: SearchSpec, options: UndeadMethodOptions, "
                "token: CancelToken | None = None, on_events: object | None = None) -> "
                "tuple[tuple[str, str, list[UndeadMove], float, float, dict[str, float]], int, bool, "
                "list[UndeadMove], tuple[int, int, int, int, int, int, float]]"),
        "The answer as search_undead gives it; solutions found; is that all of them; another solution; the figures: "
        "zero_filled, made, listed, tries, refused, backtracks, seconds.");
}

}  // namespace

void bind_undead_methods(nb::module_& m) {
  bind_features(m);
  m.def("search_undead", &search_position, "position"_a, "spec"_a, "heuristic"_a, "token"_a = nb::none(),
        "on_events"_a = nb::none(),
        nb::sig("def search_undead(position: UndeadPosition, spec: SearchSpec, "
                "heuristic: collections.abc.Sequence[tuple[str, float]], token: CancelToken | None = None, "
                "on_events: object | None = None) -> tuple[str, str, list[UndeadMove], float, float, dict[str, "
                "float]]"),
        "Verdict, reason, moves, cost, lower bound and statistics.");
  bind_methods(m);
}

}  // namespace winnable

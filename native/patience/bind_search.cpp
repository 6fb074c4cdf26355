// The textbook searches over pile-building games.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/search_types.hpp"
#include "patience/bind_types.hpp"
#include "patience/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

std::vector<WeightedFeature> parse_features(const FeatureWeights& weights) {
  return parse_weights<WeightedFeature>(weights, parse_patience_feature);
}

FeatureWeights named_weights(const std::vector<WeightedFeature>& features) {
  FeatureWeights out;
  for (const auto& [feature, weight] : features) {
    out.emplace_back(kPatienceFeatureNames[static_cast<std::size_t>(feature)],
                     static_cast<double>(weight) / static_cast<double>(kUnit));
  }
  return out;
}

nb::tuple search_position(const PyPatience& game, const PyPosition& position, const SearchSpec& spec,
                          const FeatureWeights& heuristic, const PatienceSearchOptions& moves, const CancelToken* token,
                          const nb::object& on_events) {
  if (!(position.game->engine.rules() == game.engine.rules())) {
    throw nb::value_error("that position belongs to a game with other rules");
  }
  const Algorithm algorithm = spec.parsed();
  const std::vector<WeightedFeature> features = parse_features(heuristic);
  const PatienceResult r = search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_patience(game.engine, position.state, algorithm, spec.options(), moves, features, budget, buffer);
  });
  return answer(r);
}

}  // namespace

void bind_patience_search(nb::module_& m) {
  nb::class_<PatienceSearchOptions>(m, "PatienceSearchOptions", "Which moves a search makes of a patience game.")
      .def(
          "__init__",
          [](PatienceSearchOptions* self, std::string_view autoplay, bool supermoves, bool off_foundation) {
            new (self) PatienceSearchOptions{parse_autoplay(autoplay), supermoves, off_foundation};
          },
          "autoplay"_a = "none", "supermoves"_a = true, "off_foundation"_a = true);

  m.def(
      "patience_features",
      [] { return std::vector<std::string>(kPatienceFeatureNames.begin(), kPatienceFeatureNames.end()); },
      "The features that heuristics of pile-building games are made of.");
  m.def(
      "student_weights", [](int version) { return named_weights(version == 1 ? student_v1() : student_v2()); },
      "version"_a, "The weights of the student system's A* (1) and A* v2 (2).");
  m.def(
      "heuristic_admissible",
      [](const PyPatience& game, const FeatureWeights& heuristic, std::string_view autoplay, bool supermoves) {
        const PatienceHeuristic h(parse_features(heuristic), game.engine.rules(), !supermoves);
        return h.admissible(parse_autoplay(autoplay) != Autoplay::kNone);
      },
      "game"_a, "heuristic"_a, "autoplay"_a = "none", "supermoves"_a = true,
      "Never more than the moves still to come? ValueError if a feature means nothing in this game.");
  m.def(
      "heuristic_value",
      [](const PyPatience& game, const PyPosition& p, const FeatureWeights& heuristic, bool supermoves) {
        const PatienceHeuristic h(parse_features(heuristic), game.engine.rules(), !supermoves);
        return static_cast<double>(h(p.state)) / static_cast<double>(kUnit);
      },
      "game"_a, "position"_a, "heuristic"_a, "supermoves"_a = true, "The estimate of one position.");
  m.def("search_patience", &search_position, "game"_a, "position"_a, "spec"_a, "heuristic"_a, "moves"_a,
        "token"_a = nb::none(), "on_events"_a = nb::none(),
        nb::sig("def search_patience(game: PatienceGame, position: PatiencePosition, spec: SearchSpec, "
                "heuristic: collections.abc.Sequence[tuple[str, float]], moves: PatienceSearchOptions, "
                "token: CancelToken | None = None, on_events: object | None = None) -> "
                "tuple[str, str, list[PatienceMove], float, float, dict[str, float]]"),
        "Verdict, reason, moves, cost, lower bound and statistics.");
}

}  // namespace winnable

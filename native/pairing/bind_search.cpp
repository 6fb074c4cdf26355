// The textbook searches and the thesis's search over pairing games.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "bindings/rules_dict.hpp"
#include "bindings/search_types.hpp"
#include "pairing/bind_types.hpp"
#include "pairing/model.hpp"
#include "pairing/search.hpp"
#include "pairing/thesis/dfs.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

std::vector<WeightedPairingFeature> parse_features(const FeatureWeights& weights) {
  return parse_weights<WeightedPairingFeature>(weights, parse_pairing_feature);
}

nb::tuple search_position(const PyPairing& game, const PyPairingPosition& position, const SearchSpec& spec,
                          const FeatureWeights& heuristic, const CancelToken* token, const nb::object& on_events) {
  expect_own(game, position);
  const Algorithm algorithm = spec.parsed();
  const std::vector<WeightedPairingFeature> features = parse_features(heuristic);
  return answer(search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_pairing(game.engine, position.state, algorithm, spec.options(), features, budget, buffer);
  }));
}

nb::tuple search_as_thesis(const PyPairing& game, const PyPairingPosition& position, const SearchSpec& spec,
                           const ThesisOptions& options, const CancelToken* token, const nb::object& on_events) {
  expect_own(game, position);
  const ThesisResult r = search_watched(spec, token, on_events, [&](Budget& budget, EventBuffer* buffer) {
    return search_thesis(game.engine, position.state, options, budget, buffer);
  });
  const ThesisFigures& f = r.figures;
  return nb::make_tuple(answer(r), nb::make_tuple(f.generated, f.visited, f.depth, f.backtracks, f.seconds));
}

std::vector<nb::bytes> partners(const PyPairing& game, const PyPairingPosition& p) {
  expect_own(game, p);
  PairingModel model(game.engine);
  model.reset(p.state);
  std::array<std::vector<Card>, kDeck> found;
  for_each_card(model.start().left, [&](int number) {
    for_each_card(model.partners(number), [&](int other) { found[model_card(number)].push_back(model_card(other)); });
  });
  std::vector<nb::bytes> out;
  for (const std::vector<Card>& cards : found) out.push_back(to_bytes(cards));
  return out;
}

void bind_features(nb::module_& m) {
  m.def(
      "pairing_features",
      [] { return std::vector<std::string>(kPairingFeatureNames.begin(), kPairingFeatureNames.end()); },
      "The features that heuristics of pairing games are made of.");
  m.def(
      "pairing_heuristic_admissible",
      [](const PyPairing& game, const FeatureWeights& heuristic) {
        return PairingHeuristic::admissible(parse_features(heuristic), game.engine);
      },
      "game"_a, "heuristic"_a, "Never more than the moves still to come?");
  m.def(
      "pairing_heuristic_value",
      [](const PyPairing& game, const PyPairingPosition& p, const FeatureWeights& heuristic) {
        expect_own(game, p);
        const Units h = PairingHeuristic(parse_features(heuristic), game.engine, p.state)(p.state);
        return h == kDeadEnd ? std::numeric_limits<double>::infinity() : static_cast<double>(h) / kUnit;
      },
      "game"_a, "position"_a, "heuristic"_a, "The estimate of one position; infinite where it shows a dead end.");
}

void bind_thesis(nb::module_& m) {
  nb::class_<ThesisOptions>(m, "ThesisOptions", "The heuristics of the thesis's search, and what it wished for.")
      .def(nb::init<>())
      .def_rw("kings", &ThesisOptions::kings, "Kings first.")
      .def_rw("pyramid", &ThesisOptions::pyramid,
              "Pairs within the pyramid first, then pyramid with stock or waste, then stock with waste.")
      .def_rw("frees", &ThesisOptions::frees, "Among those, what frees more cards first.")
      .def_rw("single_partner", &ThesisOptions::single_partner, "Keep the only partner that a card of the pyramid has.")
      .def_rw("shared_partners", &ThesisOptions::shared_partners, "Keep partners that several cards share and need.")
      .def_rw("table", &ThesisOptions::table, "Search each position once.")
      .def_rw("draw_moves", &ThesisOptions::draw_moves, "Draw and recycle are moves, tried last.");
  m.def("search_thesis", &search_as_thesis, "game"_a, "position"_a, "spec"_a, "options"_a, "token"_a = nb::none(),
        "on_events"_a = nb::none(),
        nb::sig("def search_thesis(game: PairingGame, position: PairingPosition, spec: SearchSpec, "
                "options: ThesisOptions, token: CancelToken | None = None, on_events: object | None = None) -> "
                "tuple[tuple[str, str, list[PairingMove], float, float, dict[str, float]], "
                "tuple[int, int, int, int, float]]"),
        "The answer as search_pairing gives it, and the thesis's figures: generated, visited, depth, backtracks, "
        "seconds.");
}

}  // namespace

void bind_pairing_search(nb::module_& m) {
  bind_features(m);
  m.def("pairing_partners", &partners, "game"_a, "position"_a,
        "For each card 0..51 the cards with which it may still leave: those that make thirteen with it and need not "
        "leave before it can or after it has.");
  m.def("search_pairing", &search_position, "game"_a, "position"_a, "spec"_a, "heuristic"_a, "token"_a = nb::none(),
        "on_events"_a = nb::none(),
        nb::sig("def search_pairing(game: PairingGame, position: PairingPosition, spec: SearchSpec, "
                "heuristic: collections.abc.Sequence[tuple[str, float]], token: CancelToken | None = None, "
                "on_events: object | None = None) -> tuple[str, str, list[PairingMove], float, float, dict[str, "
                "float]]"),
        "Verdict, reason, moves, cost, lower bound and statistics.");
  bind_thesis(m);
}

}  // namespace winnable

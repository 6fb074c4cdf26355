#include "patience/search.hpp"

#include <utility>

namespace winnable {

namespace {

template <class Engine, class Observer>
PatienceResult search_with(const Engine& engine, const PatienceState& start, Algorithm algorithm, SearchOptions options,
                           const PatienceSearchOptions& moves, PatienceHeuristic heuristic, Budget& budget,
                           Observer& observer) {
  options.admissible = heuristic.admissible(moves.autoplay != Autoplay::kNone);
  const PatienceSearch<Engine> game(engine, start, moves, std::move(heuristic));
  PatienceResult r = search(game, start, algorithm, options, budget, observer);
  r.moves = game.with_automatic(start, r.moves);
  return r;
}

}  // namespace

PatienceResult search_patience(const Patience& engine, const PatienceState& start, Algorithm algorithm,
                               const SearchOptions& options, const PatienceSearchOptions& moves,
                               const std::vector<WeightedFeature>& heuristic, Budget& budget, EventBuffer* buffer) {
  PatienceHeuristic h(heuristic, engine.rules(), !moves.supermoves);
  // A search that is watched makes words of its events: fixed rules would hardly speed it up.
  if (engine.rules() == kFreecellRules && buffer == nullptr) {
    NoObserver nobody;
    return search_with(FixedFreecell(), start, algorithm, options, moves, std::move(h), budget, nobody);
  }
  MaybeObserver observer{buffer};
  return search_with(engine, start, algorithm, options, moves, std::move(h), budget, observer);
}

}  // namespace winnable

#include "pairing/search.hpp"

namespace winnable {

PairingResult search_pairing(const Pairing& engine, const PairingState& start, Algorithm algorithm,
                             SearchOptions options, const std::vector<WeightedPairingFeature>& heuristic,
                             Budget& budget, EventBuffer* buffer) {
  PairingHeuristic h(heuristic, engine, start);
  options.admissible = h.admissible();
  const PairingSearch game(engine, start, std::move(h));
  MaybeObserver observer{buffer};
  return search(game, start, algorithm, options, budget, observer);
}

}  // namespace winnable

#include "pairing/search.hpp"

namespace winnable {

PairingResult search_pairing(const Pairing& engine, const PairingState& start, Algorithm algorithm,
                             SearchOptions options, const std::vector<WeightedPairingFeature>& heuristic,
                             Budget& budget, EventBuffer* buffer) {
  PairingHeuristic h(heuristic, engine, start);
  options.admissible = h.admissible();
  const PairingSearch game(engine, start, std::move(h));
  return buffer != nullptr ? search(game, start, algorithm, options, budget, *buffer)
                           : search(game, start, algorithm, options, budget);
}

}  // namespace winnable

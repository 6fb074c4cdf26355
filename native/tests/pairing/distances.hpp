// What exhaustive search, which knows no tricks, says of a position of a pairing game.
#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "pairing/engine.hpp"

namespace winnable {

// Of the positions that can be reached from one start: equal ids, equal positions.
using PairingId = std::tuple<SlotMask, std::uint8_t, std::uint8_t>;
inline PairingId id_of(const PairingState& s) { return {s.left, s.drawn, s.pass}; }

// Moves to a win from every position that can be reached; -1: none. Edges are turned round and
// followed from the wins.
inline std::map<PairingId, int> pairing_distances(const Pairing& game, const PairingState& start) {
  std::map<PairingId, std::size_t> index{{id_of(start), 0}};
  std::vector<PairingState> states{start};
  std::vector<std::vector<std::size_t>> before(1);
  MoveList<PairingMove> moves;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const PairingState here = states[i];
    game.legal_moves(here, moves);
    for (const PairingMove& m : moves) {
      const PairingState child = game.play_unchecked(here, m);
      const auto [at, fresh] = index.try_emplace(id_of(child), states.size());
      if (fresh) {
        states.push_back(child);
        before.emplace_back();
      }
      before[at->second].push_back(i);
    }
  }
  std::vector<int> distance(states.size(), -1);
  std::deque<std::size_t> queue;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!game.won(states[i])) continue;
    distance[i] = 0;
    queue.push_back(i);
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const std::size_t p : before[queue.front()]) {
      if (distance[p] >= 0) continue;
      distance[p] = distance[queue.front()] + 1;
      queue.push_back(p);
    }
  }
  std::map<PairingId, int> out;
  for (const auto& [id, i] : index) out[id] = distance[i];
  return out;
}

inline bool pairing_wins(const Pairing& game, PairingState s, const std::vector<PairingMove>& moves) {
  for (const PairingMove& m : moves) {
    if (game.why_illegal(s, m)) return false;
    game.apply(s, m);
  }
  return game.won(s);
}

}  // namespace winnable

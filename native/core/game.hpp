// The concept that every native game satisfies, and that every search is generic over.
#pragma once

#include <concepts>
#include <vector>

#include "core/key.hpp"
#include "core/result.hpp"

namespace winnable {

template <class Move>
using MoveList = std::vector<Move>;

// State: copyable value; `same(a, b)` is exact equality up to what key() ignores
// (a search that proves compares with it, keys alone never prove).
// legal_moves clears `out` and fills it in a deterministic, sorted order.
template <class G>
concept Game = requires(const G g, const typename G::State s, typename G::Move m, MoveList<typename G::Move>& out) {
  { g.legal_moves(s, out) };
  { g.play_unchecked(s, m) } -> std::same_as<typename G::State>;
  { g.outcome(s) } -> std::same_as<Outcome>;
  { g.key(s) } -> std::same_as<Key128>;
  { g.same(s, s) } -> std::same_as<bool>;
};

}  // namespace winnable

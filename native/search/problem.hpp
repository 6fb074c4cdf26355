// What a search asks of a game, beyond the Game concept. Every hook is optional:
//
//   Units estimate(s)        heuristic: the cost still to come; kDeadEnd: no goal from here
//   Units cost(s, m)         of a move, 0 or more; without it every move costs kUnit
//   bool won(s)              cheaper than outcome(s) == kWon
//   Packed, pack(s), unpack(p)  a small form to keep; equal packed forms <=> same positions.
//                            unpack may order like piles anew, but always in the same way.
//   pack_next(s, packed, child)  pack(child), quicker, where a move leads from s to child
//   bool whole()             false: moves are left out, so an exhausted search proves nothing
//   size_t extra_bytes(p)    memory that a kept position holds beyond sizeof
//   size_t state_bytes(s)    memory that a State holds beyond sizeof, where a line of them is kept
//   void spell(s, m, words)  appends a move as text, and the moves that follow it of themselves
//   kMoveBytes               memory that a kept move holds beyond sizeof
//
// The searches look at the clock every few hundred nodes. A slow game looks more often by itself:
// once Budget::poll() has failed, any hook may throw SearchStopped.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/limits.hpp"

namespace winnable {

// Costs and estimates are whole millionths of a move: sums are exact, and every platform orders
// positions alike.
using Units = std::int64_t;
inline constexpr Units kUnit = 1'000'000;
inline constexpr Units kDeadEnd = std::numeric_limits<Units>::max();
// Larger costs and estimates are errors of the game (they would overflow when weighted).
inline constexpr Units kMostUnits = 1'000'000'000'000;

template <class G>
concept HasEstimate = requires(const G g, const typename G::State s) {
  { g.estimate(s) } -> std::same_as<Units>;
};
template <class G>
concept HasCost = requires(const G g, const typename G::State s, const typename G::Move m) {
  { g.cost(s, m) } -> std::same_as<Units>;
};
template <class G>
concept HasPacked = requires(const G g, const typename G::State s, const typename G::Packed p) {
  { g.pack(s) } -> std::same_as<typename G::Packed>;
  { g.unpack(p) } -> std::same_as<typename G::State>;
};

template <class G>
struct PackedOf {
  using type = typename G::State;
};
template <HasPacked G>
struct PackedOf<G> {
  using type = typename G::Packed;
};
template <class G>
using Packed = typename PackedOf<G>::type;

template <class G>
Packed<G> pack(const G& g, const typename G::State& s) {
  if constexpr (HasPacked<G>) {
    return g.pack(s);
  } else {
    return s;
  }
}

template <class G>
Packed<G> pack_next(const G& g, const typename G::State& s, const Packed<G>& packed, const typename G::State& child) {
  if constexpr (requires { g.pack_next(s, packed, child); }) {
    return g.pack_next(s, packed, child);
  } else {
    return pack(g, child);
  }
}

template <class G>
typename G::State unpack(const G& g, const Packed<G>& p) {
  if constexpr (HasPacked<G>) {
    return g.unpack(p);
  } else {
    return p;
  }
}

template <class G>
bool same_packed(const G& g, const Packed<G>& a, const Packed<G>& b) {
  if constexpr (HasPacked<G>) {
    return a == b;
  } else {
    return g.same(a, b);
  }
}

template <class G>
Units estimate(const G& g, const typename G::State& s) {
  if constexpr (HasEstimate<G>) {
    return g.estimate(s);
  } else {
    return 0;
  }
}

template <class G>
Units move_cost(const G& g, const typename G::State& s, const typename G::Move& m) {
  if constexpr (HasCost<G>) {
    return g.cost(s, m);
  } else {
    return kUnit;
  }
}

template <class G>
bool is_won(const G& g, const typename G::State& s) {
  if constexpr (requires {
                  { g.won(s) } -> std::same_as<bool>;
                }) {
    return g.won(s);
  } else {
    return g.outcome(s) == Outcome::kWon;
  }
}

// Does every legal line of play appear in this game's moves, up to sound shortcuts?
template <class G>
bool is_whole(const G& g) {
  if constexpr (requires {
                  { g.whole() } -> std::same_as<bool>;
                }) {
    return g.whole();
  } else {
    return true;
  }
}

template <class G>
std::uint64_t extra_bytes(const G& g, const Packed<G>& p) {
  if constexpr (requires { g.extra_bytes(p); }) {
    return g.extra_bytes(p);
  } else {
    return 0;
  }
}

template <class G>
std::uint64_t state_bytes(const G& g, const typename G::State& s) {
  if constexpr (requires { g.state_bytes(s); }) {
    return g.state_bytes(s);
  } else {
    return 0;
  }
}

template <class G>
constexpr std::uint64_t move_bytes() {
  if constexpr (requires { G::kMoveBytes; }) {
    return G::kMoveBytes;
  } else {
    return 0;
  }
}

// For observers; nothing where a game has no notation.
template <class G>
void spell(const G& g, const typename G::State& s, const typename G::Move& m, std::vector<std::string>& words) {
  if constexpr (requires { g.spell(s, m, words); }) g.spell(s, m, words);
}

struct SearchStopped {};

// w * h for a weight in millionths, without overflow.
constexpr Units weighted(Units weight, Units h) { return h / kUnit * weight + h % kUnit * weight / kUnit; }

}  // namespace winnable

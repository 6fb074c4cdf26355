// A position of a pairing game of which some cards are not known: what policies think with.
#pragma once

#include <cstdint>

#include "core/key.hpp"
#include "pairing/observation.hpp"

namespace winnable {

struct PairingView {
  PairingState state;   // kUnseen in the hidden slots
  SlotMask hidden = 0;  // those whose cards are not known
  CardSet unseen = 0;   // which cards those are
};

// What is seen, as a view. Throws std::invalid_argument for what no position looks like.
PairingView view_of(const Pairing& game, const PairingObservation& seen);

// One of the positions that look so, each with equal chance.
PairingState draw_world(const PairingView& view, std::uint64_t& random);

// 0 to n - 1; uniform to within 2^-32.
inline std::uint64_t below(std::uint64_t& random, std::uint64_t n) { return (splitmix64(random) >> 32) * n >> 32; }

// Kings that may leave at once: they need no partner, and nothing needs them. Where several cards are drawn
// at a time, one of the stock or the waste may shift what comes to light later, so it is none of these.
bool leaves_at_once(const Pairing& game, const PairingState& s, const PairingMove& m);

}  // namespace winnable

// What a player sees of a position of a pairing game, and nothing else.
//
// Policies take this type and no position, so that they cannot peek: it does not hold the hidden cards, only
// where they lie and which they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairing/engine.hpp"

namespace winnable {

inline constexpr Card kUnseen = 254;  // a card that lies there and is not known
using CardSet = std::uint64_t;        // bit: a card 0..51

struct PairingObservation {
  PairingSetup piles;  // kUnseen for each card of the tableau or the stock that is not known
  CardSet unseen = 0;  // which cards those are
  friend bool operator==(const PairingObservation&, const PairingObservation&) = default;
};

PairingObservation observe(const Pairing& game, const PairingState& s);

// The position that looks so, with the unseen cards in this order: those of the tableau first. It remembers
// what the player knows. Throws std::invalid_argument for what no position looks like.
PairingState world(const Pairing& game, const PairingObservation& seen, std::span<const Card> order);

// The unseen cards, lowest first.
std::vector<Card> unseen_cards(CardSet unseen);

}  // namespace winnable

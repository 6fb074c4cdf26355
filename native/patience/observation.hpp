// What a player of a game with face-down cards sees, and nothing else.
//
// Policies take this type and no position, so that they cannot peek: it does not hold the
// face-down cards, only how many there are and which cards have not been seen.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/card.hpp"
#include "patience/rules.hpp"

namespace winnable {

struct Observation {
  struct Column {
    std::uint8_t down = 0;  // face-down cards, all below the others
    std::vector<Card> up;   // faces 0..51, deepest first
    friend bool operator==(const Column&, const Column&) = default;
  };
  std::vector<Column> columns;
  std::uint8_t stock = 0;                    // cards left in the stock
  std::array<std::uint8_t, kSuits> runs{};   // complete runs that have left, by suit
  std::array<std::uint8_t, kDeck> unseen{};  // by face: cards of the stock and face down
  friend bool operator==(const Observation&, const Observation&) = default;
};

}  // namespace winnable

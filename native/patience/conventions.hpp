// One solution under several conventions: with and without autoplay, as groups and card by card.
// Everything made here has been played through the checked rules.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "patience/engine.hpp"

namespace winnable {

// Steps of single cards that carry `count` of them from one pile to another, as few as may be set down on a
// column, through empty cells and columns; none if these are too few.
std::vector<PatienceMove> carry(int count, Pile from, Pile to, std::span<const Pile> cells,
                                std::span<const Pile> columns);

// `moves` with each group carried out card by card, through empty cells and columns. A group that single cards
// could not carry, as games with unlimited groups allow, stays one move. Throws IllegalMove.
std::vector<PatienceMove> single_cards(const Patience& game, const PatienceState& start,
                                       std::span<const PatienceMove> moves);

// Is told of each move that is made: the position before it, and whether a policy makes it by itself.
using MoveMade = std::function<void(const PatienceState& before, const PatienceMove& move, bool automatic)>;

// Plays `moves`, all of them automatic ones too, when `policy` makes its own after each of the player's, and gives
// the position in which that ends.
// Cards then go home earlier than in `moves`, so each move is carried out on what is left of it: it is left out if
// its cards are home, and its cells and empty columns are renamed where the old ones are taken. Nothing if a move
// cannot be carried out any more, as when kMax has sent a card home that was still to be built upon. What ends won
// still ends won. Throws IllegalMove where `moves` hold such.
std::optional<PatienceState> play_under(const Patience& game, const PatienceState& start,
                                        std::span<const PatienceMove> moves, Autoplay policy, const MoveMade& made);

// The player's part of that.
std::optional<std::vector<PatienceMove>> without_autoplay(const Patience& game, const PatienceState& start,
                                                          std::span<const PatienceMove> moves, Autoplay policy);

}  // namespace winnable

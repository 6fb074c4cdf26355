// What a solution's length counts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "patience/engine.hpp"

namespace winnable {

enum class Metric : std::uint8_t {
  kMoves,       // every move, home moves too; a group moved at once is one move
  kCards,       // every card moved: a group of n counts n
  kPlayerSafe,  // the moves a person makes when Raymond's safe autoplay makes the rest, also before the first
};

// "moves", "cards", "player-safe".
std::string_view metric_name(Metric metric);

// The length of `moves`, an explicit list (home moves included) that is legal from `start`.
// kPlayerSafe leaves out the moves that safe autoplay would make by itself where they stand.
int solution_cost(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves, Metric metric);

// Throws std::logic_error unless `moves` are legal one by one from `start` and win.
void require_winning(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves);

}  // namespace winnable

// Moves of pairing games as text: `8S+5D` (either order, any case), `KH`, `draw`, `recycle`.
#pragma once

#include <string>
#include <string_view>

#include "core/illegal_move.hpp"
#include "pairing/engine.hpp"

namespace winnable {

// The lower rank is written last, as players say it: `QS+AH`, `8S+5D`.
std::string format_move(const PairingMove& move);

// Throws std::invalid_argument if the text is no move at all, IllegalMove with the reason if it
// names one that may not be made here. The result is legal.
PairingMove parse_move(const Pairing& game, const PairingState& state, std::string_view text);

}  // namespace winnable

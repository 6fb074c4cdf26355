// Numbered deals. See docs/formats.md for the arithmetic of each dialect.
#pragma once

#include <array>
#include <cstdint>

#include "core/card.hpp"

namespace winnable {

inline constexpr std::uint64_t kMaxMicrosoftDeal = (std::uint64_t{1} << 33) - 1;

// The deck in dealing order (first card goes to the first column) of Microsoft FreeCell's
// deal n, 0 <= n < 2^33 (FreeCell Pro's range); throws std::out_of_range beyond.
std::array<Card, kDeck> microsoft_deck(std::uint64_t n);

}  // namespace winnable

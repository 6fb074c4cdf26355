// Numbered deals. See docs/formats.md for the arithmetic of each dialect.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/card.hpp"

namespace winnable {

inline constexpr std::uint64_t kMaxMicrosoftDeal = (std::uint64_t{1} << 33) - 1;

// The deck in dealing order (first card goes to the first column) of Microsoft FreeCell's
// deal n, 0 <= n < 2^33 (FreeCell Pro's range); throws std::out_of_range beyond.
std::array<Card, kDeck> microsoft_deck(std::uint64_t n);

// The deals from `first` to `last` that have in each place, in dealing order, one of the cards that may be there
// (bit c for card c), the lowest numbers first and at most `most` of them; throws std::out_of_range as above.
std::vector<std::uint64_t> microsoft_deals_like(const std::array<std::uint64_t, kDeck>& may_be, std::uint64_t first,
                                                std::uint64_t last, std::size_t most);

}  // namespace winnable

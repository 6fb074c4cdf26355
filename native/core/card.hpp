// The alphabet: cards, ranks, suits.
//
// A card is a number 0..51: 4 * rank + suit, rank 0..12 for A 2 .. Q K and suit
// 0..3 for C D H S. This is Microsoft's deck order, so deal numbers index cards
// directly. With two decks the second copy of a card is its number plus 52.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace winnable {

using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kDeck = kRanks * kSuits;
inline constexpr Card kNoCard = 255;

inline constexpr std::string_view kRankLetters = "A23456789TJQK";
inline constexpr std::string_view kSuitLetters = "CDHS";

// The face (0..51) of a card of either deck.
constexpr Card face(Card c) { return c >= kDeck ? Card(c - kDeck) : c; }
constexpr int rank_of(Card c) { return face(c) >> 2; }
constexpr int suit_of(Card c) { return c & 3; }  // 52 is a multiple of 4: holds for both copies
// 0 black, 1 red.
constexpr int colour_of(Card c) { return (c ^ (c >> 1)) & 1; }
constexpr Card make_card(int rank, int suit) { return Card(rank * kSuits + suit); }

// "TH"; "??" for what is no card.
std::string format_card(Card c);
inline void append_card(std::string& out, Card c) {  // one that is known
  const char text[2] = {kRankLetters[std::size_t(rank_of(c))], kSuitLetters[std::size_t(suit_of(c))]};
  out.append(text, sizeof text);
}
// Rank first, any case; "10", "0" and "T" are ten, "1" is an ace, "11" to "13" court cards.
std::optional<Card> parse_card(std::string_view text);

}  // namespace winnable

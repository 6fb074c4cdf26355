#include "core/deal_numbers.hpp"

#include <stdexcept>

namespace winnable {

std::array<Card, kDeck> microsoft_deck(std::uint64_t n) {
  if (n > kMaxMicrosoftDeal) throw std::out_of_range("ms deal numbers run from 0 to 8589934591");
  std::array<Card, kDeck> pack;
  for (int i = 0; i < kDeck; ++i) pack[i] = Card(i);
  const bool high = n >= (std::uint64_t{1} << 31) && n < (std::uint64_t{1} << 32);
  const bool pro = n >= (std::uint64_t{1} << 32);
  std::uint32_t s = std::uint32_t(n);  // n - 2^32 in FreeCell Pro's range
  std::array<Card, kDeck> deck;
  for (std::uint32_t k = 0, left = kDeck; k < kDeck; ++k) {
    s = s * 214013u + 2531011u;
    std::uint32_t r = (s >> 16) & 0x7FFF;
    if (high) r |= 0x8000;
    if (pro) r = ((s >> 16) & 0xFFFF) + 1;
    const std::uint32_t j = r % left;
    deck[k] = pack[j];
    pack[j] = pack[--left];
  }
  return deck;
}

}  // namespace winnable

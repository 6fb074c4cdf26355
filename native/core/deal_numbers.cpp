#include "core/deal_numbers.hpp"

#include <stdexcept>

namespace winnable {
namespace {

// Deals the cards of a number one by one.
class MicrosoftShuffle {
 public:
  explicit MicrosoftShuffle(std::uint64_t n)
      : state_(std::uint32_t(n)),  // n - 2^32 in FreeCell Pro's range
        high_(n >= (std::uint64_t{1} << 31) && n < (std::uint64_t{1} << 32)),
        pro_(n >= (std::uint64_t{1} << 32)) {
    for (int i = 0; i < kDeck; ++i) pack_[i] = Card(i);
  }

  Card next() {
    state_ = state_ * 214013u + 2531011u;
    std::uint32_t r = (state_ >> 16) & 0x7FFF;
    if (high_) r |= 0x8000;
    if (pro_) r = ((state_ >> 16) & 0xFFFF) + 1;
    const std::uint32_t j = r % left_;
    const Card card = pack_[j];
    pack_[j] = pack_[--left_];
    return card;
  }

 private:
  std::array<Card, kDeck> pack_;
  std::uint32_t left_ = kDeck;
  std::uint32_t state_;
  bool high_, pro_;
};

void check_number(std::uint64_t n) {
  if (n > kMaxMicrosoftDeal) throw std::out_of_range("ms deal numbers run from 0 to 8589934591");
}

bool is_like(std::uint64_t n, const std::array<std::uint64_t, kDeck>& may_be) {
  MicrosoftShuffle shuffle(n);
  for (const std::uint64_t cards : may_be) {
    if (!(cards >> shuffle.next() & 1)) return false;
  }
  return true;
}

}  // namespace

std::array<Card, kDeck> microsoft_deck(std::uint64_t n) {
  check_number(n);
  MicrosoftShuffle shuffle(n);
  std::array<Card, kDeck> deck;
  for (Card& card : deck) card = shuffle.next();
  return deck;
}

std::vector<std::uint64_t> microsoft_deals_like(const std::array<std::uint64_t, kDeck>& may_be, std::uint64_t first,
                                                std::uint64_t last, std::size_t most) {
  check_number(last);
  std::vector<std::uint64_t> found;
  for (std::uint64_t n = first; n <= last && found.size() < most; ++n) {
    if (is_like(n, may_be)) found.push_back(n);
  }
  return found;
}

}  // namespace winnable

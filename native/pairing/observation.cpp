#include "pairing/observation.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace winnable {

PairingObservation observe(const Pairing& game, const PairingState& s) {
  PairingState shown = s;
  PairingObservation out;
  for (SlotMask hidden = s.left & ~game.known(s); hidden != 0; hidden &= hidden - 1) {
    out.unseen |= CardSet{1} << s.card[first_slot(hidden)];
    shown.card[first_slot(hidden)] = kUnseen;
  }
  out.piles = game.setup(shown);
  return out;
}

PairingState world(const Pairing& game, const PairingObservation& seen, std::span<const Card> order) {
  PairingSetup piles = seen.piles;
  std::size_t next = 0;
  CardSet filled = 0;
  const auto fill = [&](std::vector<Card>& cards) {
    for (Card& c : cards) {
      if (c != kUnseen) continue;
      if (next == order.size()) throw std::invalid_argument("there are more unknown cards than cards that are missing");
      c = order[next++];
      if (c < kDeck) filled |= CardSet{1} << c;
    }
  };
  fill(piles.tableau);
  fill(piles.stock);
  if (next != order.size() || filled != seen.unseen) {
    throw std::invalid_argument("the unknown cards are not those that are missing");
  }
  PairingState s = game.position(piles);
  SlotMask hidden = 0;
  for (SlotMask m = s.left; m != 0; m &= m - 1) {
    if ((filled >> s.card[first_slot(m)] & 1) != 0) hidden |= slot_bit(first_slot(m));
  }
  if (!game.observable() || (game.face_up(s) & hidden) != 0) {
    throw std::invalid_argument("a card that lies face up is unknown");
  }
  s.seen = s.left & ~hidden;
  return s;
}

std::vector<Card> unseen_cards(CardSet unseen) {
  std::vector<Card> out;
  for (; unseen != 0; unseen &= unseen - 1) out.push_back(Card(std::countr_zero(unseen)));
  return out;
}

}  // namespace winnable

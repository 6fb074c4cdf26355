#include "pairing/policy/view.hpp"

#include <array>
#include <bit>
#include <utility>

namespace winnable {

PairingView view_of(const Pairing& game, const PairingObservation& seen) {
  PairingView out;
  out.state = world(game, seen, unseen_cards(seen.unseen));
  out.hidden = out.state.left & ~game.known(out.state);
  out.unseen = seen.unseen;
  for (SlotMask m = out.hidden; m != 0; m &= m - 1) out.state.card[first_slot(m)] = kUnseen;
  return out;
}

PairingState draw_world(const PairingView& view, std::uint64_t& random) {
  std::array<Card, kDeck> cards{};
  int count = 0;
  for (CardSet m = view.unseen; m != 0; m &= m - 1) cards[count++] = Card(std::countr_zero(m));
  for (int i = count - 1; i > 0; --i) std::swap(cards[i], cards[below(random, std::uint64_t(i) + 1)]);
  PairingState out = view.state;
  int next = 0;
  for (SlotMask m = view.hidden; m != 0; m &= m - 1) out.card[first_slot(m)] = cards[next++];
  return out;
}

bool leaves_at_once(const Pairing& game, const PairingState& s, const PairingMove& m) {
  if (!is_removal(m) || m.second != kNoCard) return false;
  if (game.rules().draw == 1) return true;
  for (SlotMask stock = s.left & game.stock(); stock != 0; stock &= stock - 1) {
    if (s.card[first_slot(stock)] == m.first) return false;
  }
  return true;
}

}  // namespace winnable

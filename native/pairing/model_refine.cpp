// What every win must hold, found before any search: pairs without an alternative, what they
// wait for, and pairs that these rule out.
#include <algorithm>

#include "pairing/model.hpp"

namespace winnable {

bool PairingModel::refine() {
  for (bool changed = true; changed;) {
    changed = false;
    if (dead(start_.left) || !drop_stranding(changed) || !drop_waiting(changed)) return false;
    if (changed) fill_need();
  }
  return true;
}

void PairingModel::drop_partners(int number, CardMask from) {
  for_each_card(from, [&](int other) { partners_[other] &= ~card_bit(number); });
  partners_[number] &= ~from;
}

bool PairingModel::drop_stranding(bool& changed) {
  bool going = true;
  for_each_card(start_.left & ~kKings, [&](int number) {
    const CardMask lost = partners_[number] & ~alive_partners(number, start_.left);
    changed = changed || lost != 0;
    drop_partners(number, lost);
    going = going && (partners_[number] != 0 || (goal_ & card_bit(number)) == 0);
  });
  return going;
}

bool PairingModel::drop_waiting(bool& changed) {
  const std::array<CardMask, kDeck> before = this->before(forced());
  bool circle = false;  // then the pairs stay as they are, for flaw()
  for_each_card(start_.left, [&](int number) { circle = circle || (before[number] & card_bit(number)) != 0; });
  if (circle) return false;
  for_each_card(start_.left & ~kKings, [&](int number) {
    const CardMask lost = partners_[number] & before[number];
    changed = changed || lost != 0;
    drop_partners(number, lost);
  });
  return true;
}

// By card: the one that it leaves with in every win, if it has no other partner; else empty.
std::array<CardMask, kDeck> PairingModel::forced() const {
  std::array<CardMask, kDeck> mates{};
  for_each_card(start_.left & goal_ & ~kKings, [&](int number) {
    if (!std::has_single_bit(partners_[number])) return;
    mates[number] = partners_[number];
    mates[std::countr_zero(partners_[number])] = card_bit(number);
  });
  return mates;
}

// By card: those that leave before it can, in every win, given the pairs of `mates`. A card that
// is on the way of another takes its mate, and what the two wait for, with it.
std::array<CardMask, kDeck> PairingModel::before(const std::array<CardMask, kDeck>& mates) const {
  std::array<CardMask, kDeck> out{};
  for_each_card(start_.left, [&](int number) {
    out[number] = above_[number];
    // A card may leave with one that lies on it; once its mate is known, with no other.
    if (game_.rules().overlap) {
      out[number] &= ~(mates[number] != 0 ? mates[number] : covers_[number] & partners_[number]);
    }
  });
  for (bool grown = true; grown;) {
    grown = false;
    for_each_card(start_.left, [&](int number) {
      CardMask all = out[number];
      if (mates[number] != 0) all |= out[std::countr_zero(mates[number])];
      for_each_card(all, [&](int other) { all |= out[other] | mates[other]; });
      grown = grown || all != out[number];
      out[number] = all;
    });
  }
  return out;
}

// The shortest circle of pairs without an alternative, each waiting for the next; empty: none.
std::vector<CardMask> PairingModel::circle() const {
  const std::array<CardMask, kDeck> mates = forced();
  std::vector<CardMask> pairs;
  for_each_card(start_.left, [&](int number) {
    if (mates[number] > card_bit(number)) pairs.push_back(card_bit(number) | mates[number]);
  });
  const auto waits = [&](CardMask pair, CardMask other) {
    CardMask above = 0;
    for_each_card(pair, [&](int number) { above |= above_[number]; });
    return pair != other && (above & other) != 0;
  };
  std::vector<CardMask> best;
  for (const CardMask first : pairs) {
    std::vector<std::vector<CardMask>> ways = {{first}};  // breadth first; each pair once
    std::vector<CardMask> seen;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::vector<CardMask> way = ways[i];
      if (!best.empty() && way.size() >= best.size()) break;
      if (way.size() > 1 && waits(way.back(), first)) {
        best = way;
        break;
      }
      for (const CardMask next : pairs) {
        if (std::find(seen.begin(), seen.end(), next) != seen.end() || !waits(way.back(), next)) continue;
        seen.push_back(next);
        ways.push_back(way);
        ways.back().push_back(next);
      }
    }
  }
  return best;
}

PairingFlaw PairingModel::flaw() const {
  PairingFlaw out;
  // Hall's theorem: where a rank's cards cannot all be paired, some of them have too few partners.
  for (int rank = 0; rank < kFirstKing; rank += kSuits) {
    for (CardMask some = 1; some < 16; ++some) {
      const CardMask cards = some << rank;
      if ((cards & ~(goal_ & start_.left)) != 0) continue;
      CardMask partners = 0;
      for_each_card(cards, [&](int number) { partners |= partners_[number]; });
      const bool smaller = out.stranded == 0 || std::popcount(cards) < std::popcount(out.stranded);
      if (std::popcount(partners) >= std::popcount(cards) || !smaller) continue;
      out.stranded = cards;
      out.partners = partners;
    }
  }
  if (out.stranded == 0) out.circle = circle();
  return out;
}

}  // namespace winnable

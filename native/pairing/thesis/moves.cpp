#include "pairing/thesis/moves.hpp"

#include <algorithm>
#include <bit>

#include "pairing/model.hpp"

namespace winnable {

namespace {

// The lists of moves by their order; higher ones are tried first. Pairs go by the number of their
// cards that lie in the tableau.
constexpr int kDraws = -1;
constexpr int kKingsLast = 0;
constexpr int kKingsFirst = 4;
constexpr std::array<int, 3> kAsListed = {2, 1, 3};
constexpr std::array<int, 3> kPyramidFirst = {1, 2, 3};
constexpr int kMostFreed = 8;  // two cards lie on at most four others directly

}  // namespace

ThesisMoves::ThesisMoves(const Pairing& engine, const PairingState& start, const ThesisOptions& options)
    : engine_(engine), options_(options) {
  PairingModel model(engine);
  model.reset(start);
  std::array<std::uint8_t, kDeck> slot_by_number{};
  for (SlotMask m = start.left; m != 0; m &= m - 1) {
    const int slot = first_slot(m);
    slot_[start.card[slot]] = std::uint8_t(slot);
    slot_by_number[model_number(start.card[slot])] = std::uint8_t(slot);
  }
  for (SlotMask m = start.left; m != 0; m &= m - 1) {
    const int slot = first_slot(m);
    for_each_card(model.partners(model_number(start.card[slot])),
                  [&](int number) { partners_[slot] |= slot_bit(slot_by_number[number]); });
    for (SlotMask over = engine.covers(slot); over != 0; over &= over - 1) under_[first_slot(over)] |= slot_bit(slot);
  }
  int place = 0;
  for (int slot = kDeck - 1; slot >= engine.first_stock_slot(); --slot) place_[slot] = std::uint8_t(place++);
  for (int row = engine.rules().rows - 1; row >= 0; --row) {
    for (SlotMask m = engine.row(row); m != 0; m &= m - 1) place_[first_slot(m)] = std::uint8_t(place++);
  }
}

SlotMask ThesisMoves::slots_of(const PairingMove& m) const {
  return slot_bit(slot_[m.first]) | (m.second == kNoCard ? 0 : slot_bit(slot_[m.second]));
}

void ThesisMoves::list(const PairingState& s, bool recycle, std::vector<PairingMove>& out) {
  out.clear();
  candidates_.clear();
  engine_.legal_moves(s, legal_);
  for (const PairingMove& m : legal_) {
    if (!is_removal(m)) {
      if (options_.draw_moves && (m == kDrawMove || recycle)) candidates_.push_back({m, kDraws, 0});
    } else if (const SlotMask leave = slots_of(m);
               m.second == kNoCard || (leave & engine_.tableau()) != 0 || !dead_end(s.left, leave)) {
      candidates_.push_back(judge(s, m));
    }
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.place < b.place;
  });
  for (const Candidate& c : candidates_) out.push_back(c.move);
}

ThesisMoves::Candidate ThesisMoves::judge(const PairingState& s, const PairingMove& m) const {
  const SlotMask leave = slots_of(m);
  const int a = place_[first_slot(leave)];
  const int b = place_[last_slot(leave)];
  int list = 0;
  int frees = 0;
  if (m.second == kNoCard) {
    list = options_.kings ? kKingsFirst : kKingsLast;
  } else {
    const std::array<int, 3>& lists = options_.pyramid ? kPyramidFirst : kAsListed;
    list = lists[std::popcount(leave & engine_.tableau())];
    if (options_.frees) frees = freed(s.left, leave);
  }
  return {m, list * kMostFreed + frees, std::min(a, b) * kDeck + std::max(a, b)};
}

int ThesisMoves::freed(SlotMask left, SlotMask leave) const {
  const SlotMask after = left & ~leave;
  SlotMask under = 0;
  for (SlotMask m = leave; m != 0; m &= m - 1) under |= under_[first_slot(m)];
  int n = 0;
  for (SlotMask m = under & after & engine_.tableau(); m != 0; m &= m - 1) {
    n += (engine_.covers(first_slot(m)) & after) == 0 ? 1 : 0;
  }
  return n;
}

bool ThesisMoves::dead_end(SlotMask left, SlotMask leave) const {
  const SlotMask tableau = left & engine_.tableau();
  for (SlotMask m = tableau; m != 0; m &= m - 1) {
    const SlotMask partners = partners_[first_slot(m)] & left;
    const int lost = std::popcount(partners & leave);
    if (lost == 0) continue;
    const int count = std::popcount(partners);
    if (count == 1 && options_.single_partner) return true;
    if (!options_.shared_partners) continue;
    int sharing = 0;
    for (SlotMask n = tableau; n != 0; n &= n - 1) sharing += (partners_[first_slot(n)] & left) == partners ? 1 : 0;
    if (sharing > 1 && count - lost < sharing) return true;
  }
  return false;
}

}  // namespace winnable

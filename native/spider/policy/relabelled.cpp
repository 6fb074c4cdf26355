#include "spider/policy/relabelled.hpp"

#include <utility>

#include "core/key.hpp"

namespace winnable {

namespace {

// Fisher and Yates, from the top. The bias of 2^64 not being a multiple of i + 1 cannot be seen.
template <typename Swap>
void shuffle(std::uint64_t& random, int count, Swap swap) {
  for (int i = count - 1; i > 0; --i) swap(i, static_cast<int>(splitmix64(random) % static_cast<std::uint64_t>(i + 1)));
}

// The suits of the game: no card of another is seen, unseen or gone.
std::array<bool, kSuits> suits_of(const Observation& seen) {
  std::array<bool, kSuits> used{};
  for (int face = 0; face < kDeck; ++face) used[suit_of(Card(face))] |= seen.unseen[face] != 0;
  for (int suit = 0; suit < kSuits; ++suit) used[suit] |= seen.runs[suit] != 0;
  for (const auto& column : seen.columns) {
    for (const Card c : column.up) used[suit_of(c)] = true;
  }
  return used;
}

Card renamed(Card c, const Relabelling& names) { return make_card(rank_of(c), names.suit[suit_of(c)]); }

}  // namespace

Relabelling relabelling(std::uint64_t seed, int columns, const std::array<bool, kSuits>& used) {
  Relabelling names;
  for (int i = 0; i < kMaxColumns; ++i) names.order[i] = static_cast<std::uint8_t>(i);
  for (int i = 0; i < kSuits; ++i) names.suit[i] = static_cast<std::uint8_t>(i);
  if (seed == 0) return names;
  std::uint64_t random = seed;
  shuffle(random, columns, [&](int i, int j) { std::swap(names.order[i], names.order[j]); });
  std::vector<int> suits;
  for (int i = 0; i < kSuits; ++i) {
    if (used[i]) suits.push_back(i);
  }
  shuffle(random, static_cast<int>(suits.size()),
          [&](int i, int j) { std::swap(names.suit[suits[i]], names.suit[suits[j]]); });
  return names;
}

Observation relabelled(const Observation& seen, const Relabelling& names) {
  Observation shown;
  shown.stock = seen.stock;
  for (std::size_t i = 0; i < seen.columns.size(); ++i) {
    shown.columns.push_back(seen.columns[names.order[i]]);
    for (Card& c : shown.columns.back().up) c = renamed(c, names);
  }
  for (int suit = 0; suit < kSuits; ++suit) shown.runs[names.suit[suit]] = seen.runs[suit];
  for (int card = 0; card < kDeck; ++card) shown.unseen[renamed(Card(card), names)] = seen.unseen[card];
  return shown;
}

RelabelledPolicy::RelabelledPolicy(std::unique_ptr<Policy> inner, std::uint64_t seed) : inner_(std::move(inner)) {
  reseed(seed);
}

void RelabelledPolicy::reseed(std::uint64_t seed) {
  seed_ = seed;
  inner_->reseed(seed);
}

std::vector<PatienceMove> RelabelledPolicy::plan(const Observation& seen, const CancelFlag* cancel) {
  const Relabelling names = relabelling(seed_, static_cast<int>(seen.columns.size()), suits_of(seen));
  std::vector<PatienceMove> moves = inner_->plan(relabelled(seen, names), cancel);
  for (PatienceMove& move : moves) {
    if (move == kDealRow) continue;
    move.from = static_cast<Pile>(names.order[move.from]);
    move.to = static_cast<Pile>(names.order[move.to]);
  }
  return moves;
}

}  // namespace winnable

#include "pairing/policy/exact.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

constexpr std::uint64_t kSolveNodes = 20'000;  // a position with all cards known that takes more is given up

}  // namespace

std::size_t PairingExact::Hash::operator()(const Place& p) const {
  std::uint64_t state = p.left ^ p.unseen ^ (p.cards * 0x9E3779B97F4A7C15ULL) ^ (std::uint64_t{p.time} << 52);
  return std::size_t(splitmix64(state));
}

std::optional<std::vector<std::uint64_t>> PairingExact::wins(const PairingView& view,
                                                             const std::vector<PairingMove>& moves,
                                                             std::uint64_t most) {
  // Without an end to the passes and with cards hidden elsewhere than in the stock, play might go in circles.
  if (std::popcount(view.hidden) > kMostHidden || (game_.unlimited() && (view.hidden & ~game_.stock()) != 0)) {
    return std::nullopt;
  }
  first_hidden_ = view.hidden;
  known_.clear();
  looked_ = 0;
  most_ = most;
  failed_ = false;
  std::vector<std::uint64_t> out;
  for (const PairingMove& m : moves) {
    out.push_back(after(view, m));
    if (failed_) return std::nullopt;
  }
  return out;
}

bool PairingExact::spend() {
  if (++looked_ > most_) failed_ = true;
  return !failed_;
}

PairingExact::Place PairingExact::place(const PairingView& v) const {
  Place out{v.state.left, v.unseen, 0, std::uint32_t(v.state.drawn) | std::uint32_t(v.state.pass) << 8};
  for (SlotMask m = first_hidden_; m != 0; m &= m - 1) {
    const int slot = first_slot(m);
    const bool told = ((v.state.left & ~v.hidden) >> slot & 1) != 0;
    out.cards = out.cards << 6 | (told ? std::uint64_t{v.state.card[slot]} : 63);
  }
  return out;
}

std::uint64_t PairingExact::value(const PairingView& v) {
  const int hidden = std::popcount(v.hidden);
  if (game_.won(v.state)) return orders_of(hidden);
  if (!spend()) return 0;
  if (hidden == 0) {
    Limits limits;
    limits.nodes = kSolveNodes;
    const PairingAnswer answer = decider_.solve(v.state, limits);
    nodes_ += answer.stats.expanded;
    failed_ = failed_ || answer.verdict == Verdict::kUnknown;
    return answer.verdict == Verdict::kSolved ? 1 : 0;
  }
  const Place here = place(v);
  if (const auto found = known_.find(here); found != known_.end()) return found->second;
  MoveList<PairingMove> moves;
  game_.legal_moves(v.state, moves);
  const auto king =
      std::ranges::find_if(moves, [&](const PairingMove& m) { return leaves_at_once(game_, v.state, m); });
  if (king != moves.end()) moves = {*king};
  std::uint64_t best = 0;
  for (const PairingMove& m : moves) {
    best = std::max(best, after(v, m));
    if (failed_) return 0;
    if (best == orders_of(hidden)) break;
  }
  known_.emplace(here, best);
  return best;
}

std::uint64_t PairingExact::after(const PairingView& v, const PairingMove& m) {
  PairingView next = v;
  game_.apply(next.state, m);
  const SlotMask turned = v.hidden & game_.known(next.state);
  next.hidden &= ~turned;
  return revealed(next, turned);
}

// The sum over the cards that these slots may hold.
std::uint64_t PairingExact::revealed(PairingView& v, SlotMask turned) {
  if (turned == 0) return value(v);
  const int slot = first_slot(turned);
  const CardSet unseen = v.unseen;
  std::uint64_t sum = 0;
  for (CardSet m = unseen; m != 0 && !failed_; m &= m - 1) {
    v.state.card[slot] = Card(std::countr_zero(m));
    v.unseen = unseen & ~(m & (~m + 1));
    sum += revealed(v, turned & (turned - 1));
  }
  v.unseen = unseen;
  return sum;
}

}  // namespace winnable

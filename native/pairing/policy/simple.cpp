#include "pairing/policy/simple.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "pairing/policy/sampling.hpp"

namespace winnable {

MoveKind kind_of(const Pairing& game, const PairingState& s, const PairingMove& m) {
  if (!is_removal(m)) return m == kDrawMove ? MoveKind::kDraw : MoveKind::kRecycle;
  int taken = 0;
  for (SlotMask stock = s.left & game.stock(); stock != 0; stock &= stock - 1) {
    const Card c = s.card[first_slot(stock)];
    taken += c == m.first || c == m.second ? 1 : 0;
  }
  return taken == 0 ? MoveKind::kBoard : taken == 1 && m.second != kNoCard ? MoveKind::kMixed : MoveKind::kStock;
}

std::vector<PairingMove> SimplePairingPolicy::plan(const PairingObservation& seen, std::uint64_t seed,
                                                   const CancelFlag*) {
  const PairingView view = view_of(game_, seen);
  game_.legal_moves(view.state, moves_);
  if (greedy_ && !moves_.empty()) {
    const auto kind = [&](const PairingMove& m) { return kind_of(game_, view.state, m); };
    const MoveKind first = kind(*std::ranges::min_element(moves_, {}, kind));
    std::erase_if(moves_, [&](const PairingMove& m) { return kind(m) != first; });
  }
  if (moves_.empty()) return {};
  return {moves_[below(seed, moves_.size())]};
}

std::unique_ptr<PairingPolicy> make_pairing_policy(const Pairing& game, std::string_view name, int worlds) {
  if (!game.observable()) throw std::invalid_argument("which moves are legal depends on face-down cards here");
  if (name == "random" || name == "greedy") return std::make_unique<SimplePairingPolicy>(game, name == "greedy");
  if (name == "fast" || name == "best") {
    SamplingConfig config = sampling(game.rules(), name == "best");
    if (worlds > 0) config.worlds = worlds;
    return std::make_unique<SamplingPolicy>(game, config);
  }
  throw std::invalid_argument("a policy is best, fast, greedy or random, not " + std::string(name));
}

}  // namespace winnable

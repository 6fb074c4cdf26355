// Two players that look no further than the next move: what others are measured by.
#pragma once

#include "pairing/policy/policy.hpp"
#include "pairing/policy/view.hpp"

namespace winnable {

// From where a move takes its cards; what a greedy player prefers comes first.
enum class MoveKind : std::uint8_t {
  kBoard,  // none from stock or waste
  kMixed,  // one of stock or waste
  kStock,  // both
  kDraw,
  kRecycle,
};
MoveKind kind_of(const Pairing& game, const PairingState& s, const PairingMove& m);

// Any of the legal moves, each as likely as the others; or, greedy, any of those that take the most cards off
// the board, and a draw only where no card can leave.
class SimplePairingPolicy final : public PairingPolicy {
 public:
  SimplePairingPolicy(const Pairing& game, bool greedy) : game_(game), greedy_(greedy) {}

  std::vector<PairingMove> plan(const PairingObservation& seen, std::uint64_t seed, const CancelFlag* cancel) override;

 private:
  Pairing game_;
  bool greedy_;
  MoveList<PairingMove> moves_;
};

}  // namespace winnable

// A player who draws worlds: positions that look like what is seen, solved with all cards known.
//
// A move is worth the share of worlds that can be won after it (Ginsberg, "GIB: steps toward an expert-level
// bridge-playing program", 1999). One who knew the cards would win more than one who does not: where the stock
// can be gone through again, a world counts for more if it could still be won by drawing to the end of the
// stock first, that is once the cards are known. That keeps from the fault of the method, to put off a choice
// as if one knew better next time (Frank and Basin, "Search in games with incomplete information", 1998).
// Where few cards are hidden, the best play is found exactly (pairing/policy/exact.hpp).
#pragma once

#include <optional>

#include "pairing/decide/decide.hpp"
#include "pairing/policy/exact.hpp"
#include "pairing/policy/policy.hpp"
#include "pairing/policy/view.hpp"

namespace winnable {

struct SamplingConfig {
  int worlds = 16;             // drawn for each decision
  std::uint64_t nodes = 1000;  // for one world; what takes more counts as not won
  bool later = false;          // look also at what is won once the stock has been seen
  int exact = 3;               // hidden cards, at most, among which the best play is found
  std::uint64_t exact_positions = 2000;
};

SamplingConfig sampling(const PairingRules& rules, bool best);

class SamplingPolicy final : public PairingPolicy {
 public:
  SamplingPolicy(const Pairing& game, const SamplingConfig& config)
      : game_(game), config_(config), decider_(game), exact_(game) {}

  // With all cards known the whole of a win; none where there is proved to be none.
  std::vector<PairingMove> plan(const PairingObservation& seen, std::uint64_t seed, const CancelFlag* cancel) override;
  std::uint64_t nodes() const override { return nodes_ + exact_.nodes(); }

 private:
  std::optional<PairingMove> without_thought(const PairingView& view) const;
  bool puts_off_nothing(const PairingView& view) const;
  PairingMove best_by_worlds(const PairingView& view, std::uint64_t random, const CancelFlag* cancel);
  void judge(const PairingState& world, bool stock_hidden, const CancelFlag* cancel);
  bool winnable(const PairingState& s, std::uint64_t most, const CancelFlag* cancel);
  PairingMove best_of(const PairingView& view, const std::vector<std::uint64_t>& values) const;

  Pairing game_;
  SamplingConfig config_;
  PairingDecider decider_;
  PairingExact exact_;
  MoveList<PairingMove> moves_;
  std::vector<std::uint64_t> values_;  // of moves_
  PairingAnswer answer_;
  std::uint64_t nodes_ = 0;
};

}  // namespace winnable

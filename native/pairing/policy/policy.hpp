// Players of pairing games who see what a person sees.
//
// They are handed observations and nothing else, so they cannot peek: two deals that look the same get the
// same moves.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
#include "pairing/observation.hpp"

namespace winnable {

class PairingPolicy {
 public:
  virtual ~PairingPolicy() = default;

  // Moves to make now, in order. The caller stops after the first that brings a card to light, and asks anew.
  // Empty: it concedes. The same seed and the same observation give the same moves.
  virtual std::vector<PairingMove> plan(const PairingObservation& seen, std::uint64_t seed,
                                        const CancelFlag* cancel) = 0;
  // Positions that its solver has expanded, in all.
  virtual std::uint64_t nodes() const { return 0; }
};

// best, fast, greedy or random; best and fast draw so many worlds for each decision, 0: as many as is usual.
// Throws std::invalid_argument for another name.
std::unique_ptr<PairingPolicy> make_pairing_policy(const Pairing& game, std::string_view name, int worlds = 0);

}  // namespace winnable

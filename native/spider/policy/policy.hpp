// A player of a game with face-down cards.
//
// It is handed observations and nothing else, so it cannot peek: two deals that look the same get
// the same moves.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "patience/engine.hpp"
#include "patience/observation.hpp"

namespace winnable {

class Policy {
 public:
  virtual ~Policy() = default;

  // Moves to make now, in order. The caller stops after the first that turns a card or deals a row,
  // and asks anew. Empty: it concedes.
  virtual std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) = 0;

  // The same seed and the same observations give the same moves.
  virtual void reseed(std::uint64_t seed) = 0;
};

}  // namespace winnable

// What Python holds of a pairing game.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "pairing/engine.hpp"

namespace winnable {

struct PyPairing {
  explicit PyPairing(const PairingRules& rules) : engine(rules) {}
  Pairing engine;
};

// A position knows its game, so that it can show itself.
struct PyPairingPosition {
  PairingState state;
  std::shared_ptr<const PyPairing> game;
};

void bind_pairing(nanobind::module_& m);
void bind_pairing_play(nanobind::module_& m);
void bind_pairing_search(nanobind::module_& m);
void bind_pairing_solvers(nanobind::module_& m);

}  // namespace winnable

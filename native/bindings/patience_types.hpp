// What Python holds of a patience game.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "games/patience.hpp"

namespace winnable {

struct PyPatience {
  explicit PyPatience(const PatienceRules& rules) : engine(rules) {}
  Patience engine;
};

// A position knows its game, so that it can show itself.
struct PyPosition {
  PatienceState state;
  std::shared_ptr<const PyPatience> game;
};

void bind_patience(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_solvers(nanobind::module_& m);

}  // namespace winnable

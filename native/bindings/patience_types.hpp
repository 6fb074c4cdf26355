// What Python holds of a patience game.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>

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

// The policy that Python names; ValueError for any other word.
Autoplay parse_autoplay(std::string_view name);

void bind_patience(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_solvers(nanobind::module_& m);

}  // namespace winnable

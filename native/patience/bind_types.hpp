// What Python holds of a patience game.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>

#include "patience/engine.hpp"

namespace winnable {

template <class Engine>
struct PyEngine {
  explicit PyEngine(const PatienceRules& rules) : engine(rules) {}
  Engine engine;
};

// A position knows its game, so that it can show itself.
template <class Engine>
struct PyEnginePosition {
  typename Engine::State state;
  std::shared_ptr<const PyEngine<Engine>> game;
};

using PyPatience = PyEngine<Patience>;
using PyPosition = PyEnginePosition<Patience>;

// The policy that Python names; ValueError for any other word.
Autoplay parse_autoplay(std::string_view name);

void bind_patience(nanobind::module_& m);
void bind_patience_search(nanobind::module_& m);
void bind_patience_solvers(nanobind::module_& m);
void bind_patience_player(nanobind::module_& m);
void bind_patience_writing(nanobind::module_& m, nanobind::class_<PyPatience>& game);

}  // namespace winnable

// What Python holds of Undead.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "undead/board.hpp"

namespace winnable {

// A position carries its board, so the game has nothing to hold.
struct PyUndead {
  Undead engine;
};

struct PyUndeadPosition {
  UndeadState state;
};

void bind_undead(nanobind::module_& m);
void bind_undead_explain(nanobind::module_& m);
void bind_undead_generate(nanobind::module_& m);
void bind_undead_grade(nanobind::module_& m);
void bind_undead_methods(nanobind::module_& m);
void bind_undead_solvers(nanobind::module_& m);

}  // namespace winnable

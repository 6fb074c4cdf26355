#include <nanobind/nanobind.h>

#include "bindings/patience_types.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core of winnable.";
  winnable::bind_patience(m);
}

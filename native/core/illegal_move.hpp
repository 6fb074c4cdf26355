#pragma once

#include <stdexcept>

namespace winnable {

// A move that a text names but the rules forbid here; says why.
struct IllegalMove : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace winnable

// Styles of solutions by name.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

#include "core/solution_lines.hpp"

namespace winnable {

inline Style parse_style(std::string_view name) {
  if (name == "moves") return Style::kMoves;
  if (name == "cards") return Style::kCards;
  if (name == "words") return Style::kWords;
  if (name == "boards") return Style::kBoards;
  throw nanobind::value_error("style is one of moves, cards, words, boards");
}

}  // namespace winnable

// PatienceWritten, and what else PatienceGame says of whole solutions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/rules_dict.hpp"
#include "bindings/styles.hpp"
#include "core/illegal_move.hpp"
#include "patience/bind_types.hpp"
#include "patience/conventions.hpp"
#include "patience/words.hpp"
#include "patience/written.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using Moves = std::vector<PatienceMove>;

const char* autoplay_name(Autoplay policy) {
  switch (policy) {
    case Autoplay::kNone: return "none";
    case Autoplay::kHorne: return "horne";
    case Autoplay::kSafe: return "safe";
    case Autoplay::kMax: return "max";
  }
  return "unknown";
}

}  // namespace

void bind_patience_writing(nb::module_& m, nb::class_<PyPatience>& game) {
  nb::class_<Written>(m, "PatienceWritten", "A solution written out, from one replay.")
      .def_prop_ro(
          "autoplay", [](const Written& w) { return autoplay_name(w.autoplay); },
          "What was wanted, or the strongest below it that the solution allows.")
      .def_ro("moves", &Written::moves, "Of the whole solution, automatic ones too.")
      .def_ro("cards", &Written::cards, "That these moves carry.")
      .def_ro("steps", &Written::steps, "Of single cards.")
      .def_ro("player", &Written::player, "Moves that the player makes under the autoplay; None if it cannot be so.")
      .def_ro("texts", &Written::texts, "The moves that are written, in standard notation.")
      .def_ro("body", &Written::body, "The lines below the head.");

  m.def(
      "carry",
      [](int count, Pile from, Pile to, const std::vector<Pile>& cells, const std::vector<Pile>& columns) {
        return carry(count, from, to, cells, columns);
      },
      "count"_a, "from_pile"_a, "to_pile"_a, "cells"_a, "columns"_a,
      "Steps of single cards that carry so many over through empty cells and columns; none if these are too few.");

  game.def(
          "write",
          [](const PyPatience& g, const PyPosition& p, const Moves& moves, std::string_view style,
             std::string_view autoplay) {
            expect_own(g, p);
            return write_solution(g.engine, p.state, moves, parse_style(style), parse_autoplay(autoplay));
          },
          "position"_a, "moves"_a, "style"_a, "autoplay"_a,
          "A solution written out; `moves` hold all of it. IllegalMove if they cannot be made.")
      .def(
          "single_cards",
          [](const PyPatience& g, const PyPosition& p, const Moves& moves) {
            expect_own(g, p);
            return single_cards(g.engine, p.state, moves);
          },
          "position"_a, "moves"_a, "The moves with each group carried out card by card.")
      .def(
          "without_autoplay",
          [](const PyPatience& g, const PyPosition& p, const Moves& moves, std::string_view autoplay) {
            expect_own(g, p);
            return without_autoplay(g.engine, p.state, moves, parse_autoplay(autoplay));
          },
          "position"_a, "moves"_a, "autoplay"_a,
          "The player's part of the moves under an autoplay; None if it cannot be played so.")
      .def(
          "describe_move",
          [](const PyPatience& g, const PyPosition& p, const PatienceMove& move) {
            expect_own(g, p);
            if (const auto why = g.engine.why_illegal(p.state, move)) throw IllegalMove(*why);
            return describe_move(g.engine, p.state, move);
          },
          "position"_a, "move"_a, "A legal move in words.");
}

}  // namespace winnable

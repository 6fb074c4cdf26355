// PatienceRules, PatienceGame, PatiencePosition, PatienceMove.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/rules_dict.hpp"
#include "core/deal_numbers.hpp"
#include "patience/bind_engine.hpp"
#include "patience/bind_types.hpp"
#include "patience/rules_text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using GamePtr = std::shared_ptr<PyPatience>;

std::string position_repr(const PyPosition& p) {
  const PatienceSetup setup = p.game->engine.setup(p.state);
  std::string out = "<PatiencePosition foundations";
  for (int suit = 0; suit < kSuits; ++suit) {
    out += std::string(" ") + kSuitLetters[suit] + "-" + std::to_string(setup.home[suit]);
  }
  out += " cells";
  for (const Card c : setup.cells) out += c == kNoCard ? " -" : " " + format_card(c);
  for (const auto& column : setup.columns) {
    out += " |";
    for (const Card c : column) out += " " + format_card(c);
  }
  return out + ">";
}

PyPosition make_position(const GamePtr& g, const std::vector<nb::bytes>& columns, const nb::bytes& cells,
                         const std::array<int, kSuits>& home, int base) {
  PatienceSetup setup;
  for (const auto& c : columns) setup.columns.push_back(to_cards(c));
  setup.cells = to_cards(cells);
  for (int suit = 0; suit < kSuits; ++suit) {
    if (home[suit] < 0 || home[suit] > kRanks) throw nb::value_error("a foundation holds 0 to 13 cards");
    setup.home[suit] = std::uint8_t(home[suit]);
  }
  if (base < 0 || base >= kRanks) throw nb::value_error("the base rank must be 0 to 12");
  setup.base = std::uint8_t(base);
  return {g->engine.position(setup), g};
}

// For pickle: the rules and the piles. A restored position has a game of its own.
nb::tuple position_state(const PyPosition& p) {
  const PatienceSetup setup = p.game->engine.setup(p.state);
  nb::list columns;
  for (const auto& column : setup.columns) columns.append(to_bytes(column));
  return nb::make_tuple(rules_to_dict(p.game->engine.rules()), columns, to_bytes(setup.cells), setup.home, setup.base);
}

void restore_position(PyPosition& p, const nb::tuple& state) {
  if (state.size() != 5) throw nb::value_error("that is no state of a position");
  const auto game = std::make_shared<PyPatience>(rules_from_dict<PatienceRules>(nb::cast<nb::dict>(state[0])));
  new (&p) PyPosition(make_position(game, nb::cast<std::vector<nb::bytes>>(state[1]), nb::cast<nb::bytes>(state[2]),
                                    nb::cast<std::array<int, kSuits>>(state[3]), nb::cast<int>(state[4])));
}

void bind_values(nb::module_& m) {
  nb::class_<PatienceRules>(m, "PatienceRules", "The rules of a pile-building game, as one value.")
      .def_static(
          "from_dict", [](const nb::dict& d) { return rules_from_dict<PatienceRules>(d); }, "rules"_a,
          nb::sig("def from_dict(rules: dict[str, typing.Any]) -> PatienceRules"),
          "Rules from a mapping; keys left out keep FreeCell's value. ValueError names a bad key or value.")
      .def_static("types", &rule_types<PatienceRules>, nb::sig("def types() -> dict[str, str]"),
                  "What the value of each key is: number, flag, word, numbers (a list) or number or word.")
      .def("to_dict", &rules_to_dict<PatienceRules>,
           nb::sig("def to_dict(self) -> dict[str, int | bool | str | list[int]]"), "Every key with its value.")
      .def(
          "__eq__", [](const PatienceRules& a, const PatienceRules& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", &hash_rules<PatienceRules>);

  nb::class_<PatienceMove>(m, "PatienceMove", "Piles are 0.. columns, 16.. cells, 32.. foundations by suit C D H S.")
      .def(nb::init<Pile, Pile, std::uint8_t>(), "from_pile"_a, "to_pile"_a, "count"_a = 1)
      .def_ro("from_pile", &PatienceMove::from)
      .def_ro("to_pile", &PatienceMove::to)
      .def_ro("count", &PatienceMove::count, "Cards that move together.")
      .def(
          "__eq__", [](const PatienceMove& a, const PatienceMove& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__lt__", [](const PatienceMove& a, const PatienceMove& b) { return a < b; }, nb::is_operator())
      .def("__hash__", [](const PatienceMove& a) { return (std::size_t(a.from) << 16) | (a.to << 8) | a.count; })
      .def("__getstate__", [](const PatienceMove& a) { return std::array<int, 3>{a.from, a.to, a.count}; })
      .def(
          "__setstate__",
          [](PatienceMove& a, const std::array<Pile, 3>& state) {
            new (&a) PatienceMove{state[0], state[1], state[2]};
          },
          "state"_a)
      .def("__repr__", [](const PatienceMove& a) {
        return "PatienceMove(" + std::to_string(a.from) + ", " + std::to_string(a.to) + ", " + std::to_string(a.count) +
               ")";
      });

  nb::class_<PyPosition>(m, "PatiencePosition", "A legal position; equal up to the order of columns and of cells.")
      .def_prop_ro(
          "columns",
          [](const PyPosition& p) {
            const PatienceSetup setup = p.game->engine.setup(p.state);
            nb::typed<nb::list, nb::bytes> out;
            for (const auto& column : setup.columns) out.append(to_bytes(column));
            return out;
          },
          "Cards 0..51 of each column, deepest first.")
      .def_prop_ro(
          "cells", [](const PyPosition& p) { return to_bytes(p.game->engine.setup(p.state).cells); },
          "One card a cell, 255 where empty.")
      .def_prop_ro(
          "home",
          [](const PyPosition& p) {
            return nb::make_tuple(p.state.home[0], p.state.home[1], p.state.home[2], p.state.home[3]);
          },
          nb::sig("def home(self) -> tuple[int, int, int, int]"), "Cards on each foundation, by suit C D H S.")
      .def_prop_ro(
          "base", [](const PyPosition& p) { return p.state.base; }, "Rank 0..12 of the foundations' first card.")
      .def(
          "__eq__", [](const PyPosition& a, const PyPosition& b) { return a.game->engine.same(a.state, b.state); },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const PyPosition& p) { return std::size_t(p.state.key.lo); })
      .def("__copy__", [](const PyPosition& p) { return p; })
      .def(
          "__deepcopy__", [](const PyPosition& p, const nb::object&) { return p; }, "memo"_a)
      .def("__getstate__", &position_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_position, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", &position_repr);
}

std::vector<PatienceMove> autoplay_moves(const PyPatience& g, const PyPosition& p, std::string_view policy) {
  expect_own(g, p);
  std::vector<PatienceMove> out;
  PatienceState s = p.state;
  while (const auto move = g.engine.autoplay(s, parse_autoplay(policy))) {
    out.push_back(*move);
    g.engine.apply(s, *move);
  }
  return out;
}

void bind_game(nb::module_& m) {
  nb::class_<PyPatience> game(m, "PatienceGame", "The pile-building engine, reading one rules value.");
  game.def(nb::init<const PatienceRules&>(), "rules"_a)
      .def_prop_ro("rules", [](const PyPatience& g) { return g.engine.rules(); })
      .def(
          "deal",
          [](const GamePtr& g, const nb::bytes& deck) {
            if (deck.size() != kDeck) throw nb::value_error("a deck has 52 cards");
            return PyPosition{g->engine.deal(std::span<const Card>(static_cast<const Card*>(deck.data()), kDeck)), g};
          },
          "deck"_a, "Deals 52 cards, first dealt first.")
      .def("position", &make_position, "columns"_a, "cells"_a, "home"_a, "base"_a = 0,
           "A position from piles; ValueError says which card is missing, twice, or out of place.")
      .def("autoplay", &autoplay_moves, "position"_a, "policy"_a,
           "The moves that autoplay none, horne, safe or max makes from here, in order.");
  bind_engine(game);
  bind_patience_writing(m, game);
}

}  // namespace

Autoplay parse_autoplay(std::string_view name) {
  if (name == "none") return Autoplay::kNone;
  if (name == "horne") return Autoplay::kHorne;
  if (name == "safe") return Autoplay::kSafe;
  if (name == "max") return Autoplay::kMax;
  throw nb::value_error("autoplay is one of none, horne, safe, max");
}

void bind_patience(nb::module_& m) {
  nb::exception<IllegalMove>(m, "IllegalMove", PyExc_ValueError);
  bind_values(m);
  bind_game(m);
  m.def(
      "microsoft_deck",
      [](std::uint64_t n) {
        const auto deck = microsoft_deck(n);
        return nb::bytes(deck.data(), deck.size());
      },
      "number"_a, "The 52 cards of a Microsoft deal, first dealt first; IndexError beyond 2^33 - 1.");
  m.def(
      "microsoft_deals_like", &microsoft_deals_like, "may_be"_a, "first"_a, "last"_a, "most"_a,
      nb::call_guard<nb::gil_scoped_release>(),
      "The Microsoft deals from first to last that have in each of the 52 places, in dealing order, one of the cards\n"
      "that may be there (bit c for card c), at most so many; IndexError beyond 2^33 - 1.");
}

}  // namespace winnable

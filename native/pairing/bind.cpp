// PairingRules, PairingGame, PairingPosition, PairingMove.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/rules_dict.hpp"
#include "bindings/styles.hpp"
#include "pairing/bind_types.hpp"
#include "pairing/rules_text.hpp"
#include "pairing/text.hpp"
#include "pairing/words.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using GamePtr = std::shared_ptr<PyPairing>;

PyPairingPosition make_position(const GamePtr& g, const nb::bytes& tableau, const std::vector<nb::bytes>& columns,
                                const nb::bytes& waste, const nb::bytes& stock, int pass_number) {
  PairingSetup setup;
  setup.tableau = to_cards(tableau);
  for (const nb::bytes& c : columns) setup.columns.push_back(to_cards(c));
  setup.waste = to_cards(waste);
  setup.stock = to_cards(stock);
  if (pass_number < 1 || pass_number > kMaxPasses) {
    throw nb::value_error(("there is no pass " + std::to_string(pass_number)).c_str());
  }
  setup.pass = std::uint8_t(pass_number - 1);
  return {g->engine.position(setup), g};
}

void show(std::string& out, const char* name, const std::vector<Card>& cards) {
  out += name;
  for (const Card c : cards) out += c == kNoCard ? " --" : " " + format_card(c);
}

std::string position_repr(const PyPairingPosition& p) {
  const Pairing& engine = p.game->engine;
  const PairingSetup setup = engine.setup(p.state);
  std::string out = "<PairingPosition";
  show(out, "", setup.tableau);
  for (const auto& column : setup.columns) show(out, " |", column);
  if (engine.has_stock()) {
    show(out, "; waste", setup.waste);
    show(out, "; stock", setup.stock);
    if (!engine.unlimited()) out += "; pass " + std::to_string(p.state.pass + 1);
  }
  return out + ">";
}

// Cards that the player knows from before, though they do not lie face up.
std::vector<Card> remembered(const PyPairingPosition& p) {
  std::vector<Card> cards;
  const Pairing& engine = p.game->engine;
  for (SlotMask m = engine.known(p.state) & ~engine.face_up(p.state); m != 0; m &= m - 1) {
    cards.push_back(p.state.card[first_slot(m)]);
  }
  return cards;
}

// For pickle: the rules, the piles, and what is remembered. A restored position has a game of its own.
nb::tuple position_state(const PyPairingPosition& p) {
  const PairingSetup setup = p.game->engine.setup(p.state);
  nb::list columns;
  for (const auto& column : setup.columns) columns.append(to_bytes(column));
  return nb::make_tuple(rules_to_dict(p.game->engine.rules()), to_bytes(setup.tableau), columns, to_bytes(setup.waste),
                        to_bytes(setup.stock), p.state.pass + 1, to_bytes(remembered(p)));
}

void restore_position(PyPairingPosition& p, const nb::tuple& state) {
  if (state.size() != 7) throw nb::value_error("that is no state of a position");
  const auto game = std::make_shared<PyPairing>(rules_from_dict<PairingRules>(nb::cast<nb::dict>(state[0])));
  new (&p) PyPairingPosition(make_position(game, nb::cast<nb::bytes>(state[1]),
                                           nb::cast<std::vector<nb::bytes>>(state[2]), nb::cast<nb::bytes>(state[3]),
                                           nb::cast<nb::bytes>(state[4]), nb::cast<int>(state[5])));
  p.state.seen = 0;
  for (const Card c : to_cards(nb::cast<nb::bytes>(state[6]))) {
    for (SlotMask m = p.state.left; m != 0; m &= m - 1) {
      if (p.state.card[first_slot(m)] == c) p.state.seen |= slot_bit(first_slot(m));
    }
  }
}

void bind_rules_and_moves(nb::module_& m) {
  nb::class_<PairingRules>(m, "PairingRules", "The rules of a pairing game, as one value.")
      .def_static(
          "from_dict", [](const nb::dict& d) { return rules_from_dict<PairingRules>(d); }, "rules"_a,
          nb::sig("def from_dict(rules: dict[str, typing.Any]) -> PairingRules"),
          "Rules from a mapping; keys left out are those of Microsoft's Pyramid. ValueError names a bad key or value.")
      .def_static("types", &rule_types<PairingRules>, nb::sig("def types() -> dict[str, str]"),
                  "What the value of each key is: number, flag, word, numbers (a list) or number or word.")
      .def("to_dict", &rules_to_dict<PairingRules>, nb::sig("def to_dict(self) -> dict[str, int | bool | str]"),
           "Every key with its value.")
      .def(
          "__eq__", [](const PairingRules& a, const PairingRules& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", &hash_rules<PairingRules>);

  nb::class_<PairingMove>(m, "PairingMove", "Two cards 0..51 that leave together, a king alone, a draw or a recycle.")
      .def(
          "__init__",
          [](PairingMove* self, Card first, std::optional<Card> second) {
            new (self) PairingMove(second ? pair_move(first, *second) : king_move(first));
          },
          "first"_a, "second"_a = nb::none(), "Cards in either order; a king has no second.")
      .def_ro_static("DRAW", &kDrawMove)
      .def_ro_static("RECYCLE", &kRecycleMove)
      .def_prop_ro("is_draw", [](const PairingMove& a) { return a == kDrawMove; })
      .def_prop_ro("is_recycle", [](const PairingMove& a) { return a == kRecycleMove; })
      .def_prop_ro(
          "cards",
          [](const PairingMove& a) {
            nb::typed<nb::list, int> out;
            if (is_removal(a)) out.append(nb::int_(a.first));
            if (is_removal(a) && a.second != kNoCard) out.append(nb::int_(a.second));
            return out;
          },
          "The cards that leave, lower number first; none for a draw or a recycle.")
      .def(
          "__eq__", [](const PairingMove& a, const PairingMove& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__lt__", [](const PairingMove& a, const PairingMove& b) { return a < b; }, nb::is_operator())
      .def("__hash__", [](const PairingMove& a) { return (std::size_t(a.first) << 8) | a.second; })
      .def("__getstate__", [](const PairingMove& a) { return std::array<int, 2>{a.first, a.second}; })
      .def(
          "__setstate__",
          [](PairingMove& a, const std::array<Card, 2>& state) { new (&a) PairingMove{state[0], state[1]}; }, "state"_a)
      .def("__repr__", [](const PairingMove& a) { return "<PairingMove " + format_move(a) + ">"; });
}

void bind_position(nb::module_& m) {
  using P = PyPairingPosition;
  nb::class_<P>(m, "PairingPosition", "A legal position; equal wherever the cards that have left came from.")
      .def_prop_ro(
          "tableau", [](const P& p) { return to_bytes(p.game->engine.setup(p.state).tableau); },
          "Cards in reading order, 255 where one has left.")
      .def_prop_ro(
          "columns",
          [](const P& p) {
            nb::typed<nb::list, nb::bytes> out;
            for (const auto& column : p.game->engine.setup(p.state).columns) out.append(to_bytes(column));
            return out;
          },
          "Open columns, deepest card first; none in games with a stock.")
      .def_prop_ro(
          "waste", [](const P& p) { return to_bytes(p.game->engine.setup(p.state).waste); },
          "First drawn first; the last one is on top.")
      .def_prop_ro(
          "stock", [](const P& p) { return to_bytes(p.game->engine.setup(p.state).stock); }, "The first one is on top.")
      .def_prop_ro(
          "pass_number", [](const P& p) { return p.state.pass + 1; }, "From 1; always 1 where passes are unlimited.")
      .def_prop_ro(
          "score", [](const P& p) { return p.game->engine.score(p.state); }, "Points so far; 0 without a scoring.")
      .def_prop_ro(
          "removals", [](const P& p) { return p.game->engine.removals(p.state); }, "Pairs and kings that have left.")
      .def_prop_ro(
          "available",
          [](const P& p) {
            std::vector<Card> cards;
            for (SlotMask m = p.game->engine.available(p.state); m != 0; m &= m - 1) {
              cards.push_back(p.state.card[first_slot(m)]);
            }
            return to_bytes(cards);
          },
          "Cards that may leave now, given a partner.")
      .def_prop_ro(
          "known",
          [](const P& p) {
            std::vector<Card> cards;
            for (SlotMask m = p.game->engine.known(p.state); m != 0; m &= m - 1) {
              cards.push_back(p.state.card[first_slot(m)]);
            }
            return to_bytes(cards);
          },
          "Cards in play that the player has seen.")
      .def_prop_ro(
          "hidden",
          [](const P& p) {
            std::vector<Card> cards;
            for (SlotMask m = p.state.left & ~p.game->engine.known(p.state); m != 0; m &= m - 1) {
              cards.push_back(p.state.card[first_slot(m)]);
            }
            return to_bytes(cards);
          },
          "Cards in play that the player has not seen: those of the tableau, then those of the stock.")
      .def(
          "__eq__",
          [](const P& a, const P& b) {
            return a.game->engine.rules() == b.game->engine.rules() && a.game->engine.same(a.state, b.state);
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const P& p) { return std::size_t(p.game->engine.key(p.state).lo); })
      .def("__copy__", [](const P& p) { return p; })
      .def(
          "__deepcopy__", [](const P& p, const nb::object&) { return p; }, "memo"_a)
      .def("__getstate__", &position_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_position, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", &position_repr);
}

void expect_legal(const PyPairing& g, const PyPairingPosition& p, const PairingMove& move) {
  expect_own(g, p);
  if (const auto why = g.engine.why_illegal(p.state, move)) throw IllegalMove(*why);
}

void bind_words(nb::module_& m, nb::class_<PyPairing>& game) {
  using P = PyPairingPosition;
  nb::class_<PairingWritten>(m, "PairingWritten", "A solution written out, from one replay.")
      .def_ro("removals", &PairingWritten::removals, "Pairs and kings that leave.")
      .def_ro("draws", &PairingWritten::draws)
      .def_ro("recycles", &PairingWritten::recycles)
      .def_ro("score", &PairingWritten::score, "Points at its end; 0 without a scoring.")
      .def_ro("texts", &PairingWritten::texts, "The moves, in standard notation.")
      .def_ro("body", &PairingWritten::body, "The lines below the head.");

  game.def(
          "write",
          [](const PyPairing& g, const P& p, const std::vector<PairingMove>& moves, std::string_view style) {
            expect_own(g, p);
            return write_solution(g.engine, p.state, moves, parse_style(style));
          },
          "position"_a, "moves"_a, "style"_a, "A solution written out. IllegalMove, with its number, for one that is.")
      .def(
          "describe_move",
          [](const PyPairing& g, const P& p, const PairingMove& move) {
            expect_own(g, p);
            return describe_move(g.engine, p.state, move);
          },
          "position"_a, "move"_a, "A move in words; ValueError for a card that has left.")
      .def(
          "place_name",
          [](const PyPairing& g, const P& p, Card card, bool with_row) {
            expect_own(g, p);
            return place_name(g.engine, p.state, card, with_row);
          },
          "position"_a, "card"_a, "with_row"_a = false, "Where a card lies; ValueError for one that has left.");
}

void bind_game(nb::module_& m) {
  using P = PyPairingPosition;
  auto game = nb::class_<PyPairing>(m, "PairingGame", "The pairing engine, reading one rules value.");
  game.def(nb::init<const PairingRules&>(), "rules"_a)
      .def_prop_ro("rules", [](const PyPairing& g) { return g.engine.rules(); })
      .def_prop_ro(
          "covers",
          [](const PyPairing& g) {
            std::vector<std::vector<int>> out(kDeck);
            for (int slot = 0; slot < kDeck; ++slot) {
              for (SlotMask c = g.engine.covers(slot); c != 0; c &= c - 1) out[slot].push_back(first_slot(c));
            }
            return out;
          },
          "For each slot of the deal (tableau in reading order, then the rest) the slots that lie directly on it.")
      .def(
          "deal",
          [](const GamePtr& g, const nb::bytes& deck) {
            if (deck.size() != kDeck) throw nb::value_error("a deck has 52 cards");
            return P{g->engine.deal(std::span<const Card, kDeck>(static_cast<const Card*>(deck.data()), kDeck)), g};
          },
          "deck"_a, "Deals 52 cards: the tableau in reading order, then the stock, first drawn first.")
      .def("position", &make_position, "tableau"_a, "columns"_a, "waste"_a, "stock"_a, "pass_number"_a = 1,
           "A position from piles, 255 for a gap in the tableau; ValueError says what is wrong.")
      .def(
          "legal_moves",
          [](const PyPairing& g, const P& p) {
            expect_own(g, p);
            std::vector<PairingMove> out;
            g.engine.legal_moves(p.state, out);
            return out;
          },
          "position"_a, "Every legal move: removals sorted by their cards, then draw or recycle.")
      .def(
          "why_illegal",
          [](const PyPairing& g, const P& p, const PairingMove& move) {
            expect_own(g, p);
            return g.engine.why_illegal(p.state, move);
          },
          "position"_a, "move"_a, "None if the move is legal, else the reason.")
      .def(
          "play",
          [](const GamePtr& g, const P& p, const PairingMove& move) {
            expect_legal(*g, p, move);
            return P{g->engine.play_unchecked(p.state, move), p.game};
          },
          "position"_a, "move"_a, "The position after a move; raises IllegalMove with the reason.")
      .def(
          "outcome",
          [](const PyPairing& g, const P& p) {
            expect_own(g, p);
            return outcome_name(g.engine.outcome(p.state));
          },
          "position"_a, "\"won\", \"stuck\" (no legal move) or \"open\".")
      .def(
          "key",
          [](const PyPairing& g, const P& p) {
            expect_own(g, p);
            return to_python(g.engine.key(p.state));
          },
          "position"_a, "128-bit key, the same for equal positions.")
      .def(
          "format_move",
          [](const PyPairing& g, const P& p, const PairingMove& move) {
            expect_legal(g, p, move);
            return format_move(move);
          },
          "position"_a, "move"_a, "The text of a legal move.")
      .def(
          "parse_move",
          [](const PyPairing& g, const P& p, std::string_view text) {
            expect_own(g, p);
            return parse_move(g.engine, p.state, text);
          },
          "position"_a, "text"_a,
          "Reads 8S+5D, KH, draw or recycle; ValueError if it is none, IllegalMove if not legal.");
  bind_words(m, game);
}

}  // namespace

void bind_pairing(nb::module_& m) {
  bind_rules_and_moves(m);
  bind_position(m);
  bind_game(m);
}

}  // namespace winnable

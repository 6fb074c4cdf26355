// SpiderGame, SpiderPosition, Observation.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/rules_dict.hpp"
#include "patience/bind_engine.hpp"
#include "patience/rules_text.hpp"
#include "spider/bind_types.hpp"
#include "spider/dead_end.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using GamePtr = std::shared_ptr<PySpider>;
using Counts = std::array<int, kSuits>;
using Piles = std::vector<nb::bytes>;

std::uint8_t byte_of(int n, int most, const char* what) {
  if (n < 0 || n > most) throw nb::value_error((std::string(what) + " from 0 to " + std::to_string(most)).c_str());
  return std::uint8_t(n);
}

PySpiderPosition make_position(const GamePtr& g, const Piles& columns, const std::vector<int>& down,
                               const nb::bytes& stock, const Counts& runs) {
  PatienceSetup setup;
  for (const auto& c : columns) setup.columns.push_back(to_cards(c));
  for (const int n : down) setup.down.push_back(byte_of(n, kTwoDecks, "a column has face-down cards,"));
  setup.stock = to_cards(stock);
  const PatienceRules& rules = g->engine.rules();
  if (int(setup.stock.size()) > card_count(rules)) throw nb::value_error("the stock has more cards than the game");
  for (int suit = 0; suit < kSuits; ++suit) {
    setup.home[suit] = std::uint8_t(kRanks * byte_of(runs[suit], rules.decks * kSuits, "complete runs of a suit are"));
  }
  return {g->engine.position(setup), g};
}

nb::typed<nb::list, nb::bytes> columns_of(const PatienceSetup& setup) {
  nb::typed<nb::list, nb::bytes> out;
  for (const auto& column : setup.columns) out.append(to_bytes(column));
  return out;
}

std::vector<int> down_of(const PatienceSetup& setup) { return {setup.down.begin(), setup.down.end()}; }

Counts runs_of(const SpiderState& s) {
  Counts runs;
  for (int suit = 0; suit < kSuits; ++suit) runs[suit] = s.home[suit] / kRanks;
  return runs;
}

PatienceSetup setup_of(const PySpiderPosition& p) { return p.game->engine.setup(p.state); }

// For pickle: the rules and the piles. A restored position has a game of its own.
nb::tuple position_state(const PySpiderPosition& p) {
  const PatienceSetup setup = setup_of(p);
  return nb::make_tuple(rules_to_dict(p.game->engine.rules()), columns_of(setup), down_of(setup), to_bytes(setup.stock),
                        runs_of(p.state));
}

void restore_position(PySpiderPosition& p, const nb::tuple& state) {
  if (state.size() != 5) throw nb::value_error("that is no state of a position");
  const auto game = std::make_shared<PySpider>(rules_from_dict<PatienceRules>(nb::cast<nb::dict>(state[0])));
  new (&p) PySpiderPosition(make_position(game, nb::cast<Piles>(state[1]), nb::cast<std::vector<int>>(state[2]),
                                          nb::cast<nb::bytes>(state[3]), nb::cast<Counts>(state[4])));
}

void bind_position(nb::module_& m) {
  using P = PySpiderPosition;
  nb::class_<P>(m, "SpiderPosition",
                "A legal position, the hidden cards included; equal up to cards that look alike and, once the stock is "
                "empty, up to the order of columns.")
      .def_prop_ro(
          "columns", [](const P& p) { return columns_of(setup_of(p)); }, "Cards 0..51 of each column, deepest first.")
      .def_prop_ro(
          "down", [](const P& p) { return down_of(setup_of(p)); },
          "Face-down cards of each column; they are the deepest.")
      .def_prop_ro(
          "stock", [](const P& p) { return to_bytes(setup_of(p).stock); }, "Cards 0..51, next dealt first.")
      .def_prop_ro(
          "runs",
          [](const P& p) {
            const Counts runs = runs_of(p.state);
            return nb::make_tuple(runs[0], runs[1], runs[2], runs[3]);
          },
          nb::sig("def runs(self) -> tuple[int, int, int, int]"), "Complete runs that have left, by suit C D H S.")
      .def_prop_ro(
          "dead_end", [](const P& p) { return spider_dead_end(p.game->engine, p.state); },
          "Why it is lost whatever is played, where that shows at sight; else empty. Hidden cards do not matter.")
      .def(
          "__eq__", [](const P& a, const P& b) { return a.game->engine.same(a.state, b.state); }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const P& p) { return std::size_t(p.game->engine.key(p.state).lo); })
      .def("__copy__", [](const P& p) { return p; })
      .def(
          "__deepcopy__", [](const P& p, const nb::object&) { return p; }, "memo"_a)
      .def("__getstate__", &position_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_position, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", [](const P& p) {
        const PatienceSetup setup = setup_of(p);
        std::string out = "<SpiderPosition runs";
        for (const int n : runs_of(p.state)) out += " " + std::to_string(n);
        for (std::size_t i = 0; i < setup.columns.size(); ++i) {
          out += " |";
          for (std::size_t depth = 0; depth < setup.columns[i].size(); ++depth) {
            out += (depth < setup.down[i] ? " -" : " ") + format_card(setup.columns[i][depth]);
          }
        }
        return out + " | stock " + std::to_string(setup.stock.size()) + ">";
      });
}

Observation make_observation(const Piles& columns, const std::vector<int>& down, int stock, const Counts& runs,
                             const nb::bytes& unseen) {
  if (columns.size() != down.size()) throw nb::value_error("face-down cards must be counted for each column");
  if (unseen.size() != kDeck) throw nb::value_error("unseen cards are counted for each of the 52");
  Observation out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out.columns.push_back({byte_of(down[i], kTwoDecks, "a column has face-down cards,"), to_cards(columns[i])});
    for (const Card c : out.columns.back().up) {
      if (c >= kDeck) throw nb::value_error("cards are numbered 0 to 51");
    }
  }
  out.stock = byte_of(stock, kTwoDecks, "the stock has cards,");
  for (int suit = 0; suit < kSuits; ++suit) out.runs[suit] = byte_of(runs[suit], 2 * kSuits, "complete runs are");
  std::copy_n(static_cast<const Card*>(unseen.data()), kDeck, out.unseen.begin());
  return out;
}

nb::typed<nb::list, nb::bytes> seen_columns(const Observation& o) {
  nb::typed<nb::list, nb::bytes> out;
  for (const auto& column : o.columns) out.append(to_bytes(column.up));
  return out;
}

std::vector<int> down_counts(const Observation& o) {
  std::vector<int> out;
  for (const auto& column : o.columns) out.push_back(column.down);
  return out;
}

nb::tuple observation_state(const Observation& o) {
  return nb::make_tuple(seen_columns(o), down_counts(o), int(o.stock),
                        Counts{o.runs[0], o.runs[1], o.runs[2], o.runs[3]}, nb::bytes(o.unseen.data(), kDeck));
}

void restore_observation(Observation& o, const nb::tuple& state) {
  if (state.size() != 5) throw nb::value_error("that is no state of an observation");
  new (&o)
      Observation(make_observation(nb::cast<Piles>(state[0]), nb::cast<std::vector<int>>(state[1]),
                                   nb::cast<int>(state[2]), nb::cast<Counts>(state[3]), nb::cast<nb::bytes>(state[4])));
}

void bind_observation(nb::module_& m) {
  using O = Observation;
  nb::class_<O>(m, "Observation", "What a player sees: open cards, counts, and which cards have not been seen.")
      .def(
          "__init__",
          [](O* o, const Piles& columns, const std::vector<int>& down, int stock, const Counts& runs,
             const nb::bytes& unseen) { new (o) O(make_observation(columns, down, stock, runs, unseen)); },
          "columns"_a, "down"_a, "stock"_a, "runs"_a, "unseen"_a, "ValueError for counts that no game has.")
      .def_prop_ro("columns", &seen_columns, "Face-up cards 0..51 of each column, deepest first.")
      .def_prop_ro("down", &down_counts, "Face-down cards of each column; they are the deepest.")
      .def_prop_ro(
          "stock", [](const O& o) { return int(o.stock); }, "Cards left in the stock.")
      .def_prop_ro(
          "runs", [](const O& o) { return nb::make_tuple(o.runs[0], o.runs[1], o.runs[2], o.runs[3]); },
          nb::sig("def runs(self) -> tuple[int, int, int, int]"), "Complete runs that have left, by suit C D H S.")
      .def_prop_ro(
          "unseen", [](const O& o) { return nb::bytes(o.unseen.data(), kDeck); },
          "How many of each card 0..51 are face down or in the stock: 52 bytes.")
      .def(
          "__eq__", [](const O& a, const O& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const O& o) { return nb::hash(observation_state(o)[4]) ^ nb::hash(nb::int_(o.stock)); })
      .def("__getstate__", &observation_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_observation, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", [](const O& o) {
        std::string out = "<Observation";
        for (const auto& column : o.columns) {
          out += " | -" + std::to_string(column.down);
          for (const Card c : column.up) out += " " + format_card(c);
        }
        return out + " | stock " + std::to_string(o.stock) + ">";
      });
}

void bind_game(nb::module_& m) {
  nb::class_<PySpider> game(m, "SpiderGame",
                            "The pile-building engine where there is a stock, face-down cards or a second deck.");
  game.def(nb::init<const PatienceRules&>(), "rules"_a)
      .def_prop_ro("rules", [](const PySpider& g) { return g.engine.rules(); })
      .def(
          "deal",
          [](const GamePtr& g, const nb::bytes& deck) {
            std::vector<Card> cards = to_cards(deck);
            for (Card& c : cards) {
              if (c >= kTwoDecks) throw nb::value_error("cards are numbered 0 to 103");
              c = g->engine.printed(c);
            }
            return PySpiderPosition{g->engine.deal(cards), g};
          },
          "deck"_a,
          "Deals one deck or two, first dealt first: cards 0..51, the second copy the same number or 52 more. In a "
          "game "
          "of fewer suits black cards are spades, red ones hearts, or all are spades.")
      .def("position", &make_position, "columns"_a, "down"_a, "stock"_a, "runs"_a,
           "A position from piles; ValueError says which card is missing, too many, or out of place.")
      .def(
          "observe",
          [](const PySpider& g, const PySpiderPosition& p) {
            expect_own(g, p);
            return g.engine.observe(p.state);
          },
          "position"_a, "What the player sees of a position.");
  bind_engine(game);
}

}  // namespace

void bind_spider(nb::module_& m) {
  bind_position(m);
  bind_observation(m);
  bind_game(m);
}

}  // namespace winnable

// UndeadGame, UndeadPosition, UndeadMove, UndeadLine, and game IDs.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>

#include "bindings/result_names.hpp"
#include "bindings/rules_dict.hpp"
#include "core/illegal_move.hpp"
#include "undead/bind_types.hpp"
#include "undead/text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using P = PyUndeadPosition;
using Sightings = std::vector<std::optional<int>>;

Sightings to_python(const std::vector<int>& sightings) {
  Sightings out;
  for (const int n : sightings) out.push_back(n == kHidden ? std::nullopt : std::optional(n));
  return out;
}

std::string letters(const std::vector<Square>& squares) {
  std::string out;
  for (const Square s : squares) out += letter_of(s);
  return out;
}

std::vector<Square> to_squares(std::string_view text) {
  std::vector<Square> out;
  for (const char c : text) {
    const std::size_t which = kSquareLetters.find(c);
    if (which == std::string_view::npos) throw nb::value_error("squares are written . g v z \\ and /");
    out.push_back(static_cast<Square>(which));
  }
  return out;
}

// A position's squares: mirrors, and every monster, given or filled in.
std::string shown(const UndeadState& s) {
  std::string out = letters(s.board->setup().squares);
  for (int c = 0; c < s.board->cells(); ++c) out[s.board->square_of(c)] = letter_of(s.monsters[c]);
  return out;
}

Monsters monsters_of(const UndeadBoard& board, std::string_view squares) {
  const std::vector<Square> read = to_squares(squares);
  if (read.size() != board.setup().squares.size()) throw nb::value_error("one letter for each square");
  Monsters out(board.cells());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const int cell = board.cell_of(static_cast<int>(i));
    const bool same_mirror = read[i] == board.setup().squares[i];
    if (is_mirror(read[i]) ? !same_mirror : cell < 0) throw nb::value_error("a square that is not the board's");
    if (cell >= 0) out[cell] = given_in(read[i]);
  }
  return out;
}

// The whole list, in one error that Python can take apart: (part, index, what, expected).
[[noreturn]] void raise_board_error(const UndeadError& e) {
  constexpr std::array<const char*, 4> kParts = {"size", "total", "grid", "sighting"};
  const nb::tuple args = nb::make_tuple(kParts[static_cast<std::size_t>(e.part)], e.index, e.what(), e.expected);
  PyErr_SetObject(PyExc_ValueError, args.ptr());
  throw nb::python_error();
}

P make_position(int width, int height, std::string_view squares, const std::array<int, 3>& totals,
                const Sightings& sightings, std::optional<std::string_view> shows) {
  UndeadSetup setup;
  setup.width = width;
  setup.height = height;
  setup.squares = to_squares(squares);
  setup.totals = totals;
  for (const auto& n : sightings) setup.sightings.push_back(n.value_or(kHidden));
  try {
    auto board = std::make_shared<const UndeadBoard>(std::move(setup));
    if (!shows) return {Undead::start(std::move(board))};
    Monsters monsters = monsters_of(*board, *shows);
    return {Undead::position(std::move(board), std::move(monsters))};
  } catch (const UndeadError& e) {
    raise_board_error(e);
  }
}

nb::tuple position_state(const P& p) {
  const UndeadSetup& s = p.state.board->setup();
  return nb::make_tuple(s.width, s.height, letters(s.squares), s.totals, to_python(s.sightings), shown(p.state));
}

P position_from(const nb::tuple& state) {
  if (state.size() != 6) throw nb::value_error("that is no state of a position");
  return make_position(nb::cast<int>(state[0]), nb::cast<int>(state[1]), nb::cast<std::string>(state[2]),
                       nb::cast<std::array<int, 3>>(state[3]), nb::cast<Sightings>(state[4]),
                       nb::cast<std::string>(state[5]));
}

void restore_position(P& p, const nb::tuple& state) { new (&p) P(position_from(state)); }

std::string position_repr(const P& p) {
  return "<UndeadPosition " + format_game_id(p.state.board->setup()) + " " + shown(p.state) + ">";
}

// A line as Python sees it; it keeps its board alive.
struct PyUndeadLine {
  std::shared_ptr<const UndeadBoard> board;
  int number;
  const UndeadLine& line() const { return board->lines()[static_cast<std::size_t>(number)]; }
};

nb::tuple line_state(const PyUndeadLine& l) {
  return nb::make_tuple(position_state(P{Undead::start(l.board)}), l.number);
}

void restore_line(PyUndeadLine& l, const nb::tuple& state) {
  if (state.size() != 2) throw nb::value_error("that is no state of a line");
  const auto board = position_from(nb::cast<nb::tuple>(state[0])).state.board;
  const int number = nb::cast<int>(state[1]);
  if (number < 0 || static_cast<std::size_t>(number) >= board->lines().size()) {
    throw nb::value_error("the board has no such line");
  }
  new (&l) PyUndeadLine{board, number};
}

void bind_lines(nb::module_& m) {
  using L = PyUndeadLine;
  nb::class_<L>(m, "UndeadLine", "What two sightings look along, from one to the other.")
      .def_prop_ro(
          "ends", [](const L& l) { return std::pair<int, int>(l.line().ends[0], l.line().ends[1]); },
          "The sightings at its ends, numbered clockwise from 0 at the top left.")
      .def_prop_ro(
          "labels",
          [](const L& l) {
            return std::pair(sighting_label(*l.board, l.line().ends[0]), sighting_label(*l.board, l.line().ends[1]));
          },
          "The labels of its ends: D1, L1, U1, R1.")
      .def_prop_ro(
          "sightings",
          [](const L& l) {
            const auto shown = [&](int end) {
              const int n = l.board->sighting(l.line().ends[static_cast<std::size_t>(end)]);
              return n == kHidden ? std::nullopt : std::optional(n);
            };
            return std::pair(shown(0), shown(1));
          },
          "What is seen from its ends; None where that is hidden.")
      .def_prop_ro(
          "cells",
          [](const L& l) {
            std::vector<int> out;
            for (const UndeadVisit& v : l.line().visits) out.push_back(l.board->square_of(v.cell));
            return out;
          },
          "The squares of its cells from the first end on, in reading order from 0; a cell crossed twice stands twice.")
      .def_prop_ro(
          "parts",
          [](const L& l) {
            constexpr std::array<const char*, 4> kNames = {"before", "between", "after", "straight"};
            std::vector<std::string> out;
            for (const UndeadVisit& v : l.line().visits) out.emplace_back(kNames[static_cast<std::size_t>(v.part)]);
            return out;
          },
          "For each of its cells the part of the line, seen from the first end: before its first mirror, between, "
          "after its last; straight where there is no mirror.")
      .def_prop_ro(
          "squares", [](const L& l) { return std::vector<int>(l.line().squares.begin(), l.line().squares.end()); },
          "Every square from the first end on, mirrors too.")
      .def("__getstate__", &line_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_line, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"));
}

void bind_move(nb::module_& m) {
  nb::class_<UndeadMove>(m, "UndeadMove", "A monster into a cell.")
      .def(
          "__init__",
          [](UndeadMove* self, int row, int column, std::string_view monster) {
            const std::size_t which = monster.size() == 1 ? kSquareLetters.find(monster[0]) : 0;
            if (which < 1 || which > 3) throw nb::value_error("a monster is g, v or z");
            if (row < 0 || column < 0 || row >= kMostSide || column >= kMostSide) {
              throw nb::value_error("no board has that row or column");
            }
            new (self) UndeadMove{std::uint8_t(row), std::uint8_t(column), static_cast<Monster>(which)};
          },
          "row"_a, "column"_a, "monster"_a, "Row and column from 0; the monster is g, v or z.")
      .def_prop_ro("row", [](const UndeadMove& a) { return int(a.row); })
      .def_prop_ro("column", [](const UndeadMove& a) { return int(a.column); })
      .def_prop_ro("monster", [](const UndeadMove& a) { return std::string(1, letter_of(a.monster)); })
      .def(
          "__eq__", [](const UndeadMove& a, const UndeadMove& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__lt__", [](const UndeadMove& a, const UndeadMove& b) { return a < b; }, nb::is_operator())
      .def("__hash__", [](const UndeadMove& a) { return (a.row << 16) | (a.column << 8) | int(a.monster); })
      .def("__getstate__",
           [](const UndeadMove& a) { return std::array<int, 3>{a.row, a.column, static_cast<int>(a.monster)}; })
      .def(
          "__setstate__",
          [](UndeadMove& a, const std::array<std::uint8_t, 3>& state) {
            if (state[2] < 1 || state[2] > 3) throw nb::value_error("that is no state of a move");
            new (&a) UndeadMove{state[0], state[1], static_cast<Monster>(state[2])};
          },
          "state"_a)
      .def("__repr__", [](const UndeadMove& a) { return "<UndeadMove " + format_move(a) + ">"; });
}

// A position as a value: made anew, compared, copied, pickled.
void bind_position_values(nb::class_<P>& position) {
  position
      .def(
          "filled",
          [](const P& p, std::string_view squares) {
            return P{Undead::position(p.state.board, monsters_of(*p.state.board, squares))};
          },
          "squares"_a, "The same board with these squares filled in, written as `squares` has them.")
      .def(
          "__eq__", [](const P& a, const P& b) { return Undead().same(a.state, b.state); }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const P& p) { return std::size_t(Undead().key(p.state).lo); })
      .def("__copy__", [](const P& p) { return p; })
      .def(
          "__deepcopy__", [](const P& p, const nb::object&) { return p; }, "memo"_a)
      .def("__getstate__", &position_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_position, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", &position_repr);
}

void bind_position(nb::module_& m) {
  nb::class_<P> position(m, "UndeadPosition", "A board with what has been filled in.");
  position.def_prop_ro("width", [](const P& p) { return p.state.board->width(); })
      .def_prop_ro("height", [](const P& p) { return p.state.board->height(); })
      .def_prop_ro(
          "totals", [](const P& p) { return p.state.board->totals(); }, "Ghosts, vampires, zombies; exact.")
      .def_prop_ro(
          "sightings", [](const P& p) { return to_python(p.state.board->setup().sightings); },
          "Clockwise: the top from the left, the right from the top, the bottom from the right, the left from below. "
          "None where one is hidden.")
      .def_prop_ro(
          "board", [](const P& p) { return letters(p.state.board->setup().squares); },
          "The puzzle's squares in reading order: . for a cell, g v z for a given, \\ and / for mirrors.")
      .def_prop_ro(
          "squares", [](const P& p) { return shown(p.state); }, "As `board`, with everything that is filled in.")
      .def_prop_ro(
          "lines",
          [](const P& p) {
            std::vector<PyUndeadLine> out;
            const int lines = static_cast<int>(p.state.board->lines().size());
            for (int l = 0; l < lines; ++l) out.push_back({p.state.board, l});
            return out;
          },
          "Every line once, ordered by its first end.")
      .def_prop_ro(
          "labels",
          [](const P& p) {
            std::vector<std::string> out;
            for (int end = 0; end < p.state.board->ends(); ++end) out.push_back(sighting_label(*p.state.board, end));
            return out;
          },
          "The labels of the sightings, in their order: D1, D2, ...")
      .def_prop_ro(
          "seen",
          [](const P& p) {
            std::vector<int> out;
            for (int end = 0; end < p.state.board->ends(); ++end) out.push_back(seen_from(p.state, end));
            return out;
          },
          "For each sighting the monsters seen so far.")
      .def_prop_ro(
          "counts", [](const P& p) { return count_monsters(p.state.monsters); },
          "Ghosts, vampires and zombies filled in so far, givens included.")
      .def_prop_ro(
          "start", [](const P& p) { return P{Undead::start(p.state.board)}; }, "The same board with its givens alone.")
      .def_prop_ro(
          "impossible_line",
          [](const P& p) -> std::optional<PyUndeadLine> {
            const auto line = impossible_line(p.state);
            return line ? std::optional(PyUndeadLine{p.state.board, *line}) : std::nullopt;
          },
          "The first line that no filling of its open cells makes right, by itself; else None.");
  bind_position_values(position);
}

void expect_legal(const PyUndead& g, const P& p, const UndeadMove& move) {
  if (const auto why = g.engine.why_illegal(p.state, move)) throw IllegalMove(*why);
}

void bind_game(nb::module_& m) {
  nb::class_<PyUndead>(m, "UndeadGame", "The rules of Undead.")
      .def(nb::init<>())
      .def(
          "position",
          [](const PyUndead&, int width, int height, std::string_view board, const std::array<int, 3>& totals,
             const Sightings& sightings, std::optional<std::string_view> squares) {
            return make_position(width, height, board, totals, sightings, squares);
          },
          "width"_a, "height"_a, "board"_a, "totals"_a, "sightings"_a, "squares"_a = nb::none(),
          "A position from the puzzle's squares (`. g v z \\ /`), its totals and its sightings, with `squares` filled "
          "in. ValueError(part, index, what, expected) for a board that is none: the part is size, total, grid or "
          "sighting.")
      .def(
          "legal_moves",
          [](const PyUndead& g, const P& p) {
            std::vector<UndeadMove> out;
            g.engine.legal_moves(p.state, out);
            return out;
          },
          "position"_a, "Every open cell with every monster, in reading order.")
      .def(
          "why_illegal",
          [](const PyUndead& g, const P& p, const UndeadMove& move) { return g.engine.why_illegal(p.state, move); },
          "position"_a, "move"_a, "None if the move is legal, else the reason.")
      .def(
          "play",
          [](const PyUndead& g, const P& p, const UndeadMove& move) {
            expect_legal(g, p, move);
            return P{g.engine.play_unchecked(p.state, move)};
          },
          "position"_a, "move"_a, "The position after a move; raises IllegalMove with the reason.")
      .def(
          "outcome", [](const PyUndead& g, const P& p) { return outcome_name(g.engine.outcome(p.state)); },
          "position"_a, "\"won\", \"stuck\" (filled in, but wrong) or \"open\".")
      .def(
          "key", [](const PyUndead& g, const P& p) { return to_python(g.engine.key(p.state)); }, "position"_a,
          "128-bit key, the same for equal positions.")
      .def(
          "format_move",
          [](const PyUndead& g, const P& p, const UndeadMove& move) {
            expect_legal(g, p, move);
            return format_move(move);
          },
          "position"_a, "move"_a, "The text of a legal move.")
      .def(
          "parse_move",
          [](const PyUndead& g, const P& p, std::string_view text) { return parse_move(g.engine, p.state, text); },
          "position"_a, "text"_a, "Reads r2c3=g; ValueError if it is no move, IllegalMove if not legal.");
}

void bind_game_ids(nb::module_& m) {
  m.def(
      "parse_undead_id",
      [](std::string_view text) {
        try {
          const GameId id = parse_game_id(text);
          const std::string grade = id.grade == 0 ? "" : std::string(1, id.grade);
          return nb::make_tuple(id.setup.width, id.setup.height, grade, letters(id.setup.squares), id.setup.totals,
                                to_python(id.setup.sightings), id.total_offset, id.square_offset, id.sighting_offset);
        } catch (const GameIdError& e) {
          PyErr_SetObject(PyExc_ValueError, nb::make_tuple(e.offset, e.what(), e.expected).ptr());
          throw nb::python_error();
        }
      },
      "text"_a,
      nb::sig("def parse_undead_id(text: str) -> tuple[int, int, str, str, list[int], list[int | None], list[int], "
              "list[int], list[int]]"),
      "Width, height, grade (e, n, t or empty), squares, totals and sightings of a game ID, and where each total, "
      "square and sighting begins. ValueError(offset, what, expected) where it cannot be read.");
  m.def(
      "format_undead_id", [](const P& p) { return format_game_id(p.state.board->setup()); }, "position"_a,
      "The game ID of a position's board.");
}

}  // namespace

void bind_undead(nb::module_& m) {
  bind_move(m);
  bind_lines(m);
  bind_position(m);
  bind_game(m);
  bind_game_ids(m);
}

}  // namespace winnable

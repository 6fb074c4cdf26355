// What Python calls on the pile-building engine, whatever its state: moves, keys, notation.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/rules_dict.hpp"
#include "patience/bind_types.hpp"
#include "patience/text.hpp"

namespace winnable {

template <class Engine>
std::vector<PatienceMove> every_move(const PyEngine<Engine>& g, const PyEnginePosition<Engine>& p) {
  expect_own(g, p);
  std::vector<PatienceMove> out;
  g.engine.all_moves(p.state, out);
  std::sort(out.begin(), out.end());
  return out;
}

// One move for each distinct successor. Where cards look alike, the engine's own moves may lead
// to successors that do, too.
template <class Engine>
std::vector<PatienceMove> distinct_moves(const PyEngine<Engine>& g, const PyEnginePosition<Engine>& p) {
  expect_own(g, p);
  std::vector<PatienceMove> out;
  g.engine.legal_moves(p.state, out);
  std::sort(out.begin(), out.end());
  if constexpr (Engine::kClosed) {
    const auto pair = [](const Key128& key) { return std::pair(key.hi, key.lo); };
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen = {pair(g.engine.key(p.state))};
    std::erase_if(out, [&](const PatienceMove& m) {
      return !seen.insert(pair(g.engine.key(g.engine.play_unchecked(p.state, m)))).second;
    });
  }
  return out;
}

template <class Engine>
void bind_engine(nanobind::class_<PyEngine<Engine>>& game) {
  namespace nb = nanobind;
  using namespace nb::literals;
  using Game = PyEngine<Engine>;
  using Position = PyEnginePosition<Engine>;
  game.def("legal_moves", &every_move<Engine>, "position"_a,
           "Every legal move, sorted; each empty cell and column by name.")
      .def("distinct_moves", &distinct_moves<Engine>, "position"_a,
           "One legal move, the first, for each distinct successor that differs from the position.")
      .def(
          "why_illegal",
          [](const Game& g, const Position& p, const PatienceMove& move) {
            expect_own(g, p);
            return g.engine.why_illegal(p.state, move);
          },
          "position"_a, "move"_a, "None if the move is legal, else the reason.")
      .def(
          "play",
          [](const std::shared_ptr<Game>& g, const Position& p, const PatienceMove& move) {
            expect_own(*g, p);
            if (const auto why = g->engine.why_illegal(p.state, move)) throw IllegalMove(*why);
            return Position{g->engine.play_unchecked(p.state, move), p.game};
          },
          "position"_a, "move"_a, "The position after a move; raises IllegalMove with the reason.")
      .def(
          "outcome",
          [](const Game& g, const Position& p) {
            expect_own(g, p);
            return outcome_name(g.engine.outcome(p.state));
          },
          "position"_a, "\"won\", \"stuck\" (no legal move) or \"open\".")
      .def(
          "key",
          [](const Game& g, const Position& p) {
            expect_own(g, p);
            return to_python(g.engine.key(p.state));
          },
          "position"_a, "128-bit key, the same for equal positions.")
      .def(
          "format_move",
          [](const Game& g, const Position& p, const PatienceMove& move) {
            expect_own(g, p);
            if (const auto why = g.engine.why_illegal(p.state, move)) throw IllegalMove(*why);
            return format_move(g.engine, p.state, move);
          },
          "position"_a, "move"_a, "Standard notation of a legal move.")
      .def(
          "parse_move",
          [](const Game& g, const Position& p, std::string_view text) {
            expect_own(g, p);
            return parse_move(g.engine, p.state, text);
          },
          "position"_a, "text"_a,
          "Reads standard notation; ValueError if it is none, IllegalMove if not allowed here.");
}

}  // namespace winnable

// A game written in Python, as the native searches see it.
//
// The object has initial(), legal_moves(state), play(state, move), outcome(state) (an enum or a
// word: open, won, stuck) and key(state) -> int of any size. It may have heuristic(state) ->
// float, move_cost(state, move) -> float, same(a, b) -> bool, and a notation, whose format(state, move)
// observers are told.
//
// Positions with equal keys are taken for the same position, unless same() says otherwise: a
// key that merely hashes needs a same() for an exhausted search to be a proof.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "search/problem.hpp"

namespace winnable {

// About how many bytes a Python value holds by itself: containers and their items, the fields of
// a top-level object, numbers that Python does not share. Other leaves are taken for shared.
class SizeMeter {
 public:
  SizeMeter() : getsizeof_(nanobind::module_::import_("sys").attr("getsizeof")) {}

  std::uint64_t operator()(nanobind::handle value) const {
    std::uint64_t size = own(value);
    if (is_container(value)) return size + items(value, kDeepest);
    if (nanobind::hasattr(value, "__dict__")) size += container(value.attr("__dict__"), kDeepest);
    const nanobind::object slots = nanobind::getattr(value.type(), "__slots__", nanobind::tuple());
    if (nanobind::isinstance<nanobind::str>(slots)) return size;
    for (nanobind::handle name : slots) {
      if (nanobind::hasattr(value, name)) size += container(nanobind::getattr(value, name), kDeepest);
    }
    return size;
  }

 private:
  static constexpr int kDeepest = 4;

  std::uint64_t own(nanobind::handle value) const { return nanobind::cast<std::uint64_t>(getsizeof_(value)); }
  static bool is_container(nanobind::handle v) {
    return PyTuple_Check(v.ptr()) || PyList_Check(v.ptr()) || PyAnySet_Check(v.ptr()) || PyDict_Check(v.ptr()) ||
           PyBytes_Check(v.ptr());
  }
  std::uint64_t container(nanobind::handle value, int depth) const {
    if (is_container(value)) return own(value) + (depth > 0 ? items(value, depth - 1) : 0);
    if (PyLong_CheckExact(value.ptr())) return own(value);
    return 0;
  }
  std::uint64_t items(nanobind::handle value, int depth) const {
    std::uint64_t size = 0;
    if (PyBytes_Check(value.ptr())) return 0;
    if (PyDict_Check(value.ptr())) {
      for (nanobind::handle item : nanobind::borrow<nanobind::dict>(value).values()) size += container(item, depth);
      return size;
    }
    for (nanobind::handle item : value) {
      // Python shares the small numbers that boards are made of.
      if (PyLong_CheckExact(item.ptr()) && is_small(item)) continue;
      size += container(item, depth);
    }
    return size;
  }
  static bool is_small(nanobind::handle number) {
    int overflow = 0;
    const long v = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    return overflow == 0 && v >= -5 && v <= 256;
  }

  nanobind::object getsizeof_;
};

struct PyState {
  nanobind::object value;
  nanobind::object key;  // an int of any size
  Key128 hash;
};

// Needs the GIL throughout. What the game raises ends the search and reaches the caller.
class PyGame {
 public:
  using State = PyState;
  using Move = nanobind::object;
  static constexpr std::uint64_t kMoveBytes = 64;  // a small tuple or object

  // `heuristic`: a callable of one state, or none. `budget` is the search's.
  PyGame(const nanobind::object& game, nanobind::object heuristic, Budget& budget)
      : budget_(budget),
        legal_moves_(method(game, "legal_moves")),
        play_(method(game, "play")),
        outcome_(method(game, "outcome")),
        key_(method(game, "key")),
        same_(nanobind::getattr(game, "same", nanobind::none())),
        heuristic_(std::move(heuristic)),
        notation_(nanobind::getattr(game, "notation", nanobind::none())) {}

  State make_state(nanobind::object value) const {
    nanobind::object key = key_(value);
    if (!PyLong_Check(key.ptr())) throw nanobind::type_error("key() must return an int");
    const Py_hash_t hash = PyObject_Hash(key.ptr());
    std::uint64_t seed = PyLong_AsUnsignedLongLongMask(key.ptr());
    if (PyErr_Occurred() != nullptr) throw nanobind::python_error();
    const std::uint64_t lo = splitmix64(seed);
    seed ^= static_cast<std::uint64_t>(hash);  // of a large int, the bits that the mask left out
    const std::uint64_t hi = splitmix64(seed);
    return {std::move(value), std::move(key), {lo, hi}};
  }

  void legal_moves(const State& s, MoveList<Move>& out) const {
    out.clear();
    for (nanobind::handle m : nanobind::object(legal_moves_(s.value))) {
      keep_on();
      out.push_back(nanobind::borrow(m));
    }
  }
  State play_unchecked(const State& s, const Move& m) const {
    keep_on();
    return make_state(play_(s.value, m));
  }
  Outcome outcome(const State& s) const {
    nanobind::object answer = outcome_(s.value);
    if (!nanobind::isinstance<nanobind::str>(answer)) answer = nanobind::getattr(answer, "value", answer);
    if (nanobind::isinstance<nanobind::str>(answer)) {
      const auto word = nanobind::cast<std::string>(answer);
      if (word == "open") return Outcome::kOpen;
      if (word == "won") return Outcome::kWon;
      if (word == "stuck") return Outcome::kStuck;
    }
    throw nanobind::value_error("outcome() must return open, won or stuck");
  }
  Key128 key(const State& s) const { return s.hash; }
  bool same(const State& a, const State& b) const {
    if (a.hash != b.hash || !a.key.equal(b.key)) return false;
    if (same_.is_none()) return true;
    const int answer = PyObject_IsTrue(nanobind::object(same_(a.value, b.value)).ptr());
    if (answer < 0) throw nanobind::python_error();
    return answer != 0;
  }
  Units estimate(const State& s) const {
    return heuristic_.is_none() ? 0 : to_units(nanobind::object(heuristic_(s.value)), "heuristic()");
  }
  void spell(const State& s, const Move& m, std::vector<std::string>& words) const {
    if (notation_.is_none()) return;
    const nanobind::object text = notation_.attr("format")(s.value, m);
    if (!nanobind::isinstance<nanobind::str>(text)) throw nanobind::type_error("notation.format() must return a str");
    words.push_back(nanobind::cast<std::string>(text));
  }
  std::uint64_t extra_bytes(const State& s) const { return meter_(s.value) + meter_(s.key); }

 protected:
  static nanobind::object method(const nanobind::object& game, const char* name) {
    if (!nanobind::hasattr(game, name)) {
      throw nanobind::type_error(("a game needs a method " + std::string(name) + "()").c_str());
    }
    return game.attr(name);
  }
  // A number in millionths; infinity is a dead end.
  static Units to_units(const nanobind::object& value, const char* what) {
    const double x = PyFloat_AsDouble(value.ptr());
    if (x == -1.0 && PyErr_Occurred() != nullptr) throw nanobind::python_error();
    if (x == std::numeric_limits<double>::infinity()) return kDeadEnd;
    if (!(std::abs(x) <= 1e6)) {
      throw nanobind::value_error((std::string(what) + " must return a number up to a million, or infinity").c_str());
    }
    return std::llround(x * static_cast<double>(kUnit));
  }

 private:
  // One call into Python may take as long as many native nodes.
  void keep_on() const {
    check_signals();
    if (!budget_.poll()) throw SearchStopped();
  }

  Budget& budget_;
  nanobind::object legal_moves_;
  nanobind::object play_;
  nanobind::object outcome_;
  nanobind::object key_;
  nanobind::object same_;
  nanobind::object heuristic_;
  nanobind::object notation_;
  SizeMeter meter_;
};

// One whose moves do not all cost 1.
class PyCostGame : public PyGame {
 public:
  PyCostGame(const nanobind::object& game, nanobind::object heuristic, Budget& budget)
      : PyGame(game, std::move(heuristic), budget), cost_(method(game, "move_cost")) {}

  Units cost(const State& s, const Move& m) const {
    return to_units(nanobind::object(cost_(s.value, m)), "move_cost()");
  }

 private:
  nanobind::object cost_;
};

}  // namespace winnable

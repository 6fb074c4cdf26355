// What every solver's binding shares: answers as Python sees them, and the loop over positions.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/result_names.hpp"
#include "core/limits.hpp"

namespace winnable {

// An answer with the position it is about; moves become Python objects only when asked for.
template <class Answer, class PyPosition>
struct PyAnswer {
  Answer result;
  PyPosition start;
};

// The newest improvement and its position's number, handed from the solving thread to the watching one.
template <class Answer>
class Mailbox {
 public:
  using Letter = std::pair<std::size_t, Answer>;

  void put(std::size_t number, const Answer& r) {
    const std::lock_guard lock(mutex_);
    newest_.emplace(number, r);
  }
  std::optional<Letter> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(newest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Letter> newest_;
};

inline Limits make_limits(std::uint64_t nodes, double seconds, std::uint64_t bytes) {
  Limits limits;
  limits.nodes = nodes;
  limits.seconds = seconds;
  limits.bytes = bytes;
  return limits;
}

// Solves positions in order, without the GIL: solve_one(state, cancel, improved) -> Answer, where
// improved(answer) passes a better solution on to `on_improvement`.
template <class Answer, class PyGame, class PyPosition, class Solve>
std::vector<PyAnswer<Answer, PyPosition>> solve_each(std::mutex& busy, const PyGame& game,
                                                     const std::vector<PyPosition>& positions, const CancelToken* token,
                                                     const nanobind::object& on_improvement, Solve&& solve_one) {
  const std::unique_lock use(busy, std::try_to_lock);
  if (!use) throw std::runtime_error("a solver answers one thread at a time; make one for each");
  for (const PyPosition& p : positions) {
    if (!(p.game->engine.rules() == game.engine.rules())) {
      throw nanobind::value_error("that position belongs to a game with other rules");
    }
  }
  Mailbox<Answer> mailbox;
  const bool wanted = !on_improvement.is_none();
  const auto tell = [&] {
    if (auto letter = mailbox.take()) {
      on_improvement(PyAnswer<Answer, PyPosition>{std::move(letter->second), positions[letter->first]});
    }
  };
  auto results = run_interruptible(
      token,
      [&](const CancelFlag* cancel) {
        std::vector<Answer> out;
        out.reserve(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i) {
          out.push_back(solve_one(positions[i].state, cancel, [&](const Answer& r) {
            if (wanted) mailbox.put(i, r);
          }));
        }
        return out;
      },
      tell);
  tell();  // the last improvement, where the work ended before anybody looked
  std::vector<PyAnswer<Answer, PyPosition>> out;
  out.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) out.push_back({std::move(results[i]), positions[i]});
  return out;
}

// A class of answers, with everything but what one game's answers have beside.
template <class Answer, class PyPosition>
nanobind::class_<PyAnswer<Answer, PyPosition>> bind_answer(
    nanobind::module_& m, const char* name, std::vector<std::string> (*texts)(const PyAnswer<Answer, PyPosition>&)) {
  using A = PyAnswer<Answer, PyPosition>;
  return nanobind::class_<A>(m, name, "What a solver answers about one position.")
      .def_prop_ro("start", [](const A& r) { return r.start; })
      .def_prop_ro("verdict", [](const A& r) { return verdict_word(r.result.verdict); })
      .def_prop_ro("reason", [](const A& r) { return reason_word(r.result.reason); })
      .def_prop_ro(
          "length", [](const A& r) { return r.result.moves.size(); },
          "Moves of the solution, every one counted; 0 if there is none.")
      .def_prop_ro(
          "why",
          [](const A& r) {
            if constexpr (requires { r.result.why; }) return r.result.why;
            return std::string();
          },
          "Why there is no win, where one reason will do; else empty.")
      .def_prop_ro("moves", [](const A& r) { return r.result.moves; })
      .def_prop_ro("texts", texts, "The moves as text.")
      .def_prop_ro("cost", [](const A& r) { return r.result.cost; })
      .def_prop_ro("lower_bound", [](const A& r) { return r.result.lower_bound; })
      .def_prop_ro(
          "stats", [](const A& r) { return stats_to_dict(r.result.stats); },
          nanobind::sig("def stats(self) -> dict[str, float]"));
}

}  // namespace winnable

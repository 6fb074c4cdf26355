// UndeadSolver, and the fewest clues that contradict each other.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/solver_answers.hpp"
#include "undead/bind_types.hpp"
#include "undead/conflict/conflict.hpp"
#include "undead/solve/solver.hpp"
#include "undead/text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using PyResult = PyAnswer<UndeadAnswer, PyUndeadPosition>;

class PyUndeadSolver {
 public:
  explicit PyUndeadSolver(std::uint64_t solutions) : solver_(UndeadTask{solutions}) {}

  std::vector<PyResult> solve_many(const std::vector<PyUndeadPosition>& positions, std::uint64_t nodes, double seconds,
                                   std::uint64_t bytes, const CancelToken* token) {
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    auto answers = run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          std::vector<UndeadAnswer> out;
          out.reserve(positions.size());
          for (const PyUndeadPosition& p : positions) out.push_back(solver_.solve(p.state, limits, cancel));
          return out;
        },
        [] {});
    std::vector<PyResult> out;
    for (std::size_t i = 0; i < answers.size(); ++i) out.push_back({std::move(answers[i]), positions[i]});
    return out;
  }

  // From text to proof without Python in between; the seconds in the answers' statistics hold it all.
  std::vector<PyResult> solve_ids(const std::vector<std::string>& ids, std::uint64_t nodes, double seconds,
                                  std::uint64_t bytes, const CancelToken* token) {
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    return run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          std::vector<PyResult> out;
          out.reserve(ids.size());
          for (const std::string& id : ids) out.push_back(solve_id(id, limits, cancel));
          return out;
        },
        [] {});
  }

 private:
  std::unique_lock<std::mutex> take() {
    std::unique_lock use(busy_, std::try_to_lock);
    if (!use) throw std::runtime_error("a solver answers one thread at a time; make one for each");
    return use;
  }

  PyResult solve_id(const std::string& id, const Limits& limits, const CancelFlag* cancel) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    auto board = std::make_shared<const UndeadBoard>(parse_game_id(id, false).setup);
    UndeadState start = Undead::start(std::move(board));
    UndeadAnswer answer = solver_.solve(start, limits, cancel);
    answer.stats.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return {std::move(answer), {std::move(start)}};
  }

  UndeadSolver solver_;
  std::mutex busy_;
};

std::vector<UndeadMove> moves_to(const UndeadState& start, const Monsters& filling) {
  std::vector<UndeadMove> out;
  for (int c = 0; c < start.board->cells(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    if (start.monsters[at] == Monster::kNone) out.push_back(Undead::move_to(*start.board, c, filling[at]));
  }
  return out;
}

std::vector<UndeadMove> second_moves(const PyResult& r) {
  if (r.result.fillings.size() < 2) return {};
  return moves_to(r.start.state, r.result.fillings[1]);
}

std::vector<std::string> texts_of(const std::vector<UndeadMove>& moves) {
  std::vector<std::string> out;
  for (const UndeadMove& m : moves) out.push_back(format_move(m));
  return out;
}

std::optional<bool> unique(const PyResult& r) {
  if (r.result.solutions > 1) return false;
  if (r.result.solutions == 1 && r.result.all) return true;
  return std::nullopt;
}

struct PyConflict {
  UndeadConflict conflict;
  UndeadState state;
};

void bind_conflict(nb::module_& m) {
  nb::class_<UndeadClue>(m, "UndeadClue", "A sighting, the three totals together, or a monster that stands there.")
      .def_prop_ro("kind",
                   [](const UndeadClue& c) {
                     constexpr std::array<const char*, 3> kNames = {"sighting", "totals", "monster"};
                     return std::string(kNames[static_cast<std::size_t>(c.kind)]);
                   })
      .def_prop_ro(
          "index", [](const UndeadClue& c) { return c.index; },
          "Of the sighting, clockwise; of the monster's cell among the cells in reading order; 0 for the totals.")
      .def(
          "__eq__", [](const UndeadClue& a, const UndeadClue& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const UndeadClue& c) { return c.index * 3 + static_cast<int>(c.kind); });
  nb::class_<PyConflict>(m, "UndeadConflict", "Clues that contradict each other; none of them can be left out.")
      .def_prop_ro("clues", [](const PyConflict& c) { return c.conflict.clues; })
      .def_prop_ro(
          "labels",
          [](const PyConflict& c) {
            std::vector<std::string> out;
            for (const UndeadClue& clue : c.conflict.clues) out.push_back(clue_label(c.state, clue));
            return out;
          },
          "The clues as text: D1, the totals, r2c3=g.")
      .def_prop_ro(
          "fewest", [](const PyConflict& c) { return c.conflict.fewest; },
          "Proved: no set of fewer clues contradicts itself.");
  m.def(
      "undead_conflict",
      [](const PyUndeadPosition& p, std::uint64_t nodes, double seconds, std::uint64_t bytes,
         const CancelToken* token) -> std::optional<PyConflict> {
        const Limits limits = make_limits(nodes, seconds, bytes);
        auto found = run_interruptible(
            token, [&](const CancelFlag* cancel) { return find_conflict(p.state, limits, cancel); }, [] {});
        if (!found) return std::nullopt;
        return PyConflict{std::move(*found), p.state};
      },
      "position"_a, "nodes"_a = 0, "seconds"_a = 0.0, "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
      "The fewest clues that already contradict each other; None where the position can be completed, or where the "
      "limits (0: none) end before that is known.");
}

}  // namespace

void bind_undead_solvers(nb::module_& m) {
  bind_answer<UndeadAnswer, PyUndeadPosition>(m, "UndeadResult",
                                              [](const PyResult& r) { return texts_of(r.result.moves); })
      .def_prop_ro(
          "solutions", [](const PyResult& r) { return r.result.solutions; },
          "Different solutions found; no more than were sought.")
      .def_prop_ro(
          "all", [](const PyResult& r) { return r.result.all; }, "Proved: there are no others.")
      .def_prop_ro("unique", &unique, "Is the solution the only one? None where that is not known.")
      .def_prop_ro("second_moves", &second_moves, "Another solution, where one was found.")
      .def_prop_ro("second_texts", [](const PyResult& r) { return texts_of(second_moves(r)); }, "The same as text.");

  using S = PyUndeadSolver;
  nb::class_<S>(m, "UndeadSolver", "Fills in boards; keeps its memory from one to the next.")
      .def(nb::init<std::uint64_t>(), "solutions"_a = 2,
           "How many different solutions are sought: 1 for any, 2 to know whether it is the only one, more to count.")
      .def("solve_many", &S::solve_many, "positions"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "Answers in the order of the positions; the limits (0: none) are for each. Solutions are replayed through "
           "the checked rules.")
      .def("solve_ids", &S::solve_ids, "ids"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "As solve_many, from game IDs. The seconds in each answer's statistics are for reading, solving and proof "
           "together. ValueError for an ID that is none.");
  bind_conflict(m);
}

}  // namespace winnable

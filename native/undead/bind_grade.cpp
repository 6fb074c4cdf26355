// UndeadSgtGrader: sgt's grades.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <string>
#include <vector>

#include "bindings/solver_answers.hpp"
#include "undead/bind_types.hpp"
#include "undead/sgt/grade.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

// Grades positions in order, without the GIL, for one thread at a time.
template <class Grade, class One>
std::vector<Grade> grade_each(std::mutex& busy, const std::vector<PyUndeadPosition>& positions,
                              const CancelToken* token, const One& grade_one) {
  const std::unique_lock use(busy, std::try_to_lock);
  if (!use) throw std::runtime_error("a grader answers one thread at a time; make one for each");
  return run_interruptible(
      token,
      [&](const CancelFlag* cancel) {
        std::vector<Grade> out;
        out.reserve(positions.size());
        for (const PyUndeadPosition& p : positions) out.push_back(grade_one(p.state, cancel));
        return out;
      },
      [] {});
}

struct PySgtGrader {
  SgtGrader grader;
  std::mutex busy;
};

void bind_sgt_grade(nb::module_& m) {
  nb::class_<SgtGraded>(m, "UndeadSgtGrade", "The grade that sgt-puzzles give a board, and what it rests on.")
      .def_prop_ro(
          "grade", [](const SgtGraded& g) { return std::string(kSgtGradeNames[static_cast<std::size_t>(g.grade)]); },
          "easy, normal or tricky; none: there is not just one solution, or a limit was met.")
      .def_prop_ro(
          "passes", [](const SgtGraded& g) { return g.passes.passes; },
          "Passes over all lines; the last one finished the board, or changed nothing.")
      .def_prop_ro(
          "open", [](const SgtGraded& g) { return g.passes.open; }, "Cells left for brute force.")
      .def_prop_ro("verdict", [](const SgtGraded& g) { return verdict_word(g.verdict); })
      .def_prop_ro("reason", [](const SgtGraded& g) { return reason_word(g.reason); })
      .def_prop_ro(
          "solutions", [](const SgtGraded& g) { return g.solutions; },
          "0, 1, or 2 for more than one; those found so far if a limit was met.");
  nb::class_<PySgtGrader>(m, "UndeadSgtGrader", "Grades boards as sgt-puzzles do; keeps its memory between them.")
      .def(nb::init<>())
      .def(
          "grade_many",
          [](PySgtGrader& g, const std::vector<PyUndeadPosition>& positions, std::uint64_t nodes, double seconds,
             std::uint64_t bytes, const CancelToken* token) {
            const Limits limits = make_limits(nodes, seconds, bytes);
            return grade_each<SgtGraded>(g.busy, positions, token, [&](const UndeadState& s, const CancelFlag* cancel) {
              return g.grader.grade(s, limits, cancel);
            });
          },
          "positions"_a, "nodes"_a = 0, "seconds"_a = 0.0, "bytes"_a = std::uint64_t{2'000'000'000},
          "token"_a = nb::none(),
          "In the order of the positions; what is filled in counts as given. The limits (0: none) are for each.");
}

}  // namespace

void bind_undead_grade(nb::module_& m) { bind_sgt_grade(m); }

}  // namespace winnable

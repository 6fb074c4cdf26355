// UndeadGenerator: boards from seeds.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "bindings/solver_answers.hpp"
#include "undead/bind_types.hpp"
#include "undead/generate/generate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

struct PyUndeadGenerator {
  explicit PyUndeadGenerator(const UndeadRecipe& recipe) : generator(recipe) {}
  UndeadGenerator generator;
  std::mutex busy;
};

// Ctrl-C and the token stop it; `on_looked` is told now and then how many boards were looked at.
UndeadMade make_board(PyUndeadGenerator& g, std::uint64_t seed, const Limits& limits, const CancelToken* token,
                      const nb::object& on_looked) {
  const std::unique_lock use(g.busy, std::try_to_lock);
  if (!use) throw std::runtime_error("a generator makes one board at a time; make one for each thread");
  std::atomic<std::uint64_t> looked = 0;
  return run_interruptible(
      token, [&](const CancelFlag* cancel) { return g.generator.make(seed, limits, cancel, &looked); },
      [&] {
        if (!on_looked.is_none()) on_looked(looked.load());
      });
}

void bind_made(nb::module_& m) {
  nb::class_<UndeadMade>(m, "UndeadMade", "A board that was made, or why none was.")
      .def_prop_ro(
          "position",
          [](const UndeadMade& made) {
            return made.board ? std::optional(PyUndeadPosition{Undead::start(made.board)}) : std::nullopt;
          },
          "The puzzle; None if a limit was reached first.")
      .def_prop_ro(
          "solution",
          [](const UndeadMade& made) {
            return made.board ? std::optional(PyUndeadPosition{{made.board, made.solution}}) : std::nullopt;
          },
          "The same board with its one solution filled in.")
      .def_prop_ro(
          "reason", [](const UndeadMade& made) { return reason_word(made.reason); }, "goal, or the limit reached.")
      .def_prop_ro(
          "drafts", [](const UndeadMade& made) { return made.drafts; }, "Boards begun afresh.")
      .def_prop_ro(
          "looked", [](const UndeadMade& made) { return made.looked; }, "Boards looked at.")
      .def_prop_ro("seconds", [](const UndeadMade& made) { return made.seconds; });
}

}  // namespace

void bind_undead_generate(nb::module_& m) {
  bind_made(m);
  nb::class_<PyUndeadGenerator>(m, "UndeadGenerator",
                                "Makes boards with one solution from seeds; keeps its memory between them.")
      .def(
          "__init__",
          [](PyUndeadGenerator* self, int width, int height, std::string_view grade, std::string_view technique,
             std::optional<int> mirrors, int hidden) {
            UndeadRecipe recipe{width, height, 0, std::nullopt, mirrors, hidden};
            if (!grade.empty()) recipe.grade = grade[0];
            if (!technique.empty()) recipe.technique = parse_rung(technique);
            new (self) PyUndeadGenerator(recipe);
          },
          "width"_a, "height"_a, "grade"_a = "", "technique"_a = "", "mirrors"_a = nb::none(), "hidden"_a = 0,
          "The grade is easy, normal, tricky or empty for any; the technique is the hardest rung that is needed "
          "(`sighting`, `difference`, `totals`, `one line`, `two lines`, `what if`) or empty; mirrors and hidden "
          "sightings are numbers. ValueError for a recipe that no board can meet.")
      .def(
          "make",
          [](PyUndeadGenerator& g, std::uint64_t seed, std::uint64_t nodes, double seconds, const CancelToken* token,
             const nb::object& on_looked) {
            return make_board(g, seed, make_limits(nodes, seconds, 0), token, on_looked);
          },
          "seed"_a, "nodes"_a = 0, "seconds"_a = 0.0, "token"_a = nb::none(), "on_looked"_a = nb::none(),
          "The board of a seed, the same on every machine unless `seconds` come first. `nodes` limits the boards "
          "looked at (0: no limit); `on_looked` is told now and then how many these are.");
}

}  // namespace winnable

// UndeadExplainer: deductions step by step, as plain data.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/result_names.hpp"
#include "bindings/solver_answers.hpp"
#include "undead/bind_types.hpp"
#include "undead/explain/explain.hpp"
#include "undead/explain/step_check.hpp"
#include "undead/text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using Board = std::shared_ptr<const UndeadBoard>;

struct PyReason {
  Board board;
  UndeadReason reason;
};

struct PyStep {
  Board board;
  UndeadStep step;
};

struct PyExplanation {
  UndeadState start;
  UndeadExplanation explanation;
};

std::string letters_of(Candidates candidates) {
  std::string out;
  for (const Monster m : kMonsters) {
    if ((candidates & only(m)) != 0) out += letter_of(m);
  }
  return out;
}

std::vector<PyStep> steps_of(const Board& board, const std::vector<UndeadStep>& steps) {
  std::vector<PyStep> out;
  for (const UndeadStep& s : steps) out.push_back({board, s});
  return out;
}

std::vector<std::tuple<int, std::string, std::string>> cuts_of(const PyStep& s) {
  std::vector<std::tuple<int, std::string, std::string>> out;
  for (const UndeadStep::Cut& c : s.step.cuts) {
    out.emplace_back(s.board->square_of(c.cell), letters_of(c.was), letters_of(c.left));
  }
  return out;
}

std::optional<std::pair<int, std::string>> assumed_by(const PyStep& s) {
  if (s.step.rung != Rung::kWhatIf) return std::nullopt;
  return std::pair(s.board->square_of(s.step.assumed_cell), std::string(1, letter_of(s.step.assumed)));
}

// What a reason and a step have in common.
template <class T>
nb::class_<T> bind_reason(nb::module_& m, const char* name, const char* doc, const UndeadReason& (*of)(const T&)) {
  return nb::class_<T>(m, name, doc)
      .def_prop_ro(
          "rung", [of](const T& r) { return std::string(rung_name(of(r).rung)); },
          "sighting, difference, totals, one line, two lines or what if.")
      .def_prop_ro(
          "lines", [of](const T& r) { return of(r).lines; }, "The numbers of the lines among the position's `lines`.")
      .def_prop_ro(
          "end", [of](const T& r) { return of(r).end < 0 ? std::nullopt : std::optional(of(r).end); },
          "For the rung sighting: which of the position's `sightings`; else None.")
      .def_prop_ro(
          "totals", [of](const T& r) { return of(r).totals; }, "Are the totals needed?")
      .def_prop_ro(
          "kinds", [of](const T& r) { return letters_of(of(r).kinds); },
          "For the rung totals: one letter, and all monsters of that kind are placed; or two, and the cells that can "
          "hold the third kind are just as many as are needed of it.");
}

void bind_step(nb::module_& m) {
  bind_reason<PyReason>(m, "UndeadReason", "The clues that something follows from, beside the candidates.",
                        [](const PyReason& r) -> const UndeadReason& { return r.reason; });
  bind_reason<PyStep>(m, "UndeadStep", "One deduction.", [](const PyStep& s) -> const UndeadReason& { return s.step; })
      .def_prop_ro("cuts", &cuts_of,
                   "(square, letters before, letters left) for each cell with fewer candidates; one letter left: it "
                   "is filled.")
      .def_prop_ro("assumed", &assumed_by, "A what-if's square and monster; else None.")
      .def_prop_ro(
          "chain", [](const PyStep& s) { return steps_of(s.board, s.step.chain); },
          "What follows from the assumption, to where it breaks.")
      .def_prop_ro(
          "broken",
          [](const PyStep& s) -> std::optional<PyReason> {
            if (s.step.rung != Rung::kWhatIf) return std::nullopt;
            return PyReason{s.board, s.step.broken};
          },
          "What cannot be met at the end of the chain; None but for a what-if.")
      .def_prop_ro(
          "shortest", [](const PyStep& s) { return s.step.shortest; },
          "A what-if of which is proved: no chain of reasons as easy, from any assumption, has fewer steps.");
}

std::vector<std::string> candidates_of(const PyExplanation& e) {
  std::vector<std::string> out(e.start.board->setup().squares.size());
  for (std::size_t c = 0; c < e.explanation.candidates.size(); ++c) {
    const int square = e.start.board->square_of(static_cast<int>(c));
    out[static_cast<std::size_t>(square)] = letters_of(e.explanation.candidates[c]);
  }
  return out;
}

nb::dict counts_of(const PyExplanation& e) {
  nb::dict out;
  for (int r = 0; r < kRungs; ++r) {
    const std::string_view name = rung_name(static_cast<Rung>(r));
    out[nb::str(name.data(), name.size())] = e.explanation.by_rung[static_cast<std::size_t>(r)];
  }
  return out;
}

void bind_explanation(nb::module_& m) {
  using E = PyExplanation;
  nb::class_<E>(m, "UndeadExplanation", "The steps from a position on, and where they end.")
      .def_prop_ro("steps", [](const E& e) { return steps_of(e.start.board, e.explanation.steps); })
      .def_prop_ro("candidates", &candidates_of, "By square, what it can still hold; empty for a mirror.")
      .def_prop_ro(
          "solved", [](const E& e) { return e.explanation.solved; }, "Is every cell filled?")
      .def_prop_ro(
          "all_possible", [](const E& e) { return e.explanation.all_possible; },
          "Known: every candidate left is in a solution. Not asked before a what-if is needed.")
      .def_prop_ro(
          "broken",
          [](const E& e) -> std::optional<PyReason> {
            if (!e.explanation.broken) return std::nullopt;
            return PyReason{e.start.board, *e.explanation.broken};
          },
          "The position contradicts itself: what cannot be met after the steps.")
      .def_prop_ro(
          "reason", [](const E& e) { return reason_word(e.explanation.reason); },
          "exhausted: the ladder came to its end; else the limit that was met.")
      .def_prop_ro("by_rung", &counts_of, nb::sig("def by_rung(self) -> dict[str, int]"),
                   "How many steps there are of each rung, easiest first; those in chains are not counted.")
      .def_prop_ro(
          "hardest",
          [](const E& e) -> std::optional<std::string> {
            const auto hardest = e.explanation.hardest();
            return hardest ? std::optional(std::string(rung_name(*hardest))) : std::nullopt;
          },
          "The hardest rung of the steps; None where there are none.")
      .def_prop_ro(
          "passed_over", [](const E& e) { return e.explanation.passed_over; },
          "Were some lines left out because they can be filled in too many ways to go through?")
      .def_prop_ro(
          "nodes", [](const E& e) { return e.explanation.nodes; }, "Reasons tried, and decisions of the solver.")
      .def(
          "fault", [](const E& e) { return explanation_fault(e.start, e.explanation); },
          "Checks every step by other means, slowly: what is wrong in one line, or None.");
}

class PyExplainer {
 public:
  PyExplanation explain(const PyUndeadPosition& p, std::string_view hardest, bool next_cell, std::uint64_t nodes,
                        double seconds, std::uint64_t bytes, const CancelToken* token) {
    const UndeadExplainOptions options{parse_rung(hardest), next_cell};
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    auto found = run_interruptible(
        token, [&](const CancelFlag* cancel) { return explainer_.explain(p.state, options, limits, cancel); });
    return {p.state, std::move(found)};
  }

  std::optional<std::string> hardest_rung(const PyUndeadPosition& p, std::string_view most, std::uint64_t nodes,
                                          double seconds, std::uint64_t bytes, const CancelToken* token) {
    const Rung rung = parse_rung(most);
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    const auto hardest = run_interruptible(
        token, [&](const CancelFlag* cancel) { return explainer_.hardest_rung(p.state, rung, limits, cancel); });
    return hardest ? std::optional(std::string(rung_name(*hardest))) : std::nullopt;
  }

 private:
  std::unique_lock<std::mutex> take() {
    std::unique_lock use(busy_, std::try_to_lock);
    if (!use) throw std::runtime_error("an explainer answers one thread at a time; make one for each");
    return use;
  }

  UndeadExplainer explainer_;
  std::mutex busy_;
};

}  // namespace

void bind_undead_explain(nb::module_& m) {
  bind_step(m);
  bind_explanation(m);
  using E = PyExplainer;
  nb::class_<E>(m, "UndeadExplainer", "Explains positions; keeps its memory from one to the next.")
      .def(nb::init<>())
      .def("explain", &E::explain, "position"_a, "hardest"_a = "what if", "next_cell"_a = false, "nodes"_a = 0,
           "seconds"_a = 0.0, "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "The steps to the solution by rungs no harder than `hardest`; with `next_cell` the easiest and fewest that "
           "fill one more cell. A limit of 0: none. ValueError for an unknown rung.")
      .def("hardest_rung", &E::hardest_rung, "position"_a, "most"_a = "two lines", "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "The hardest rung that is needed to fill every cell, without the steps; None where rungs up to `most` do "
           "not do it (a what-if is never tried), or where a limit came first.");
}

}  // namespace winnable

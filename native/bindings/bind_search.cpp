// What every binding of a search shares, and the textbook searches over games written in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/py_game.hpp"
#include "bindings/search_types.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

constexpr std::array<const char*, kEventKinds> kEventWords = {"expand", "generate",  "duplicate",
                                                              "prune",  "backtrack", "goal"};

nb::object node_or_none(std::uint32_t node) { return node == kNoNode ? nb::none() : nb::object(nb::int_(node)); }

nb::object key_to_int(const Key128& key) {
  const nb::object hi = nb::steal(PyLong_FromUnsignedLongLong(key.hi));
  const nb::object lo = nb::steal(PyLong_FromUnsignedLongLong(key.lo));
  return (hi << nb::int_(64)) | lo;
}

// In the order of winnable.search.api.SearchEvent.
nb::tuple to_tuple(const char* kind, const Event& e) {
  return nb::make_tuple(kind, e.number, node_or_none(e.node), node_or_none(e.parent), e.depth,
                        static_cast<double>(e.cost) / kUnit, static_cast<double>(e.estimate) / kUnit, key_to_int(e.key),
                        e.move.empty() ? nb::none() : nb::object(nb::cast(e.move)), e.kept, nb::tuple(nb::cast(e.more)),
                        e.open, e.bound, e.seconds, nb::tuple(nb::cast(e.counts)), e.notable);
}

}  // namespace

void deliver(EventBuffer& buffer, const nb::object& on_events) {
  const std::vector<Event> events = buffer.drain();
  if (events.empty()) return;
  nb::list out;
  for (const Event& e : events) out.append(to_tuple(kEventWords[static_cast<std::size_t>(e.kind)], e));
  on_events(out);
}

void deliver_end(EventBuffer& buffer, double seconds, const nb::object& on_events) {
  deliver(buffer, on_events);
  Event end;
  end.number = buffer.seen();
  end.counts = buffer.counts();
  end.seconds = seconds;
  nb::list out;
  out.append(to_tuple("end", end));
  on_events(out);
}

namespace {

// An observer on the thread that holds the GIL: it hands events over whenever the buffer is full.
class DirectObserver {
 public:
  static constexpr bool kActive = true;
  static constexpr std::size_t kBatch = 1024;

  DirectObserver(const SearchSpec& spec, nb::object on_events)
      : buffer_(spec.every, kBatch), on_events_(std::move(on_events)) {
    if (spec.sample_most != 0) buffer_.sample(spec.sample_first, spec.sample_most);
  }

  bool listens() const { return !on_events_.is_none(); }
  template <class Make>
  void note(EventKind kind, bool notable, Make&& make) {
    if (!listens()) return;
    buffer_.note(kind, notable, make);
    if (buffer_.held() == kBatch) finish();
  }
  void finish() {
    if (listens()) deliver(buffer_, on_events_);
  }
  void end(double seconds) {
    if (listens() && buffer_.samples()) deliver_end(buffer_, seconds, on_events_);
  }

 private:
  EventBuffer buffer_;
  nb::object on_events_;
};

template <class G>
nb::tuple search_python(const nb::object& object, const nb::object& start, const SearchSpec& spec,
                        const nb::object& heuristic, bool admissible, const CancelToken* token,
                        const nb::object& on_events) {
  Budget budget(spec.limits(), token != nullptr ? &token->flag : nullptr);
  const G game(object, heuristic, budget);
  DirectObserver observer(spec, on_events);
  SearchOptions options = spec.options();
  options.admissible = admissible;
  const auto r = search(game, game.make_state(start), spec.parsed(), options, budget, observer);
  observer.finish();
  observer.end(r.stats.seconds);
  return answer(r);
}

nb::tuple search_game(const nb::object& game, const nb::object& start, const SearchSpec& spec,
                      const nb::object& heuristic, bool admissible, const CancelToken* token,
                      const nb::object& on_events) {
  if (nb::hasattr(game, "move_cost")) {
    return search_python<PyCostGame>(game, start, spec, heuristic, admissible, token, on_events);
  }
  return search_python<PyGame>(game, start, spec, heuristic, admissible, token, on_events);
}

void bind_spec(nb::module_& m) {
  nb::class_<SearchSpec>(m, "SearchSpec", "What a search is told; a limit of 0 is no limit.")
      .def(nb::init<>())
      .def_rw("algorithm", &SearchSpec::algorithm)
      .def_rw("weight", &SearchSpec::weight, "Of the estimate, in weighted_astar.")
      .def_rw("depth_limit", &SearchSpec::depth_limit, "In moves.")
      .def_rw("beam_width", &SearchSpec::beam_width)
      .def_rw("table_bytes", &SearchSpec::table_bytes, "Of the transposition table; 0: no table.")
      .def_rw("nodes", &SearchSpec::nodes)
      .def_rw("seconds", &SearchSpec::seconds)
      .def_rw("bytes", &SearchSpec::bytes)
      .def_rw("every", &SearchSpec::every, "Every n-th event is told.")
      .def_rw("sample_first", &SearchSpec::sample_first, "Of sampled events, how many are all told.")
      .def_rw("sample_most", &SearchSpec::sample_most,
              "How many of the others are told before the rate is halved; 0: it stays.");
}

}  // namespace

void bind_search(nb::module_& m) {
  bind_spec(m);
  m.def("search_game", &search_game, "game"_a, "start"_a, "spec"_a, "heuristic"_a = nb::none(), "admissible"_a = false,
        "token"_a = nb::none(), "on_events"_a = nb::none(),
        nb::sig("def search_game(game: object, start: object, spec: SearchSpec, heuristic: object | None = None, "
                "admissible: bool = False, token: CancelToken | None = None, on_events: object | None = None) -> "
                "tuple[str, str, list[object], float, float, dict[str, float]]"),
        "Verdict, reason, moves, cost, lower bound and statistics of a search over a game written in Python.");
}

}  // namespace winnable

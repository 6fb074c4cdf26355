// What the bindings of the searches share: what a search is told, its events, and its answer.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/result_names.hpp"
#include "core/events.hpp"
#include "search/search.hpp"

namespace winnable {

using FeatureWeights = std::vector<std::pair<std::string, double>>;

// What a search is told, as Python keeps it (winnable.search.algorithms fills it in).
struct SearchSpec {
  std::string algorithm = "astar";
  double weight = 1.0;
  std::uint32_t depth_limit = kNoDepthLimit;
  std::uint32_t beam_width = 1000;
  std::uint64_t table_bytes = 64'000'000;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::uint64_t bytes = 2'000'000'000;
  std::uint64_t every = 1;
  std::uint64_t sample_first = 0;
  std::uint64_t sample_most = 0;

  Algorithm parsed() const {
    const auto a = parse_algorithm(algorithm);
    if (!a) throw nanobind::value_error(("unknown algorithm " + algorithm).c_str());
    return *a;
  }
  SearchOptions options() const {
    SearchOptions o;
    o.weight = std::llround(weight * static_cast<double>(kUnit));
    o.depth_limit = depth_limit;
    o.beam_width = beam_width;
    o.table_bytes = table_bytes;
    return o;
  }
  Limits limits() const {
    Limits l;
    l.nodes = nodes;
    l.seconds = seconds;
    l.bytes = bytes;
    return l;
  }
};

// Features with whole weights: parse(name) finds one. ValueError for an unknown name or a weight beyond 1000.
template <class Weighted, class Parse>
std::vector<Weighted> parse_weights(const FeatureWeights& weights, Parse&& parse) {
  std::vector<Weighted> out;
  for (const auto& [name, weight] : weights) {
    const auto feature = parse(name);
    if (!feature) throw nanobind::value_error(("unknown feature " + name).c_str());
    if (!(std::abs(weight) <= 1000.0)) {
      throw nanobind::value_error("a feature's weight must lie between -1000 and 1000");
    }
    out.push_back({*feature, std::llround(weight * static_cast<double>(kUnit))});
  }
  return out;
}

// Hands the buffered events to Python; fields in the order of winnable.search.api.SearchEvent.
void deliver(EventBuffer& buffer, const nanobind::object& on_events);
// The rest, then an event `end` with the counts of the whole search; of sampled events.
void deliver_end(EventBuffer& buffer, double seconds, const nanobind::object& on_events);

template <class Move>
nanobind::tuple answer(const Result<Move>& r) {
  nanobind::list moves;
  for (const Move& m : r.moves) moves.append(nanobind::cast(m));
  return nanobind::make_tuple(verdict_word(r.verdict), reason_word(r.reason), moves, r.cost, r.lower_bound,
                              stats_to_dict(r.stats));
}

// Runs work(budget, buffer) without the GIL; `buffer` is null where nobody watches. The events
// reach `on_events` while it runs.
template <class Work>
auto search_watched(const SearchSpec& spec, const CancelToken* token, const nanobind::object& on_events, Work&& work) {
  // What is held when somebody cancels is still delivered, so this bounds the answer to Ctrl-C.
  constexpr std::size_t kHeld = 2048;
  EventBuffer buffer(spec.every, kHeld);
  if (spec.sample_most != 0) buffer.sample(spec.sample_first, spec.sample_most);
  const bool observed = !on_events.is_none();
  auto r = run_interruptible(
      token,
      [&](const CancelFlag* cancel) {
        Budget budget(spec.limits(), cancel);
        buffer.wait_for_reader(cancel);
        return work(budget, observed ? &buffer : nullptr);
      },
      [&] {
        if (observed) deliver(buffer, on_events);
      });
  if (observed) deliver(buffer, on_events);
  if (observed && buffer.samples()) deliver_end(buffer, r.stats.seconds, on_events);
  return r;
}

// Defines SearchSpec, and the search of games written in Python.
void bind_search(nanobind::module_& m);

}  // namespace winnable

// The textbook searches, by name, over any game.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "search/beam.hpp"
#include "search/best_first.hpp"
#include "search/breadth_first.hpp"
#include "search/depth_first.hpp"
#include "search/ida_star.hpp"
#include "search/run.hpp"

namespace winnable {

enum class Algorithm : std::uint8_t {
  kBreadthFirst,
  kDepthFirst,
  kIterativeDeepening,
  kUniformCost,
  kGreedy,
  kAStar,
  kWeightedAStar,
  kIdaStar,
  kBeam,
};

inline constexpr std::array<std::string_view, 9> kAlgorithmNames = {
    "breadth_first", "depth_first", "iterative_deepening", "uniform_cost", "greedy", "astar", "weighted_astar",
    "ida_star",      "beam"};

constexpr std::string_view algorithm_name(Algorithm a) { return kAlgorithmNames[static_cast<std::size_t>(a)]; }
constexpr std::optional<Algorithm> parse_algorithm(std::string_view name) {
  for (std::size_t i = 0; i < kAlgorithmNames.size(); ++i) {
    if (kAlgorithmNames[i] == name) return static_cast<Algorithm>(i);
  }
  return std::nullopt;
}

template <class G, class Obs>
Result<typename G::Move> search_with(Run<G, Obs>& run, const typename G::State& start, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kBreadthFirst: return BreadthFirst<G, Obs>(run).search(start);
    case Algorithm::kDepthFirst: return DepthFirst<G, Obs>(run).search(start);
    case Algorithm::kIterativeDeepening: return IdaStar<G, Obs>(run, false).search(start);
    case Algorithm::kUniformCost: return BestFirst<G, Obs>(run, kUniformCost).search(start);
    case Algorithm::kGreedy: return BestFirst<G, Obs>(run, kGreedy).search(start);
    case Algorithm::kAStar:
    case Algorithm::kWeightedAStar: return BestFirst<G, Obs>(run, kAStar).search(start);
    case Algorithm::kIdaStar: return IdaStar<G, Obs>(run, true).search(start);
    case Algorithm::kBeam: break;
  }
  return Beam<G, Obs>(run).search(start);
}

// Searches from `start` until a goal, exhaustion or the end of the budget. What the game throws
// is thrown.
template <Game G, class Obs = NoObserver>
Result<typename G::Move> search(const G& game, const typename G::State& start, Algorithm algorithm,
                                SearchOptions options, Budget& budget, Obs& observer) {
  if (algorithm != Algorithm::kWeightedAStar) options.weight = kUnit;
  Run<G, Obs> run(game, options, budget, observer);
  try {
    return search_with(run, start, algorithm);
  } catch (const SearchStopped&) {
    return run.stopped();
  }
}

template <Game G>
Result<typename G::Move> search(const G& game, const typename G::State& start, Algorithm algorithm,
                                const SearchOptions& options, Budget& budget) {
  NoObserver nobody;
  return search(game, start, algorithm, options, budget, nobody);
}

}  // namespace winnable

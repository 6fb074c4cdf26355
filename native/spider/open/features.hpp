// Heuristics of open Spider: named features, weighted and added.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "search/problem.hpp"
#include "spider/open/game.hpp"

namespace winnable {

enum class SpiderFeature : std::uint8_t {
  kLoose,    // cards in the columns, kings left out, that do not lie on the next card of their suit
  kRows,     // rows still to be dealt
  kDown,     // face-down cards
  kRuns,     // complete runs that have not left
  kColumns,  // empty columns (a reward: weigh it negatively)
};

inline constexpr std::array<std::string_view, 5> kSpiderFeatureNames = {"loose", "rows", "down", "runs", "columns"};

std::optional<SpiderFeature> parse_spider_feature(std::string_view name);

struct WeightedSpiderFeature {
  SpiderFeature feature;
  Units weight;  // 1.0 is kUnit
};

// kLoose + kRows never exceeds the moves still to come. To leave, a card that is no king must come to lie
// on the next card of its suit. Of the cards that lie in the columns and do not, a move brings one there at
// most, the deepest of the cards that it carries: those above keep what they lie on. A row brings none of
// them there, it only puts others on top; and each row is a move of its own. A card on the next of its suit
// counts as well placed even face down.
class SpiderHeuristic {
 public:
  SpiderHeuristic() = default;
  explicit SpiderHeuristic(const std::vector<WeightedSpiderFeature>& features);

  Units operator()(const OpenSpider& game, const SpiderPiles& s) const;
  bool empty() const { return weights_ == std::array<Units, kSpiderFeatureNames.size()>{}; }
  // Does it never exceed the number of moves still to come?
  bool admissible() const;

 private:
  Units weight(SpiderFeature f) const { return weights_[static_cast<std::size_t>(f)]; }

  std::array<Units, kSpiderFeatureNames.size()> weights_{};
};

}  // namespace winnable

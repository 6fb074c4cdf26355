#include "spider/open/features.hpp"

namespace winnable {

std::optional<SpiderFeature> parse_spider_feature(std::string_view name) {
  for (std::size_t i = 0; i < kSpiderFeatureNames.size(); ++i) {
    if (kSpiderFeatureNames[i] == name) return static_cast<SpiderFeature>(i);
  }
  return std::nullopt;
}

SpiderHeuristic::SpiderHeuristic(const std::vector<WeightedSpiderFeature>& features) {
  for (const auto& [feature, weight] : features) weights_[static_cast<std::size_t>(feature)] += weight;
}

bool SpiderHeuristic::admissible() const {
  return weight(SpiderFeature::kLoose) <= kUnit && weight(SpiderFeature::kRows) <= kUnit &&
         weight(SpiderFeature::kDown) <= 0 && weight(SpiderFeature::kRuns) <= 0 && weight(SpiderFeature::kColumns) <= 0;
}

Units SpiderHeuristic::operator()(const OpenSpider& game, const SpiderPiles& s) const {
  int loose = 0;
  int down = 0;
  int empty = 0;
  for (int i = 0; i < game.columns(); ++i) {
    const auto& card = s.card[i];
    down += s.down[i];
    empty += s.length[i] == 0;
    for (int k = 0; k < s.length[i]; ++k) {
      const bool king = rank_of(card[k]) == kRanks - 1;
      loose += !king && (k == 0 || !builds(Build::kSuit, card[k], card[k - 1]));
    }
  }
  const int runs = card_count(game.rules()) / kRanks - s.runs;
  return weight(SpiderFeature::kLoose) * loose + weight(SpiderFeature::kRows) * game.rows_left(s) +
         weight(SpiderFeature::kDown) * down + weight(SpiderFeature::kRuns) * runs +
         weight(SpiderFeature::kColumns) * empty;
}

}  // namespace winnable

#include "patience/features.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace winnable {

std::optional<PatienceFeature> parse_patience_feature(std::string_view name) {
  for (std::size_t i = 0; i < kPatienceFeatureNames.size(); ++i) {
    if (kPatienceFeatureNames[i] == name) return static_cast<PatienceFeature>(i);
  }
  return std::nullopt;
}

std::vector<WeightedFeature> student_v1() {
  return {{PatienceFeature::kFoundation, kUnit / 2}, {PatienceFeature::kColumns, -kUnit / 2}};
}

std::vector<WeightedFeature> student_v2() {
  return {{PatienceFeature::kFoundation, kUnit / 2},
          {PatienceFeature::kCells, kUnit / 5},
          {PatienceFeature::kColumns, -kUnit / 2},
          {PatienceFeature::kBlocked, 3 * kUnit / 10}};
}

PatienceHeuristic::PatienceHeuristic(std::vector<WeightedFeature> features, const PatienceRules& rules,
                                     bool single_cards)
    : columns_(rules.columns),
      cells_(rules.cells),
      lift_(single_cards || rules.group_size == GroupSize::kOne ? Build::kNone : rules.group_lift) {
  for (const auto& [feature, weight] : features) {
    const bool by_card = feature != PatienceFeature::kFoundation && feature != PatienceFeature::kCells &&
                         feature != PatienceFeature::kColumns;
    if (by_card && rules.leave == Leave::kRuns) {
      throw std::invalid_argument(std::string(kPatienceFeatureNames[static_cast<std::size_t>(feature)]) +
                                  ": has no meaning in a game where only complete runs leave");
    }
    switch (feature) {
      case PatienceFeature::kFoundation: weights_[kHomeTerm] += weight; break;
      case PatienceFeature::kBlocked: weights_[kBlockedTerm] += weight; break;
      case PatienceFeature::kCells: weights_[kCellsTerm] += weight; break;
      case PatienceFeature::kColumns: weights_[kColumnsTerm] += weight; break;
      case PatienceFeature::kAside: weights_[kAsideTerm] += weight; break;
      case PatienceFeature::kNeededAbove:
        weights_[kHomeTerm] += weight;
        weights_[kAsideTerm] += weight;
        break;
    }
  }
  runs_leave_ = rules.leave == Leave::kRuns;
}

bool PatienceHeuristic::admissible(bool autoplay) const {
  const bool home_counts = !autoplay && !runs_leave_;
  return weights_[kHomeTerm] <= (home_counts ? kUnit : 0) && weights_[kAsideTerm] <= kUnit &&
         weights_[kBlockedTerm] <= 0 && weights_[kCellsTerm] <= 0 && weights_[kColumnsTerm] <= 0;
}

Units PatienceHeuristic::operator()(const PatienceState& s) const {
  Units h = weights_[kHomeTerm] * (kDeck - s.home[0] - s.home[1] - s.home[2] - s.home[3]);
  if (weights_[kCellsTerm] != 0) {
    for (int i = 0; i < cells_; ++i) h += s.cell[i] != kNoCard ? weights_[kCellsTerm] : 0;
  }
  if (weights_[kColumnsTerm] != 0) {
    for (int i = 0; i < columns_; ++i) h += s.top[i] == kNoCard ? weights_[kColumnsTerm] : 0;
  }
  if (weights_[kBlockedTerm] != 0) h += weights_[kBlockedTerm] * blocked(s);
  if (weights_[kAsideTerm] != 0) h += weights_[kAsideTerm] * aside(s);
  return h;
}

int PatienceHeuristic::blocked(const PatienceState& s) const {
  int sum = 0;
  for (int i = 0; i < columns_; ++i) {
    int above = 0;
    for (std::uint8_t c = s.top[i]; c < kDeck; c = s.below[c], ++above) {
      if (s.home[suit_of(c)] == rank_of(c)) sum += above;
    }
  }
  return sum;
}

// Links lead down, but a column is judged from the floor up: `lowest` is the lowest rank met so
// far in each suit.
int PatienceHeuristic::aside(const PatienceState& s) const {
  int segments = 0;
  std::array<Card, kDeck> column;
  for (int i = 0; i < columns_; ++i) {
    int n = 0;
    for (std::uint8_t c = s.top[i]; c < kDeck; c = s.below[c]) column[n++] = c;
    std::array<int, kSuits> lowest;
    lowest.fill(kRanks);
    bool counted = false;
    for (int k = n - 1; k >= 0; --k) {
      const Card c = column[k];
      if (k + 1 < n && !builds(lift_, c, column[k + 1])) counted = false;  // a new segment
      const bool must_move = lowest[suit_of(c)] < rank_of(c);
      if (must_move && !counted) {
        ++segments;
        counted = true;
      }
      lowest[suit_of(c)] = std::min(lowest[suit_of(c)], rank_of(c));
    }
  }
  return segments;
}

}  // namespace winnable

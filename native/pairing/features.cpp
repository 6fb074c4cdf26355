#include "pairing/features.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

std::optional<PairingFeature> parse_pairing_feature(std::string_view name) {
  for (std::size_t i = 0; i < kPairingFeatureNames.size(); ++i) {
    if (kPairingFeatureNames[i] == name) return static_cast<PairingFeature>(i);
  }
  return std::nullopt;
}

PairingHeuristic::PairingHeuristic(const std::vector<WeightedPairingFeature>& features, const Pairing& engine,
                                   const PairingState& start)
    : model_(engine), weights_(add_up(features)), admissible_(admissible(features, engine)) {
  model_.reset(start);
  for (SlotMask m = start.left; m != 0; m &= m - 1) {
    card_[first_slot(m)] = card_bit(model_number(start.card[first_slot(m)]));
  }
}

PairingHeuristic::Weights PairingHeuristic::add_up(const std::vector<WeightedPairingFeature>& features) {
  Weights weights{};
  for (const auto& [feature, weight] : features) weights[static_cast<std::size_t>(feature)] += weight;
  return weights;
}

bool PairingHeuristic::admissible(const std::vector<WeightedPairingFeature>& features, const Pairing& engine) {
  const Weights weights = add_up(features);
  Units most = 0;  // what one removal takes from the sum
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto feature = static_cast<PairingFeature>(i);
    const Units positive = std::max<Units>(weights[i], 0);
    if (feature == PairingFeature::kCardsLeft && positive > 0 && engine.goal() != kAllSlots) return false;
    most += feature == PairingFeature::kRemovals ? positive : 2 * positive;
  }
  return most <= kUnit;
}

int PairingHeuristic::removals(SlotMask left) const {
  CardMask cards = 0;
  for (; left != 0; left &= left - 1) cards |= card_[first_slot(left)];
  return model_.need(cards);
}

int PairingHeuristic::count(PairingFeature f, const PairingState& s) const {
  const SlotMask tableau = s.left & engine().tableau();
  int n = 0;
  switch (f) {
    case PairingFeature::kTableau: return std::popcount(tableau);
    case PairingFeature::kCovered:
      for (SlotMask m = tableau; m != 0; m &= m - 1) n += engine().free(s, first_slot(m)) ? 0 : 1;
      return n;
    case PairingFeature::kRows:
      for (int row = 0; row < engine().rules().rows; ++row) n += (tableau & engine().row(row)) != 0 ? 1 : 0;
      return n;
    case PairingFeature::kCardsLeft: return std::popcount(s.left);
    case PairingFeature::kRemovals: break;
  }
  return removals(s.left);
}

Units PairingHeuristic::operator()(const PairingState& s) const {
  Units h = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == 0) continue;
    const auto feature = static_cast<PairingFeature>(i);
    int n = count(feature, s);
    if (feature == PairingFeature::kRemovals && n == PairingModel::kDead) {
      if (admissible_) return kDeadEnd;
      n = kDeck;
    }
    h += weights_[i] * n;
  }
  return h;
}

}  // namespace winnable

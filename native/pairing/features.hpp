// Heuristics of pairing games: named features, weighted and added.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pairing/engine.hpp"
#include "pairing/model.hpp"
#include "search/problem.hpp"

namespace winnable {

enum class PairingFeature : std::uint8_t {
  kTableau,    // cards in the tableau
  kCovered,    // of those, the ones that others cover
  kRows,       // rows of the tableau that still hold a card
  kCardsLeft,  // cards in tableau, stock, waste and columns
  kRemovals,   // removals that cannot be spared; see below
};

inline constexpr std::array<std::string_view, 5> kPairingFeatureNames = {"tableau", "covered", "rows", "cards_left",
                                                                         "removals"};

std::optional<PairingFeature> parse_pairing_feature(std::string_view name);

using WeightedPairingFeature = std::pair<PairingFeature, Units>;  // 1.0 is kUnit

// What makes a sum admissible: every removal takes two cards at most, so it takes at most two from
// the tableau, from those covered, from all cards, and empties at most two rows. Where the win is
// an empty tableau, other cards may stay behind, and their number bounds nothing.
//
// kRemovals: the cards that must leave fall into six groups of two ranks that make thirteen, and
// the kings. Within a group, the cards leave in pairs of which none is such that one card must
// leave before the other can; the smallest set of such pairs that holds all the group's cards that
// must leave (pairing/model.hpp) is no larger than the number of removals to come. Where
// there is none, the position is lost: a dead end. Draws and recycles are not counted.
class PairingHeuristic {
 public:
  // For the positions that can be reached from `start`.
  PairingHeuristic(const std::vector<WeightedPairingFeature>& features, const Pairing& engine,
                   const PairingState& start);

  // kDeadEnd only in admissible sums, so that no other sum leaves a position out.
  Units operator()(const PairingState& s) const;
  bool empty() const { return weights_ == Weights{}; }
  // Does it never exceed the number of moves still to come?
  bool admissible() const { return admissible_; }
  static bool admissible(const std::vector<WeightedPairingFeature>& features, const Pairing& engine);

 private:
  using Weights = std::array<Units, kPairingFeatureNames.size()>;

  static Weights add_up(const std::vector<WeightedPairingFeature>& features);
  int count(PairingFeature f, const PairingState& s) const;
  int removals(SlotMask left) const;
  const Pairing& engine() const { return model_.game(); }

  PairingModel model_;
  std::array<CardMask, kDeck> card_{};  // by slot: its card in the model
  Weights weights_{};
  bool admissible_ = false;
};

}  // namespace winnable

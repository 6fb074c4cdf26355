// Heuristics of pile-building games: named features, weighted and added.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "patience/engine.hpp"
#include "search/problem.hpp"

namespace winnable {

enum class PatienceFeature : std::uint8_t {
  kFoundation,   // cards not yet on a foundation
  kBlocked,      // cards lying on each suit's next needed card, added up: deeper is more
  kCells,        // occupied cells
  kColumns,      // empty columns (a reward: weigh it negatively)
  kAside,        // groups that must step aside; see below
  kNeededAbove,  // kFoundation + kAside: the moves that cannot be spared
};

inline constexpr std::array<std::string_view, 6> kPatienceFeatureNames = {"foundation", "blocked", "cells",
                                                                          "columns",    "aside",   "needed_above"};

std::optional<PatienceFeature> parse_patience_feature(std::string_view name);

struct WeightedFeature {
  PatienceFeature feature;
  Units weight;  // 1.0 is kUnit
};

// The weights that the student system of seed document 2 was measured with. Its "A*" and "A* v2".
std::vector<WeightedFeature> student_v1();
std::vector<WeightedFeature> student_v2();

// kAside counts moves that every solution makes besides those that take cards home.
//
// A card needs to step aside if, deeper in its column, lies a lower card of its own suit. The
// lower one must go home first, and cannot leave before everything on it has; so the first move
// of the upper card is no move home. (Nor does it help that cards may come back from the
// foundations: the lower card has not been there when the upper one first moves.) How many moves
// do the first moves of all such cards take? Two of them fall into one move only if both cards
// are in the group that moves. Neither has moved before, nor has any card between them, so they
// lie in one column as at the start, and the cards from one to the other are a group that may be
// lifted. Cut every column where two neighbours do not hold together as a group: cards of
// different segments never share their first move, so there are at least as many such moves as
// segments with a card that needs to step aside. Where only single cards move, every card is a
// segment of its own.
//
// So kAside never exceeds the number of moves that do not go home, whatever the rules say of
// building, cells, filling columns and group sizes, and with or without automatic moves, which
// all go home. kFoundation never exceeds the number of moves home, each of which takes one card;
// but automatic moves home are not counted as moves of the player. Where only complete runs leave
// (Simple Simon), none of this holds, and the constructor refuses these features.
class PatienceHeuristic {
 public:
  PatienceHeuristic() = default;
  // `single_cards`: groups never move, whatever the rules say.
  // Throws std::invalid_argument if a feature has no meaning under these rules.
  PatienceHeuristic(std::vector<WeightedFeature> features, const PatienceRules& rules, bool single_cards);

  Units operator()(const PatienceState& s) const;
  bool empty() const { return weights_ == std::array<Units, kTerms>{}; }
  // Does it never exceed the number of moves of the player still to come? `autoplay`: moves home
  // may be automatic, and are then not counted.
  bool admissible(bool autoplay) const;

 private:
  enum Term { kHomeTerm, kBlockedTerm, kCellsTerm, kColumnsTerm, kAsideTerm, kTerms };

  int blocked(const PatienceState& s) const;
  int aside(const PatienceState& s) const;

  std::array<Units, kTerms> weights_{};
  int columns_ = 0;
  int cells_ = 0;
  bool runs_leave_ = false;
  Build lift_ = Build::kNone;  // what holds a group together; kNone where single cards move
};

}  // namespace winnable

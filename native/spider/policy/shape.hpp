// The weights of SpiderValue, spelled by a few dozen numbers that are tuned by playing.
#pragma once

#include <array>
#include <cstdint>

#include "spider/policy/value.hpp"

namespace winnable {

// One number: its name in files, its value in the shape set by hand, and the step that tuning starts with.
// In thousandths of a point, of which a card turned is worth ten in that shape.
struct SpiderTerm {
  const char* name;
  std::int32_t start;
  std::int32_t step;
};

namespace spider_term {

enum Term : std::size_t {
  kHidden1,  // a column's first face-down card, from the floor up: what it costs
  kHidden2,
  kHidden3,
  kHidden4,
  kHidden5,
  kUnknown,  // a card turned, not seen yet
  kOpen1,    // the first empty column, the second, each further one
  kOpen2,
  kOpen3,
  kFree,         // a column without face-down cards
  kJoin,         // a card on the next higher one of its suit
  kLongJoin,     // such a join from the seventh card of a run on
  kComplete,     // a run that has left
  kOffSuit,      // a run on the next higher rank of another suit
  kBlockHigher,  // a run on a higher card that it does not follow
  kBlockLower,   // a run on a card no higher
  kKingFloor,    // a run from a king on the floor
  kFloor,        // another run on the floor
  kEnds,         // each different rank at the end of a column
  kLands,        // each tenth of the unseen cards that has a place
  kLandsSuit,    // ... in suit
  kMovable,      // a column whose last sequence has a place
  kUnits,        // each further sequence over a face-down card
  kBadOrder,     // two runs of a suit in a column, the higher one above
  kGoodOrder,    // ... the lower one above
  kBuriedLow,    // a low card blocked, for each rank below seven
  kBlockHead,    // the rank of a blocking run's first card, from seven
  kLongJoin10,   // more for joins from the tenth card of a run on
  kAceEnd,       // a column that ends in an ace
  kUnitsFree,    // each further sequence in a column without face-down cards
  kUnitsDeep,    // each further sequence, times the face-down cards beyond three
  kEndRank,      // the rank at the end of a column, from seven
  kHeadRank,     // the rank of a run's first card that lies in sequence, from seven
  kCards,        // each card face up
  kCount,
};

}  // namespace spider_term

inline constexpr std::array<SpiderTerm, spider_term::kCount> kSpiderTerms{{
    {"hidden1", 10000, 3000},
    {"hidden2", 10000, 3000},
    {"hidden3", 10000, 3000},
    {"hidden4", 10000, 3000},
    {"hidden5", 10000, 3000},
    {"unknown", 0, 3000},
    {"open1", 3000, 4000},
    {"open2", 3000, 4000},
    {"open3", 3000, 4000},
    {"free", 0, 3000},
    {"join", 2000, 800},
    {"long_join", 1000, 500},
    {"complete", 100000, 20000},
    {"off_suit", -300, 800},
    {"block_higher", -1000, 1000},
    {"block_lower", -1000, 1000},
    {"king_floor", 0, 2000},
    {"floor", 0, 1000},
    {"ends", 0, 600},
    {"lands", 0, 1000},
    {"lands_suit", 0, 600},
    {"movable", 0, 1000},
    {"units", -200, 600},
    {"bad_order", -200, 400},
    {"good_order", 0, 300},
    {"buried_low", 0, 600},
    {"block_head", 0, 150},
    {"long_join10", 0, 1000},
    {"ace_end", 0, 800},
    {"units_free", 0, 400},
    {"units_deep", 0, 150},
    {"end_rank", 0, 150},
    {"head_rank", 0, 100},
    {"cards", 0, 100},
}};

// Values of the terms, in their order, each by rows left in the stock.
using SpiderShape = std::array<std::array<std::int32_t, SpiderWeights::kStages>, spider_term::kCount>;

// Those set by hand, the same at every stage.
SpiderShape first_spider_shape();

// The weights that a shape spells. Integers only: the same everywhere.
SpiderWeights spider_weights(const SpiderShape& shape);

}  // namespace winnable

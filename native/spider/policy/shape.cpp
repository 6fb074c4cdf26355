#include "spider/policy/shape.hpp"

#include <algorithm>

namespace winnable {

namespace {

namespace fact = spider_feature;
namespace by = spider_term;

// Spells the weights of one stage.
class Spelling {
 public:
  Spelling(const SpiderShape& shape, std::size_t rows, SpiderWeights::Facts& facts)
      : shape_(shape), rows_(rows), facts_(facts) {}

  void spell() {
    hidden();
    runs();
    ranks();
    units();
    board();
  }

 private:
  std::int32_t term(by::Term t) const { return shape_[t][rows_]; }
  void add(int fact, std::int32_t worth) { facts_[static_cast<std::size_t>(fact)] += worth; }

  void hidden() {
    std::int32_t cost = 0;
    for (int down = 0; down <= 5; ++down) {
      if (down > 0) cost += term(static_cast<by::Term>(by::kHidden1 + down - 1));
      add(fact::kDown + down, -cost);
      add(fact::kUnknown + down, term(by::kUnknown) - cost);
    }
    add(fact::kDown, term(by::kFree));
  }

  void runs() {
    const std::int32_t join = term(by::kJoin);
    const std::array<std::int32_t, fact::kJoins> lies{0, 0, term(by::kOffSuit), term(by::kBlockHigher),
                                                      term(by::kBlockLower)};
    for (int how = 0; how < fact::kJoins; ++how) {
      for (int length = 1; length <= kRanks; ++length) {
        add(fact::kLength + how * kRanks + length - 1,
            join * (length - 1) + term(by::kLongJoin) * std::max(0, length - 6) +
                term(by::kLongJoin10) * std::max(0, length - 9) + lies[static_cast<std::size_t>(how)]);
      }
    }
    for (int cards = 1; cards <= 20; ++cards) add(fact::kCards + cards - 1, term(by::kCards) * cards);
    add(fact::kSuitOrder, term(by::kGoodOrder));
    add(fact::kSuitOrder + 1, term(by::kBadOrder));
  }

  void ranks() {
    for (int rank = 0; rank < kRanks; ++rank) {
      const int above_seven = rank - 6;
      add(fact::kHead + fact::kFloor * kRanks + rank, term(rank == kRanks - 1 ? by::kKingFloor : by::kFloor));
      add(fact::kHead + fact::kSequence * kRanks + rank, term(by::kHeadRank) * above_seven);
      add(fact::kHead + fact::kOnHigher * kRanks + rank, term(by::kBlockHead) * above_seven);
      add(fact::kHead + fact::kOnLower * kRanks + rank, term(by::kBlockHead) * above_seven);
      add(fact::kBuried + rank, term(by::kBuriedLow) * std::max(0, -above_seven));
      for (const int sequence : {0, kRanks}) {
        add(fact::kTail + sequence + rank, term(by::kEndRank) * above_seven + (rank == 0 ? term(by::kAceEnd) : 0));
      }
    }
  }

  void units() {
    const std::int32_t further = term(by::kUnits);
    for (int units = 1; units <= 7; ++units) {
      add(fact::kUnits + units - 1, term(by::kUnitsFree) * (units - 1));
      for (int down = 1; down <= 5; ++down) {
        add(fact::kUnits + down * 7 + units - 1, (further + term(by::kUnitsDeep) * (down - 3)) * (units - 1));
      }
    }
  }

  void board() {
    std::int32_t open = 0;
    for (int columns = 1; columns <= 6; ++columns) {
      open += term(static_cast<by::Term>(by::kOpen1 + std::min(columns, 3) - 1));
      add(fact::kOpen + columns, open + term(by::kFree) * columns);
    }
    for (int runs = 0; runs <= 8; ++runs) add(fact::kComplete + runs, term(by::kComplete) * runs);
    for (int n = 0; n <= 10; ++n) {
      add(fact::kEnds + n, term(by::kEnds) * n);
      add(fact::kLands + n, term(by::kLands) * n);
      add(fact::kLandsInSuit + n, term(by::kLandsSuit) * n);
      add(fact::kMovable + n, term(by::kMovable) * n);
    }
  }

  const SpiderShape& shape_;
  std::size_t rows_;
  SpiderWeights::Facts& facts_;
};

}  // namespace

SpiderShape first_spider_shape() {
  SpiderShape shape{};
  for (std::size_t i = 0; i < shape.size(); ++i) shape[i].fill(kSpiderTerms[i].start);
  return shape;
}

SpiderWeights spider_weights(const SpiderShape& shape) {
  SpiderWeights weights;
  for (std::size_t rows = 0; rows < weights.facts.size(); ++rows) Spelling(shape, rows, weights.facts[rows]).spell();
  return weights;
}

}  // namespace winnable

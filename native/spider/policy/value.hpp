// What a board is worth to a player who does not see the face-down cards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spider/board.hpp"
#include "spider/policy/features.hpp"

namespace winnable {

// What each fact is worth, by rows left in the stock: thousandths of a point, a card turned being about
// ten points.
struct SpiderWeights {
  static constexpr int kStages = 6;  // no row left .. five or more
  using Facts = std::array<std::int32_t, spider_feature::kCount>;
  std::array<Facts, kStages> facts{};
};

// Worths of boards by weights. What a column adds is worked out once.
class SpiderValue {
 public:
  // The weights must outlive it.
  explicit SpiderValue(const SpiderWeights& weights) : weights_(&weights) {}

  // Starts on boards of one context, with columns that are new.
  void begin(const SpiderContext& context);
  // Works out the columns added since.
  void extend(const SpiderColumns& columns);
  // The worth of a board, all of whose columns are worked out; fills in what it read of it.
  std::int32_t board(const SpiderColumns& columns, const ColumnId* column, int complete, SpiderWhole& whole) const;

 private:
  const SpiderWeights* weights_;
  const SpiderWeights::Facts* facts_ = nullptr;  // of the stage at hand
  SpiderContext context_;
  std::vector<std::int32_t> worth_;  // by column
};

}  // namespace winnable

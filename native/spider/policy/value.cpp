#include "spider/policy/value.hpp"

#include <algorithm>

namespace winnable {

void SpiderValue::begin(const SpiderContext& context) {
  context_ = context;
  facts_ = &weights_->facts[static_cast<std::size_t>(std::min(context.rows, SpiderWeights::kStages - 1))];
  worth_.clear();
}

void SpiderValue::extend(const SpiderColumns& columns) {
  while (worth_.size() < columns.size()) {
    std::int32_t worth = 0;
    spider_feature::column_facts(columns, static_cast<ColumnId>(worth_.size()),
                                 [&](int fact) { worth += (*facts_)[static_cast<std::size_t>(fact)]; });
    worth_.push_back(worth);
  }
}

std::int32_t SpiderValue::board(const SpiderColumns& columns, const ColumnId* column, int complete,
                                SpiderWhole& whole) const {
  whole.read(columns, column, context_, complete);
  std::int32_t worth = 0;
  for (int i = 0; i < context_.columns; ++i) worth += worth_[column[i]];
  whole.facts(context_, [&](int fact) { worth += (*facts_)[static_cast<std::size_t>(fact)]; });
  return worth;
}

}  // namespace winnable

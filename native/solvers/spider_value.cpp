#include "solvers/spider_value.hpp"

#include <algorithm>

namespace winnable {

void SpiderValue::extend(const SpiderColumns& columns) {
  while (worth_.size() < columns.size()) {
    const auto id = static_cast<ColumnId>(worth_.size());
    const SpiderColumn& c = columns[id];
    std::int32_t worth = 0;
    if (c.cards == 0) {
      worth = hand_.hidden * c.down;
      if (c.down != 0) worth -= hand_.hidden;
    } else {
      const SpiderColumn& on = columns[c.below];
      worth = on.cards == 0 ? hand_.hidden * c.down : worth_[c.below] + hand_.off_suit;
      const int joins = c.run.length() - 1;
      worth += hand_.join * joins + hand_.long_join * std::max(0, joins - 5);
    }
    worth_.push_back(worth);
  }
}

}  // namespace winnable
